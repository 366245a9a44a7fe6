import type { Tx } from '#server/db/database.ts'
import type { EventType, NewEvent } from '#server/events/event.ts'
import { referredAttachments } from '#shared/attachments/words.ts'

/** Most new attachments of one text. */
const maxAtOnce = 200

/**
 * Assigns the uploads that a text refers to to the bug of that text, when the text is stored. Only the author's own
 * uploads count, and only those that no text has used before: an attachment never moves to another bug, and nobody gets
 * access to others' files by their ids.
 */
export async function claimAttachments(tx: Tx, event: NewEvent): Promise<void> {
  if (event.actorId === null) return
  const written = writtenBy(event)
  const ids = written?.texts.flatMap(referredAttachments).slice(0, maxAtOnce)
  if (!written || !ids || ids.length === 0) return
  await tx
    .updateTable('attachments')
    .set({ bug_id: event.subjectId, ...written.place })
    .where('id', 'in', ids)
    .where('uploaded_by', '=', event.actorId)
    .where('bug_id', 'is', null)
    .execute()
}

interface Written {
  /** The comment; none for the bug's own texts. */
  readonly place: { readonly comment_id?: string; readonly internal_comment_id?: string }
  readonly texts: readonly string[]
}

const is = <T extends EventType>(event: NewEvent, type: T): event is NewEvent<T> => event.type === type

/** Returns the texts that an event stored. */
function writtenBy(event: NewEvent): Written | undefined {
  if (is(event, 'bug-reported')) {
    const { description, stepsToReproduce } = event.payload
    return { place: {}, texts: [description, stepsToReproduce] }
  }
  if (is(event, 'bug-edited')) {
    const { description, stepsToReproduce } = event.payload
    return { place: {}, texts: [description?.to ?? '', stepsToReproduce?.to ?? ''] }
  }
  if (is(event, 'comment-added')) return ofComment(event.payload, event.payload.message)
  if (is(event, 'comment-edited')) return ofComment(event.payload, event.payload.to)
  if (is(event, 'internal-comment-added')) return ofInternal(event.payload, event.payload.message)
  if (is(event, 'internal-comment-edited')) return ofInternal(event.payload, event.payload.to)
  return undefined
}

const ofComment = ({ commentId }: { readonly commentId: string }, text: string): Written => ({
  place: { comment_id: commentId },
  texts: [text],
})

const ofInternal = ({ commentId }: { readonly commentId: string }, text: string): Written => ({
  place: { internal_comment_id: commentId },
  texts: [text],
})
