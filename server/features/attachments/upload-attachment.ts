import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import type { InTx } from '#server/events/transactor.ts'
import { AppError } from '#server/http/app-error.ts'
import { waitForOwn } from '#server/http/once-per-key.ts'
import type { Call } from '#server/http/serve.ts'
import type { Attachment, uploadAttachment as endpoint } from '#shared/attachments/contract.ts'
import { rm } from 'node:fs/promises'
import { type AttachmentRow, lockContent, presentAttachment } from './attachment-store.ts'
import { cleanName } from './clean-name.ts'
import { contentKey, thumbnailKey } from './content-store.ts'
import type { AttachmentStore } from './open-attachment-store.ts'
import { refuseOverQuota } from './quota.ts'
import { receiveFile, tooLarge } from './receive-file.ts'
import { sniffImage } from './sniff-image.ts'
import { makeThumbnail } from './thumbnail.ts'

/**
 * Stores a file that a text is going to refer to.
 * @throws AppError too-large, too-many-requests; invalid-input when it is empty or breaks off
 */
export async function uploadAttachment(
  { actor, query, body, declaredBytes }: Call<typeof endpoint>,
  inTx: InTx,
  attachments: AttachmentStore,
): Promise<Attachment> {
  if (declaredBytes !== undefined && declaredBytes > attachments.maxBytes) throw tooLarge(attachments.maxBytes)
  return attachments.slots.hold(actor.userId, async () => {
    await inTx((tx) => refuseOverQuota(tx, actor.userId, declaredBytes ?? 0, attachments.maxBytes))
    const file = await receiveFile(body, attachments.incoming, attachments.maxBytes)
    const temporary = [file.path]
    try {
      const image = sniffImage(file.head)
      const thumbnail = image === undefined ? undefined : await makeThumbnail(file.path, attachments.incoming)
      if (thumbnail) temporary.push(thumbnail.path)
      const createdOn = new Date()
      const row: AttachmentRow = {
        id: newRecordId(createdOn),
        bug_id: null,
        uploaded_by: actor.userId,
        full_name: actor.fullName,
        name: cleanName(query.name),
        media_type: image ?? 'application/octet-stream',
        bytes: file.bytes,
        sha256: file.sha256,
        width: thumbnail?.width ?? null,
        height: thumbnail?.height ?? null,
        created_on: createdOn,
      }
      // The row comes first: from then on nobody deletes this content, even if it exists already.
      await inTx((tx) => insertAttachment(tx, row, attachments.maxBytes))
      try {
        await attachments.ownership.enter(inTx)
        await attachments.store.put(contentKey(file.sha256), file.path)
        if (thumbnail) await attachments.store.put(thumbnailKey(file.sha256), thumbnail.path)
      } catch (error) {
        attachments.log.error({ err: error }, 'an uploaded file could not be kept')
        await inTx((tx) => tx.deleteFrom('attachments').where('id', '=', row.id).execute())
        throw new AppError('unavailable', 'The file could not be stored. Nothing was changed; try again.', {
          retryAfterSeconds: 5,
        })
      }
      return presentAttachment(row)
    } finally {
      for (const path of temporary) await rm(path, { force: true })
    }
  })
}

async function insertAttachment(tx: Tx, { full_name: _, ...row }: AttachmentRow, maxBytes: number): Promise<void> {
  await waitForOwn(tx, row.uploaded_by)
  await refuseOverQuota(tx, row.uploaded_by, row.bytes, maxBytes)
  await lockContent(tx, row.sha256)
  await tx
    .insertInto('attachments')
    .values({ ...row, comment_id: null })
    .execute()
}
