/**
 * Addresses of all screens, with `$` before parameters: the client's router shows them, and the server answers them
 * with the page.
 */
export const routePatterns = {
  home: '/',
  login: '/page/login',
  register: '/page/login/register',
  setup: '/page/setup',
  userList: '/page/users/list',
  editUser: '/page/users/list/edit/$userId',
  roles: '/page/users/roles',
  profile: '/page/users/me',
  bugList: '/page/bugs/list',
  viewBug: '/page/bugs/list/view/$bugId',
  bugAsOf: '/page/bugs/list/view/$bugId/as-of/$entryId',
  viewBugWithoutId: '/page/bugs/list/view',
  editMyBug: '/page/bugs/list/edit/my/$bugId',
  editAnyBug: '/page/bugs/list/edit/$bugId',
  classifyBug: '/page/bugs/list/classify/$bugId',
  reportBug: '/page/bugs/report',
  assignUser: '/page/bugs/assignUser/$bugId',
  assignUserWithoutId: '/page/bugs/assignUser',
  chat: '/page/chat',
} as const
