/** Tables for fast search and totals, which follow the bugs and comments. */
const kept = ['bug_search', 'bug_ranks', 'bug_texts', 'bug_counts', 'search_vocabulary', 'conversation_bugs']
const following = ['bug_followers', 'bug_seen', 'bug_joins']
/** What follows from a change of a bug: its history, its notifications, and notices in the chats that it came from. */
const ofBug = ['bugs', 'events', ...kept, ...following, 'mentions', 'attachments', 'chat_lines', 'conversations']
const ofSession = ['sessions', 'events']
const ofConversation = ['conversations', 'chat_lines', 'conversation_bugs', 'events', 'bug_search', 'bug_texts']

/**
 * Tables in which a call or socket event may change anything, besides the counters of `rate_limits`. What is not listed
 * may change nothing.
 */
export const mayTouch: Readonly<Record<string, readonly string[]>> = {
  login: ofSession,
  register: ['users', 'user_roles', ...ofSession],
  logout: ofSession,
  endMySession: ofSession,
  endUserSession: ofSession,
  editUser: ['users', 'user_roles', 'conversations', ...ofSession],
  editMe: ['users', 'conversations', ...ofSession],
  setUserActive: ['users', 'conversations', ...ofSession],
  createRole: ['roles', 'events'],
  changeRole: ['roles', 'conversations', 'events'],
  reportBug: [...ofBug, 'request_keys'],
  editBug: ofBug,
  editMyBug: ofBug,
  closeBug: ofBug,
  setBugStatus: ofBug,
  setBugFields: ofBug,
  classifyBug: ofBug,
  assignBug: ofBug,
  mergeBug: ofBug,
  undoChange: [...ofBug, 'comments'],
  addComment: [...ofBug, 'comments', 'request_keys'],
  editComment: [...ofBug, 'comments'],
  deleteComment: [...ofBug, 'comments'],
  joinBug: [...ofBug, 'comments', 'request_keys'],
  leaveBug: ['bugs', 'bug_joins', 'bug_followers', 'events'],
  followBug: ['bug_followers', 'events'],
  seeBug: ['bug_seen', 'events'],
  seeAllNews: ['bug_seen', 'events'],
  createView: ['views', 'view_pins'],
  editView: ['views', 'view_pins'],
  deleteView: ['views', 'view_pins'],
  pinView: ['view_pins'],
  uploadAttachment: ['attachments', 'installation'],
  takeConversation: ofConversation,
  closeConversation: ofConversation,
  blockVisitor: ofConversation,
  deleteConversation: ofConversation,
  reportFromConversation: [...ofBug, 'users', 'request_keys'],
  createAnswer: ['chat_answers', 'events'],
  editAnswer: ['chat_answers', 'events'],
  deleteAnswer: ['chat_answers', 'events'],
  createFirstAdministrator: ['users', 'user_roles', 'setup_tokens', ...ofSession],
  setName: ['conversations', 'chat_lines', 'events'],
  sendMessage: ofConversation,
  markSeen: ['conversations', 'events'],
  leaveEmail: ['conversations', 'events'],
}
