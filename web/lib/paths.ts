/** Addresses of all screens. Screens link with these and never write an address themselves. */
export const paths = {
  home: '/',
  login: '/page/login',
  register: '/page/login/register',
  setup: '/page/setup',
  userList: '/page/users/list',
  editUser: (userId: string) => `/page/users/list/edit/${encodeURIComponent(userId)}`,
  roles: '/page/users/roles',
  profile: '/page/users/me',
  bugList: '/page/bugs/list',
  viewBug: (bugId: string) => `/page/bugs/list/view/${encodeURIComponent(bugId)}`,
  bugAsOf: (bugId: string, entryId: string) =>
    `/page/bugs/list/view/${encodeURIComponent(bugId)}/as-of/${encodeURIComponent(entryId)}`,
  editMyBug: (bugId: string) => `/page/bugs/list/edit/my/${encodeURIComponent(bugId)}`,
  editAnyBug: (bugId: string) => `/page/bugs/list/edit/${encodeURIComponent(bugId)}`,
  classifyBug: (bugId: string) => `/page/bugs/list/classify/${encodeURIComponent(bugId)}`,
  reportBug: '/page/bugs/report',
  assignUser: (bugId: string) => `/page/bugs/assignUser/${encodeURIComponent(bugId)}`,
  chat: '/page/chat',
} as const
