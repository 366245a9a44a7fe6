import { theLine } from '#web/lib/socket/the-line.ts'
import { openChat } from './chat.ts'

/** The chat of this page, shared by the box and the inbox. */
export const theChat = openChat(theLine.join)
