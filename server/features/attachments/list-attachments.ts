import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { requireBug } from '#server/features/bugs/public.ts'
import type { Attachment } from '#shared/attachments/contract.ts'
import { maxAttachmentsListed } from '#shared/attachments/words.ts'
import { presentAttachment, selectAttachments } from './attachment-store.ts'
import { maySeeAttachment } from './policy.ts'

/** Returns these attachments; those that the caller may not see are left out. */
export async function listAttachments(db: Db, actor: Actor, ids: readonly string[]): Promise<Attachment[]> {
  const rows = await selectAttachments(db, actor).where('attachments.id', 'in', ids).execute()
  return rows
    .filter((row) => maySeeAttachment(actor, { isUsed: row.bug_id !== null, uploadedBy: row.uploaded_by }))
    .map(presentAttachment)
}

/** Returns the latest attachments of a bug, oldest first. @throws AppError not-found */
export async function listBugAttachments(db: Db, actor: Actor, bugId: string): Promise<Attachment[]> {
  await requireBug(db, actor, bugId)
  const rows = await selectAttachments(db, actor)
    .where('bug_id', '=', bugId)
    .orderBy('attachments.created_on', 'desc')
    .orderBy('attachments.id', 'desc')
    .limit(maxAttachmentsListed)
    .execute()
  return rows.toReversed().map(presentAttachment)
}
