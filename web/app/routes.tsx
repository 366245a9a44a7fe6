import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { routePatterns } from '#shared/site/screens.ts'
import { parseListSearch } from '#web/features/bugs/list-search.ts'
import { parseInboxSearch } from '#web/features/chat/inbox-search.ts'
import { HomePage } from '#web/features/home/home-page.tsx'
import { parseUserSearch } from '#web/features/users/user-search.ts'
import { NotFoundPage } from '#web/features/site/not-found-page.tsx'
import { messages } from '#web/lib/messages.ts'
import { meantOnly } from '#web/lib/lists/search-params.ts'
import { ensureSession } from '#web/lib/session/session.ts'
import {
  requireCheckedPermission,
  requireLoggedOut,
  requireLogin,
  requirePermission,
  type RouterContext,
} from './guards.ts'
import { lazyScreen } from './lazy-screen.ts'
import { readBugAhead, readListAhead } from './read-ahead.ts'

const root = createRootRouteWithContext<RouterContext>()({ notFoundComponent: NotFoundPage })

const home = createRoute({ getParentRoute: () => root, path: routePatterns.home, component: HomePage })

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
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canViewData')),
  loaderDeps: ({ search }) => ({ timeline: (search as Record<string, unknown>)['timeline'] }),
  loader: ({ context, params, deps }) => void readBugAhead(context.client, params.bugId, deps.timeline),
  component: lazyScreen(() => import('#web/features/bug-pages/view/bug-view-page.tsx'), 'BugViewPage'),
  staticData: { needsLogin: true },
})

const bugAsOf = createRoute({
  getParentRoute: () => root,
  path: routePatterns.bugAsOf,
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canViewData')),
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

const editTexts = {
  refusal: messages.access.invalidPermissionLevel,
  checkFailed: messages.bugEdit.permissionCheckFailed,
}

const editMyBug = createRoute({
  getParentRoute: () => root,
  path: routePatterns.editMyBug,
  beforeLoad: (visit) => requireCheckedPermission(visit, 'canEditMyBug', editTexts),
  component: lazyScreen(() => import('#web/features/bug-pages/edit/edit-page.tsx'), 'EditMyBugPage'),
  staticData: { needsLogin: true },
})

const editAnyBug = createRoute({
  getParentRoute: () => root,
  path: routePatterns.editAnyBug,
  beforeLoad: (visit) => requireCheckedPermission(visit, 'canEditAnyBug', editTexts),
  component: lazyScreen(() => import('#web/features/bug-pages/edit/edit-page.tsx'), 'EditAnyBugPage'),
  staticData: { needsLogin: true },
})

const classifyBug = createRoute({
  getParentRoute: () => root,
  path: routePatterns.classifyBug,
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canClassifyAnyBug')),
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

const roles = createRoute({
  getParentRoute: () => root,
  path: routePatterns.roles,
  beforeLoad: async (visit) => void (await requirePermission(visit, 'canEditAnyUser', messages.roles.noPermission)),
  component: lazyScreen(() => import('#web/features/roles/roles-page.tsx'), 'RolesPage'),
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
  beforeLoad: (visit) => requireCheckedPermission(visit, 'canReassignAnyBug', assignTexts),
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
  login,
  register,
  setup,
  bugList,
  viewBug,
  bugAsOf,
  viewBugWithoutId,
  reportBug,
  editMyBug,
  editAnyBug,
  classifyBug,
  userList,
  editUser,
  roles,
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
