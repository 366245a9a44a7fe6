/**
 * Addresses of all screens, with `$` before parameters: the client's router shows them, and the server answers them
 * with the page.
 */
export const routePatterns = {
  home: '/',
  /** Leads to the bug of a key; no other address of one part is a screen's. */
  bugKey: '/$bugKey',
  login: '/page/login',
  register: '/page/login/register',
  forgotPassword: '/page/login/forgot',
  resetPassword: '/page/login/reset',
  confirmEmail: '/page/login/confirm',
  acceptInvitation: '/page/login/invitation',
  setup: '/page/setup',
  userList: '/page/users/list',
  editUser: '/page/users/list/edit/$userId',
  addUser: '/page/users/add',
  roles: '/page/users/roles',
  jobs: '/page/users/jobs',
  mail: '/page/users/mail',
  settings: '/page/users/settings',
  products: '/page/products',
  product: '/page/products/$productId',
  profile: '/page/users/me',
  bugList: '/page/bugs/list',
  viewBug: '/page/bugs/list/view/$bugId',
  bugAsOf: '/page/bugs/list/view/$bugId/as-of/$entryId',
  viewBugWithoutId: '/page/bugs/list/view',
  editMyBug: '/page/bugs/list/edit/my/$bugId',
  editAnyBug: '/page/bugs/list/edit/$bugId',
  classifyBug: '/page/bugs/list/classify/$bugId',
  reportBug: '/page/bugs/report',
  labels: '/page/bugs/labels',
  news: '/page/notifications',
  /** Where a mail's link leads by which one is mailed less. */
  lessMail: '/page/mail/less',
  /** Where the answers of the chat are asked for, at an address that was left there. */
  confirmChat: '/page/mail/chat',
  /** Where a reporter without an account follows their bug. */
  report: '/page/report/$token',
  /** Where the sender of a mail makes it a report. */
  confirmReport: '/page/confirm-report/$token',
  bulkNews: '/page/bugs/news/$bulkId',
  assignUser: '/page/bugs/assignUser/$bugId',
  assignUserWithoutId: '/page/bugs/assignUser',
  chat: '/page/chat',
} as const
