import type { Db, Tx } from '#server/db/database.ts'
import type { Attachment } from '#shared/attachments/contract.ts'
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

/**
 * Selects attachments with their uploaders, for further conditions. Those of a deleted comment are left out, unless
 * another text of the bug refers to them.
 */
export function selectAttachments(db: Db) {
  return db
    .selectFrom('attachments')
    .innerJoin('users', 'users.id', 'attachments.uploaded_by')
    .select(['attachments.id', 'bug_id', 'uploaded_by', 'users.full_name', 'name', 'media_type', 'bytes', 'sha256'])
    .select(['width', 'height', 'attachments.created_on'])
    .where(isShown)
}

/** Evaluated in this order: the texts are searched only for the files of deleted comments. */
const isShown = sql<boolean>`(
  attachments.comment_id is null
  or (select c.deleted_on is null from comments c where c.id = attachments.comment_id)
  or (select strpos(b.description, 'attachment:' || attachments.id) > 0
        or strpos(b.steps_to_reproduce, 'attachment:' || attachments.id) > 0
      from bugs b where b.id = attachments.bug_id)
  or exists (select from comments c where c.bug_id = attachments.bug_id and c.deleted_on is null
      and strpos(c.message, 'attachment:' || attachments.id) > 0)
)`

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
