import * as attachments from '#shared/attachments/contract.ts'
import * as auth from '#shared/auth/contract.ts'
import * as bugs from '#shared/bugs/contract.ts'
import * as chat from '#shared/chat/contract.ts'
import * as comments from '#shared/comments/contract.ts'
import * as following from '#shared/following/contract.ts'
import * as history from '#shared/history/contract.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import * as merging from '#shared/merging/contract.ts'
import * as roles from '#shared/roles/contract.ts'
import * as setup from '#shared/setup/contract.ts'
import * as similar from '#shared/similar/contract.ts'
import * as site from '#shared/site/contract.ts'
import * as texts from '#shared/texts/contract.ts'
import * as users from '#shared/users/contract.ts'
import * as views from '#shared/views/contract.ts'

/** Every endpoint of the product. The access tests and the documentation read this list; the server refuses to start
 *  when one of them is not bound. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  login: auth.login,
  register: auth.register,
  logout: auth.logout,
  loginStatus: auth.loginStatus,
  hasPermission: auth.hasPermission,
  permissions: auth.permissions,
  listMySessions: auth.listMySessions,
  endMySession: auth.endMySession,
  listUserSessions: auth.listUserSessions,
  endUserSession: auth.endUserSession,
  me: users.me,
  listUsers: users.listUsers,
  getUser: users.getUser,
  editUser: users.editUser,
  editMe: users.editMe,
  setUserActive: users.setUserActive,
  listRoles: roles.listRoles,
  roleMatrix: roles.roleMatrix,
  createRole: roles.createRole,
  changeRole: roles.changeRole,
  listBugs: bugs.listBugs,
  viewBug: bugs.viewBug,
  reportBug: bugs.reportBug,
  editBug: bugs.editBug,
  editMyBug: bugs.editMyBug,
  closeBug: bugs.closeBug,
  setBugStatus: bugs.setBugStatus,
  setBugFields: bugs.setBugFields,
  classifyBug: bugs.classifyBug,
  assignBug: bugs.assignBug,
  addComment: comments.addComment,
  editComment: comments.editComment,
  deleteComment: comments.deleteComment,
  listTimeline: history.listTimeline,
  viewChange: history.viewChange,
  viewBugAsOf: history.viewBugAsOf,
  undoChange: history.undoChange,
  findSimilar: similar.findSimilar,
  listCandidates: similar.listCandidates,
  listViews: views.listViews,
  viewView: views.viewView,
  createView: views.createView,
  editView: views.editView,
  deleteView: views.deleteView,
  pinView: views.pinView,
  followBug: following.followBug,
  joinBug: following.joinBug,
  leaveBug: following.leaveBug,
  // The names of the endpoints are public as operation ids, so these keep theirs.
  listNews: following.listNotifications,
  seeBug: following.seeBug,
  seeAllNews: following.seeAllNotifications,
  mergeBug: merging.mergeBug,
  listMergedComments: merging.listMergedComments,
  listReferences: texts.listReferences,
  uploadAttachment: attachments.uploadAttachment,
  listAttachments: attachments.listAttachments,
  viewAttachment: attachments.viewAttachment,
  listBugAttachments: attachments.listBugAttachments,
  listConversations: chat.listConversations,
  viewConversation: chat.viewConversation,
  listLines: chat.listMessages,
  takeConversation: chat.takeConversation,
  closeConversation: chat.closeConversation,
  blockVisitor: chat.blockVisitor,
  deleteConversation: chat.deleteConversation,
  reportFromConversation: chat.reportFromConversation,
  listConversationsOfBug: chat.listConversationsOfBug,
  listAnswers: chat.listAnswers,
  createAnswer: chat.createAnswer,
  editAnswer: chat.editAnswer,
  deleteAnswer: chat.deleteAnswer,
  checkSetupToken: setup.checkSetupToken,
  createFirstAdministrator: setup.createFirstAdministrator,
  site: site.getSite,
}
