import type { ChatLine } from '#shared/chat/chat-line.ts'
import type { StoredLine } from './line-store.ts'

/** Who reads a line: the visitor of its conversation, or a member of staff. */
export type Reader = 'visitor' | { readonly staffId: string }

/** A line as its reader gets it. Who of the staff wrote it is told by name alone; client ids go to the writer alone. */
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
