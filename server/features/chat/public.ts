export { giveBackConversations } from './give-back.ts'
export { addBugNotice } from './bug-notice.ts'
export { type Chat, openChat } from './open-chat.ts'
export { type Talk, writeTalk } from './write-talk.ts'
