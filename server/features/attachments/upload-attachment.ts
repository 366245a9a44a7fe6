import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import type { InTx } from '#server/events/transactor.ts'
import { AppError } from '#server/http/app-error.ts'
import { waitForOwn } from '#server/http/once-per-key.ts'
import type { Call } from '#server/http/serve.ts'
import type { Attachment, uploadAttachment as endpoint } from '#shared/attachments/contract.ts'
import type { Readable } from 'node:stream'
import { type AttachmentRow, lockContent, presentAttachment } from './attachment-store.ts'
import { cleanName } from './clean-name.ts'
import { keepContent, withArrivedFile } from './keep-file.ts'
import type { AttachmentStore } from './open-attachment-store.ts'
import { refuseOverQuota } from './quota.ts'
import { tooLarge } from './receive-file.ts'

/** Stores a file that a text of the caller is going to refer to. @throws AppError as `keepUpload` */
export function uploadAttachment(
  { actor, query, body, declaredBytes }: Call<typeof endpoint>,
  inTx: InTx,
  attachments: AttachmentStore,
): Promise<Attachment> {
  return keepUpload(actor, { name: query.name, content: body, declaredBytes }, inTx, attachments)
}

/** A file as somebody sends it. */
export interface Upload {
  readonly name: string
  readonly content: Readable
  /** What the request says of its length. */
  readonly declaredBytes?: number | undefined
}

/**
 * Stores a file that a text of somebody is going to refer to.
 * @throws AppError too-large, too-many-requests; invalid-input when it is empty or breaks off
 */
export async function keepUpload(
  actor: Pick<Actor, 'userId' | 'fullName'>,
  { name, content, declaredBytes }: Upload,
  inTx: InTx,
  attachments: AttachmentStore,
): Promise<Attachment> {
  if (declaredBytes !== undefined && declaredBytes > attachments.maxBytes) throw tooLarge(attachments.maxBytes)
  return attachments.slots.hold(actor.userId, async () => {
    await inTx((tx) => refuseOverQuota(tx, actor.userId, declaredBytes ?? 0, attachments.maxBytes))
    return withArrivedFile(content, attachments, async (file) => {
      const createdOn = new Date()
      const row: AttachmentRow = {
        id: newRecordId(createdOn),
        bug_id: null,
        uploaded_by: actor.userId,
        full_name: actor.fullName,
        name: cleanName(name),
        media_type: file.mediaType,
        bytes: file.bytes,
        sha256: file.sha256,
        width: file.thumbnail?.width ?? null,
        height: file.thumbnail?.height ?? null,
        created_on: createdOn,
      }
      // The row comes first: from then on nobody deletes this content, even if it exists already.
      await inTx((tx) => insertAttachment(tx, row, attachments.maxBytes))
      try {
        await keepContent(inTx, attachments, file)
      } catch (error) {
        attachments.log.error({ err: error }, 'an uploaded file could not be kept')
        await inTx((tx) => tx.deleteFrom('attachments').where('id', '=', row.id).execute())
        throw new AppError('unavailable', 'The file could not be stored. Nothing was changed; try again.', {
          retryAfterSeconds: 5,
        })
      }
      return presentAttachment(row)
    })
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
