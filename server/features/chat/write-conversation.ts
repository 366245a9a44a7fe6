import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { createHash } from 'node:crypto'
import { addMessage } from './message-store.ts'

/** A complete conversation of the past. */
export interface PastConversation {
  readonly visitor: string
  /** Path of the page where the visitor wrote. */
  readonly page: string
  readonly userAgent: string
  /** Oldest first; `by` is the visitor, or the account that answered. */
  readonly messages: readonly {
    readonly by: 'visitor' | { readonly userId: string; readonly fullName: string }
    readonly at: Date
    readonly message: string
  }[]
}

/** Writes a whole conversation of an anonymous visitor who does not come back. @returns its id */
export async function writeConversation(tx: Tx, conversation: PastConversation): Promise<string> {
  const first = conversation.messages[0]?.at ?? new Date()
  const last = conversation.messages.at(-1)
  const answered = conversation.messages.findLast(({ by }) => by !== 'visitor')
  const answerer = answered && answered.by !== 'visitor' ? answered.by.userId : null
  const answeredUpTo = answered ? conversation.messages.indexOf(answered) + 1 : 0
  const id = newRecordId(first)
  await tx
    .insertInto('conversations')
    .values({
      id,
      // Nobody has a token with this hash.
      visitor_hash: createHash('sha256').update(`talk ${id}`).digest(),
      user_id: null,
      visitor_name: conversation.visitor,
      email: null,
      opened_on: first,
      last_line_on: first,
      staff_seen: answeredUpTo,
      visitor_seen: answeredUpTo,
      waiting_since: last?.by === 'visitor' ? (conversation.messages[answeredUpTo]?.at ?? null) : null,
      taken_by: answerer,
      closed_on: null,
      blocked_on: null,
      network: 'none',
      page: conversation.page,
      user_agent: conversation.userAgent,
    })
    .execute()
  for (const { by, at, message } of conversation.messages) {
    const speaker =
      by === 'visitor'
        ? ({ from: 'visitor', userId: null, senderName: conversation.visitor } as const)
        : ({ from: 'staff', userId: by.userId, senderName: by.fullName } as const)
    await addMessage(tx, id, { ...speaker, message, sentOn: at })
  }
  return id
}
