import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { readBugKey } from '#shared/products/words.ts'
import { routePatterns } from '#shared/site/screens.ts'
import { parseListSearch } from '#web/features/bugs/list-search.ts'
import { parseInboxSearch } from '#web/features/chat/inbox-search.ts'
import { parseUserSearch } from '#web/features/users/user-search.ts'
import { NotFoundPage } from '#web/features/site/not-found-page.tsx'
import { messages } from '#web/lib/messages.ts'
import { meantOnly } from '#web/lib/lists/search-params.ts'
import { paths } from '#web/lib/paths.ts'
import { ensureSession } from '#web/lib/session/session.ts'
import {
  requireBugId,
  requireCheckedPermission,
  requireLoggedOut,
  requireLogin,
  requirePermission,
  type RouterContext,
} from './guards.ts'
import { HomeScreen } from './home-screen.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { readBugAhead, readListAhead, readSplitAhead, readWorkAhead } from './read-ahead.ts'

const root = createRootRouteWithContext<RouterContext>()({ notFoundComponent: NotFoundPage })

const home = createRoute({
  getParentRoute: () => root,
  path: routePatterns.home,
  loader: ({ context }) => void readWorkAhead(context.client),
  component: HomeScreen,
})

const bugKey = createRoute({
  getParentRoute: () => root,
  path: routePatterns.bugKey,
  beforeLoad: ({ params, location: { searchStr } }) => {
    const href = paths.viewBug(params.bugKey) + searchStr
    if (readBugKey(params.bugKey)) throw redirect({ href, replace: true })
  },
  component: NotFoundPage,
})

const login = createRoute({
  getParentRoute: () => root,
  path: routePatterns.login,
  // The form differs for logged-in people, so the session is read first.
  beforeLoad: async ({ context }) => void (await ensureSession(context.client)),
  component: lazyScreen(() => import('#web/features/auth/login-page.tsx'), 'LoginPage'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: routePatterns.register,
  beforeLoad: (visit) => requireLoggedOut(visit, messages.register.mustNotBeLoggedIn),
  component: lazyScreen(() => import('#web/features/auth/register-page.tsx'), 'RegisterPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: routePatterns.forgotPassword,
  component: lazyScreen(() => import('#web/features/auth/link-screens.ts'), 'ForgotPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: routePatterns.resetPassword,
  component: lazyScreen(() => import('#web/features/auth/link-screens.ts'), 'ResetPage'),
})

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: routePatterns.confirmEmail,
  component: lazyScreen(() => import('#web/features/auth/link-screens.ts'), 'ConfirmPage'),
})

const acceptInvitation = createRoute({
  getParentRoute: () => root,
  path: routePatterns.acceptInvitation,
  // The page differs for logged-in people, so the session is read first.
  beforeLoad: async ({ context }) => void (await ensureSession(context.client)),
  component: lazyScreen(() => import('#web/features/auth/link-screens.ts'), 'InvitationPage'),
})

const lessMail = createRoute({
  getParentRoute: () => root,
  path: routePatterns.lessMail,
  component: lazyScreen(() => import('#web/features/auth/link-screens.ts'), 'LessMailPage'),
})

const confirmChat = createRoute({
  getParentRoute: () => root,
  path: routePatterns.confirmChat,
  component: lazyScreen(() => import('#web/features/auth/link-screens.ts'), 'ConfirmChatPage'),
})

const report = createRoute({
  getParentRoute: () => root,
  path: routePatterns.report,
  component: lazyScreen(() => import('#web/features/reporter-links/link-screens.ts'), 'FollowReportPage'),
})

const confirmReport = createRoute({
  getParentRoute: () => root,
  path: routePatterns.confirmReport,
  // Likely duplicates are shown to the account's owner alone, so the session is read first.
  beforeLoad: async ({ context }) => void (await ensureSession(context.client)),
  component: lazyScreen(() => import('#web/features/reporter-links/link-screens.ts'), 'ConfirmReportPage'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: routePatterns.setup,
  component: lazyScreen(() => import('#web/features/setup/setup-page.tsx'), 'SetupPage'),
})

const bugList = createRoute({
  getParentRoute: () => root,
  path: routePatterns.bugList,
  validateSearch: meantOnly(parseListSearch),
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canViewData')),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => readListAhead(context.client, deps),
  component: lazyScreen(() => import('#web/features/bug-pages/list/bug-list-page.tsx'), 'BugListPage'),
  staticData: { needsLogin: true },
})

const viewBug = createRoute({
  getParentRoute: () => root,
  path: routePatterns.viewBug,
  beforeLoad: async (visit) => {
    await requirePermission(visit, 'canViewData')
    await requireBugId(visit, visit.params.bugId)
  },
  loaderDeps: ({ search }) => ({ timeline: (search as Record<string, unknown>)['timeline'] }),
  loader: ({ context, params, deps, location, cause }) => {
    void readBugAhead(context.client, params.bugId, deps.timeline)
    if (cause === 'enter') readSplitAhead(context.client, location.search)
  },
  component: lazyScreen(() => import('#web/features/bug-pages/view/bug-view-page.tsx'), 'BugViewPage'),
  staticData: { needsLogin: true },
})

const bugAsOf = createRoute({
  getParentRoute: () => root,
  path: routePatterns.bugAsOf,
  beforeLoad: async (visit) => {
    await requirePermission(visit, 'canViewData')
    await requireBugId(visit, visit.params.bugId)
  },
  component: lazyScreen(() => import('#web/features/history/as-of/bug-as-of-page.tsx'), 'BugAsOfPage'),
  staticData: { needsLogin: true },
})

const viewBugWithoutId = createRoute({
  getParentRoute: () => root,
  path: routePatterns.viewBugWithoutId,
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canViewData')),
  component: lazyScreen(() => import('#web/features/bug-pages/view/bug-view-page.tsx'), 'BugViewPage'),
  staticData: { needsLogin: true },
})

const reportBug = createRoute({
  getParentRoute: () => root,
  path: routePatterns.reportBug,
  beforeLoad: async (visit) => void (await requireLogin(visit)),
  component: lazyScreen(() => import('#web/features/bug-pages/report/report-page.tsx'), 'ReportPage'),
  staticData: { needsLogin: true },
})

const news = createRoute({
  getParentRoute: () => root,
  path: routePatterns.news,
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canViewData')),
  component: lazyScreen(() => import('#web/features/bug-pages/work/notifications-page.tsx'), 'NotificationsPage'),
  staticData: { needsLogin: true },
})

const bulkNews = createRoute({
  getParentRoute: () => root,
  path: routePatterns.bulkNews,
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canViewData')),
  component: lazyScreen(
    () => import('#web/features/bug-pages/work/bulk-notifications-page.tsx'),
    'BulkNotificationsPage',
  ),
  staticData: { needsLogin: true },
})

const editTexts = {
  refusal: messages.access.invalidPermissionLevel,
  checkFailed: messages.bugEdit.permissionCheckFailed,
}

const editMyBug = createRoute({
  getParentRoute: () => root,
  path: routePatterns.editMyBug,
  beforeLoad: async (visit) => {
    await requireCheckedPermission(visit, 'canEditMyBug', editTexts)
    await requireBugId(visit, visit.params.bugId)
  },
  component: lazyScreen(() => import('#web/features/bug-pages/edit/edit-page.tsx'), 'EditMyBugPage'),
  staticData: { needsLogin: true },
})

const editAnyBug = createRoute({
  getParentRoute: () => root,
  path: routePatterns.editAnyBug,
  beforeLoad: async (visit) => {
    await requireCheckedPermission(visit, 'canEditAnyBug', editTexts)
    await requireBugId(visit, visit.params.bugId)
  },
  component: lazyScreen(() => import('#web/features/bug-pages/edit/edit-page.tsx'), 'EditAnyBugPage'),
  staticData: { needsLogin: true },
})

const classifyBug = createRoute({
  getParentRoute: () => root,
  path: routePatterns.classifyBug,
  beforeLoad: async (visit) => {
    await requirePermission(visit, 'canClassifyAnyBug')
    await requireBugId(visit, visit.params.bugId)
  },
  component: lazyScreen(() => import('#web/features/bug-pages/classify/classify-page.tsx'), 'ClassifyPage'),
  staticData: { needsLogin: true },
})

const userList = createRoute({
  getParentRoute: () => root,
  path: routePatterns.userList,
  validateSearch: meantOnly(parseUserSearch),
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canViewData')),
  component: lazyScreen(() => import('#web/features/users/list/user-list-page.tsx'), 'UserListPage'),
  staticData: { needsLogin: true },
})

const editUser = createRoute({
  getParentRoute: () => root,
  path: routePatterns.editUser,
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canEditAnyUser', messages.userEdit.noPermission)),
  component: lazyScreen(() => import('#web/features/users/edit/user-edit-page.tsx'), 'UserEditPage'),
  staticData: { needsLogin: true },
})

const addUser = createRoute({
  getParentRoute: () => root,
  path: routePatterns.addUser,
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canEditAnyUser', messages.userEdit.noPermission)),
  component: lazyScreen(() => import('#web/features/users/add/add-user-page.tsx'), 'AddUserPage'),
  staticData: { needsLogin: true },
})

const labels = createRoute({
  getParentRoute: () => root,
  path: routePatterns.labels,
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canClassifyAnyBug')),
  component: lazyScreen(() => import('#web/features/labels/labels-page.tsx'), 'LabelsPage'),
  staticData: { needsLogin: true },
})

const roles = createRoute({
  getParentRoute: () => root,
  path: routePatterns.roles,
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canEditAnyUser', messages.roles.noPermission)),
  component: lazyScreen(() => import('#web/features/roles/roles-page.tsx'), 'RolesPage'),
  staticData: { needsLogin: true },
})

const jobs = createRoute({
  getParentRoute: () => root,
  path: routePatterns.jobs,
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canEditAnyUser', messages.jobs.noPermission)),
  component: lazyScreen(() => import('#web/features/jobs/jobs-page.tsx'), 'JobsPage'),
  staticData: { needsLogin: true },
})

const mail = createRoute({
  getParentRoute: () => root,
  path: routePatterns.mail,
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canEditAnyUser', messages.mail.noPermission)),
  component: lazyScreen(() => import('#web/features/mail/mail-page.tsx'), 'MailPage'),
  staticData: { needsLogin: true },
})

const settings = createRoute({
  getParentRoute: () => root,
  path: routePatterns.settings,
  beforeLoad: async (visit) =>
    void (await requirePermission(visit, 'canManageInstallation', messages.settings.noPermission)),
  component: lazyScreen(() => import('#web/features/site/settings/settings-page.tsx'), 'SettingsPage'),
  staticData: { needsLogin: true },
})

const products = createRoute({
  getParentRoute: () => root,
  path: routePatterns.products,
  beforeLoad: async (visit) =>
    void (await requirePermission(visit, 'canManageProducts', messages.products.noPermission)),
  component: lazyScreen(() => import('#web/features/products/products-page.tsx'), 'ProductsPage'),
  staticData: { needsLogin: true },
})

const product = createRoute({
  getParentRoute: () => root,
  path: routePatterns.product,
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canViewData')),
  component: lazyScreen(() => import('#web/features/products/product-page.tsx'), 'ProductPage'),
  staticData: { needsLogin: true },
})

const profile = createRoute({
  getParentRoute: () => root,
  path: routePatterns.profile,
  beforeLoad: async (visit) => void (await requireLogin(visit, messages.profile.mustBeLoggedIn)),
  component: lazyScreen(() => import('#web/features/users/profile/profile-page.tsx'), 'ProfilePage'),
  staticData: { needsLogin: true },
})

const assignTexts = { refusal: messages.assign.noPermission, checkFailed: messages.assign.permissionCheckFailed }

const assignUser = createRoute({
  getParentRoute: () => root,
  path: routePatterns.assignUser,
  beforeLoad: async (visit) => {
    await requireCheckedPermission(visit, 'canReassignAnyBug', assignTexts)
    await requireBugId(visit, visit.params.bugId)
  },
  component: lazyScreen(() => import('#web/features/assign/assign-page.tsx'), 'AssignPage'),
  staticData: { needsLogin: true },
})

const assignUserWithoutId = createRoute({
  getParentRoute: () => root,
  path: routePatterns.assignUserWithoutId,
  beforeLoad: (visit) => requireCheckedPermission(visit, 'canReassignAnyBug', assignTexts),
  component: lazyScreen(() => import('#web/features/assign/assign-page.tsx'), 'AssignPage'),
  staticData: { needsLogin: true },
})

const chat = createRoute({
  getParentRoute: () => root,
  path: routePatterns.chat,
  validateSearch: meantOnly(parseInboxSearch),
  beforeLoad: async (visit) => void (await requirePermission(visit, 'liveChatAdmin')),
  component: lazyScreen(() => import('#web/features/chat/inbox/inbox-page.tsx'), 'InboxPage'),
  staticData: { needsLogin: true },
})

/** Every screen with its guard. New screens are added only here. */
export const routeTree = root.addChildren([
  home,
  bugKey,
  login,
  register,
  forgotPassword,
  resetPassword,
  confirmEmail,
  acceptInvitation,
  lessMail,
  confirmChat,
  report,
  confirmReport,
  setup,
  bugList,
  viewBug,
  bugAsOf,
  viewBugWithoutId,
  reportBug,
  news,
  bulkNews,
  editMyBug,
  editAnyBug,
  classifyBug,
  userList,
  editUser,
  addUser,
  roles,
  jobs,
  mail,
  settings,
  products,
  product,
  labels,
  profile,
  assignUser,
  assignUserWithoutId,
  chat,
])

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whether logging out on this screen goes to the home page. */
    needsLogin?: boolean
  }
}
