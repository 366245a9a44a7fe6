import type { ChatMessage } from '#shared/chat/chat-message.ts'
import type { StoredMessage } from './message-store.ts'

/** Who reads a message: the visitor of its conversation, or a member of staff. */
export type Reader = 'visitor' | { readonly staffId: string }

/** Converts a message for its reader. Staff are shown by name only, and client ids go only to the writer. */
export function presentMessage(message: StoredMessage, reader: Reader): ChatMessage {
  const own =
    reader === 'visitor' ? message.from === 'visitor' : message.from === 'staff' && message.userId === reader.staffId
  return {
    sender: message.senderName,
    message: message.message,
    id: message.id,
    conversationId: message.conversationId,
    seq: message.seq,
    sentAt: message.sentOn.toISOString(),
    from: message.from,
    own,
    ...(own && message.clientId !== null && { clientId: message.clientId }),
  }
}
