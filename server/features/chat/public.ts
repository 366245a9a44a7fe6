export { giveBackConversations } from './give-back.ts'
export { tellBugNews } from './bug-news.ts'
export { type Chat, openChat } from './open-chat.ts'
export { type Talk, writeTalk } from './write-talk.ts'
