import type { Actor } from '#server/access/actor.ts'
import { seesRow } from '#server/access/sight.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Attachment } from '#shared/attachments/contract.ts'
import { referredAttachments } from '#shared/attachments/words.ts'
import { sql } from 'kysely'

/** An attachment as it is read, with its uploader's name. */
export interface AttachmentRow {
  readonly id: string
  readonly bug_id: string | null
  readonly uploaded_by: string
  readonly full_name: string
  readonly name: string
  readonly media_type: string
  readonly bytes: number
  readonly sha256: string
  readonly width: number | null
  readonly height: number | null
  readonly created_on: Date
}

const attachmentColumns = [
  ...(['attachments.id', 'bug_id', 'uploaded_by', 'users.full_name', 'name', 'media_type', 'bytes', 'sha256'] as const),
  ...(['width', 'height', 'attachments.created_on'] as const),
] as const

/**
 * Selects attachments with their uploaders, for further conditions. Those of a bug that the actor may not see are left
 * out, those of internal comments
 * where the actor may not see such, and those of a deleted comment, unless another text of the bug refers to them.
 */
export function selectAttachments(db: Db, actor: Actor) {
  return db
    .selectFrom('attachments')
    .innerJoin('users', 'users.id', 'attachments.uploaded_by')
    .select(attachmentColumns)
    .where(ofSeenBug(actor))
    .where(isShown(actor))
}

/** Only its uploader sees one that no text refers to yet; that is for the policy to say. */
const ofSeenBug = (actor: Actor) => sql<boolean>`(
  attachments.bug_id is null
  or exists (select from bugs seen where seen.id = attachments.bug_id and ${seesRow(actor, 'seen')})
)`

/**
 * A file that an internal comment used first stays internal, whatever refers to it later. Evaluated in this order: the texts
 * are searched only for the files of deleted comments.
 */
const isShown = ({ sees }: Actor) => sql<boolean>`(
  (attachments.internal_comment_id is null or ${sees.internalComments}::boolean)
  and (
    coalesce(attachments.comment_id, attachments.internal_comment_id) is null
    or (select c.deleted_on is null from comments c where c.id = attachments.comment_id)
    or (select c.deleted_on is null from internal_comments c where c.id = attachments.internal_comment_id)
    or (select strpos(b.description, 'attachment:' || attachments.id) > 0
          or strpos(b.steps_to_reproduce, 'attachment:' || attachments.id) > 0
        from bugs b where b.id = attachments.bug_id)
    or exists (select from comments c where c.bug_id = attachments.bug_id and c.deleted_on is null
        and strpos(c.message, 'attachment:' || attachments.id) > 0)
    or (${sees.internalComments}::boolean and exists (
        select from internal_comments c where c.bug_id = attachments.bug_id and c.deleted_on is null
          and strpos(c.message, 'attachment:' || attachments.id) > 0))
  )
)`

/**
 * Returns the files of a bug that these texts refer to, oldest first: for who may read the texts, and nothing else of the bug. A file
 * that an internal comment used first stays internal, whatever refers to it later.
 */
export function filesOfTexts(db: Db, bugId: string, texts: readonly string[]): Promise<AttachmentRow[]> {
  const ids = [...new Set(texts.flatMap(referredAttachments))]
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('attachments')
    .innerJoin('users', 'users.id', 'attachments.uploaded_by')
    .select(attachmentColumns)
    .where('bug_id', '=', bugId)
    .where('attachments.id', 'in', ids)
    .where('internal_comment_id', 'is', null)
    .orderBy('attachments.created_on')
    .orderBy('attachments.id')
    .execute()
}

/** An attachment of a bug, with what an export tells of it. */
export type BugFileRow = AttachmentRow & { readonly email: string | null }

/**
 * Returns the attachments of bugs, oldest first, as `selectAttachments` shows them; none of internal comments, because whoever
 * reads the export would have them as files that everybody sees.
 */
export async function filesOfBugs(
  db: Db,
  actor: Actor,
  bugIds: readonly string[],
): Promise<ReadonlyMap<string, readonly BugFileRow[]>> {
  if (bugIds.length === 0) return new Map()
  const rows = await selectAttachments(db, actor)
    .select('users.email')
    .where('bug_id', 'in', bugIds)
    .where('internal_comment_id', 'is', null)
    .orderBy('attachments.created_on')
    .orderBy('attachments.id')
    .execute()
  return Map.groupBy(rows, ({ bug_id }) => bug_id ?? '')
}

export function presentAttachment(row: AttachmentRow): Attachment {
  return {
    _id: row.id,
    name: row.name,
    mediaType: row.media_type,
    bytes: row.bytes,
    ...(row.width !== null && row.height !== null && { width: row.width, height: row.height }),
    uploadedBy: { _id: row.uploaded_by, fullName: row.full_name },
    createdOn: row.created_on.toISOString(),
  }
}

/**
 * Acquires the lock on a content until the end of the transaction. Only its holder decides whether the content is
 * needed, so that a file is deleted only while no row can start to refer to it.
 */
export async function lockContent(tx: Tx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attachment content'), hashtext(${sha256}))`.execute(tx)
}

/** Returns whether any attachment has this content. */
export async function isNeeded(db: Db, sha256: string): Promise<boolean> {
  const row = await db.selectFrom('attachments').select('id').where('sha256', '=', sha256).limit(1).executeTakeFirst()
  return row !== undefined
}
