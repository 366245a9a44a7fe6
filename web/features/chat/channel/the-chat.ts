import { theConnection } from '#web/lib/socket/the-connection.ts'
import { openChat } from './chat.ts'

/** The chat of this page, shared by the box and the inbox. */
export const theChat = openChat(theConnection.join)
