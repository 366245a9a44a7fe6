import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { indexComment, messageLexemes, reindexComment, withinLimit } from '#server/features/search/public.ts'
import { mentionsIn, recordMentions } from '#server/features/texts/public.ts'
import type { Mention } from '#shared/texts/mention.ts'
import { sql } from 'kysely'
import type { CommentRow } from './comment-presenter.ts'

/** A new text of a comment, and when it was changed. */
interface NewMessage {
  readonly message: string
  readonly version: number
  readonly editedOn: Date
}

/**
 * What differs between the two kinds of comments: their tables, their events, and how a search finds their words. A comment
 * stays what it was written as.
 */
interface KindOfComment {
  readonly events: {
    readonly edited: 'comment-edited' | 'internal-comment-edited'
    readonly deleted: 'comment-deleted' | 'internal-comment-deleted'
    readonly restored: 'comment-restored' | 'internal-comment-restored'
  }
  /** @returns whom the new text mentions */
  setMessage(tx: Tx, actor: Actor, bugId: string, comment: CommentRow, changed: NewMessage): Promise<Mention[]>
  /** @param deletedOn null restores its words */
  setDeleted(tx: Tx, bugId: string, comment: CommentRow, deletedOn: Date | null): Promise<void>
}

const open: KindOfComment = {
  events: { edited: 'comment-edited', deleted: 'comment-deleted', restored: 'comment-restored' },
  async setMessage(tx, actor, bugId, { commentId, message: before, deletedOn }, { message, version, editedOn }) {
    const mentions = await recordMentions(tx, actor, { bugId, commentId }, [message], [before])
    await tx
      .updateTable('comments')
      .set({ message, edited_on: editedOn, version })
      .where('id', '=', commentId)
      .execute()
    if (deletedOn === null) await reindexComment(tx, bugId, commentId, message)
    return mentions
  },
  async setDeleted(tx, bugId, { commentId, message }, deletedOn) {
    await tx.updateTable('comments').set({ deleted_on: deletedOn }).where('id', '=', commentId).execute()
    if (deletedOn === null) await indexComment(tx, bugId, commentId, message)
    else await reindexComment(tx, bugId, commentId, undefined)
  },
}

const internal: KindOfComment = {
  events: {
    edited: 'internal-comment-edited',
    deleted: 'internal-comment-deleted',
    restored: 'internal-comment-restored',
  },
  async setMessage(tx, actor, _bugId, { commentId, mentions: before, deletedOn }, { message, version, editedOn }) {
    const mentions = await internalMentions(tx, actor, message, before)
    const words = deletedOn === null ? internalWords(message) : noWords
    await tx
      .updateTable('internal_comments')
      .set({ message, edited_on: editedOn, version, mentions: JSON.stringify(mentions), words })
      .where('id', '=', commentId)
      .execute()
    return mentions
  },
  async setDeleted(tx, _bugId, { commentId, message }, deletedOn) {
    const words = deletedOn === null ? internalWords(message) : noWords
    await tx
      .updateTable('internal_comments')
      .set({ deleted_on: deletedOn, words })
      .where('id', '=', commentId)
      .execute()
  },
}

/** Returns how a comment is written. */
export const kindOf = ({ isInternal }: Pick<CommentRow, 'isInternal'>): KindOfComment => (isInternal ? internal : open)

/** The lexemes of an internal comment, which stand with it and nowhere else. */
export const internalWords = (message: string) =>
  sql<string>`array_to_tsvector(${withinLimit(messageLexemes(message))}::text[])`

/** A search does not find what was deleted. */
const noWords = sql<string>`''::tsvector`

/**
 * Whom the text of an internal comment mentions: of the people whom it names, those who may read it.
 * @param before whom it mentioned until now
 */
export async function internalMentions(
  tx: Tx,
  actor: Actor,
  message: string,
  before: readonly Mention[] = [],
): Promise<Mention[]> {
  const named = await mentionsIn(tx, actor, [message], before)
  if (named.length === 0) return []
  const { rows } = await sql<{
    id: string
  }>`select distinct ur.user_id as id from user_roles ur join roles r on r.name = ur.role
    where ur.user_id = any(${named.map(({ _id }) => _id)}::text[]) and 'canViewInternalComments' = any(r.permissions)`.execute(
    tx,
  )
  const readers = new Set(rows.map(({ id }) => id))
  return named.filter(({ _id }) => readers.has(_id))
}
