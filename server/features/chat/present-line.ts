import type { ChatLine } from '#shared/chat/chat-line.ts'
import type { StoredLine } from './line-store.ts'

/** Who reads a message: the visitor of its conversation, or a member of staff. */
export type Reader = 'visitor' | { readonly staffId: string }

/** Converts a message for its reader. Staff are shown by name only, and client ids go only to the writer. */
export function presentLine(line: StoredLine, reader: Reader): ChatLine {
  const own = reader === 'visitor' ? line.from === 'visitor' : line.from === 'staff' && line.userId === reader.staffId
  return {
    sender: line.senderName,
    message: line.message,
    id: line.id,
    conversationId: line.conversationId,
    seq: line.seq,
    sentAt: line.sentOn.toISOString(),
    from: line.from,
    own,
    ...(own && line.clientId !== null && { clientId: line.clientId }),
  }
}
