import type { Db } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'
import type { FileAnswer } from '#server/http/send-file.ts'
import type { Call } from '#server/http/serve.ts'
import type { viewAttachment as endpoint } from '#shared/attachments/contract.ts'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type AttachmentRow, selectAttachments } from './attachment-store.ts'
import { contentKey, type OpenContent, thumbnailKey } from './content-store.ts'
import type { AttachmentStore } from './open-attachment-store.ts'
import { maySeeAttachment } from './policy.ts'
import { makeThumbnail } from './thumbnail.ts'

/** Returns a file's content, or its thumbnail. @throws AppError not-found, also for what the caller may not see */
export async function viewAttachment(
  { actor, params, query }: Call<typeof endpoint>,
  db: Db,
  attachments: AttachmentStore,
): Promise<FileAnswer> {
  const { attachmentId } = params
  const row = isRecordId(attachmentId)
    ? await selectAttachments(db, actor).where('attachments.id', '=', attachmentId).executeTakeFirst()
    : undefined
  if (!row || !maySeeAttachment(actor, { isUsed: row.bug_id !== null, uploadedBy: row.uploaded_by })) throw noSuchFile()
  return fileAnswer(row, query.size, attachments)
}

/** Returns the answer with a file that its caller may see, or with its thumbnail. */
export function fileAnswer(
  row: AttachmentRow,
  size: 'thumbnail' | undefined,
  attachments: AttachmentStore,
): FileAnswer {
  return size === 'thumbnail' ? thumbnailAnswer(row, attachments) : contentAnswer(row, attachments)
}

function contentAnswer(row: AttachmentRow, { store, log }: AttachmentStore): FileAnswer {
  return {
    name: row.name,
    mediaType: row.media_type,
    isInline: row.media_type.startsWith('image/'),
    tag: row.sha256,
    open: async () => {
      const opened = await store.open(contentKey(row.sha256))
      if (opened) return opened
      log.error({ attachment: row.id }, 'the content of an attachment is missing where files are kept')
      throw noSuchFile()
    },
  }
}

function thumbnailAnswer(row: AttachmentRow, attachments: AttachmentStore): FileAnswer {
  // The image could not be read when it was uploaded.
  if (row.width === null) throw new AppError('not-found', 'This attachment has no thumbnail.')
  return {
    name: `${row.name}.webp`,
    mediaType: 'image/webp',
    isInline: true,
    tag: `${row.sha256}-thumbnail`,
    open: async () => {
      const key = thumbnailKey(row.sha256)
      const opened = (await attachments.store.open(key)) ?? (await makeAgain(row.sha256, attachments))
      if (opened) return opened
      throw noSuchFile()
    },
  }
}

/** Creates a missing thumbnail again, for example after a restore from a backup without thumbnails. */
async function makeAgain(sha256: string, { store, incoming }: AttachmentStore): Promise<OpenContent | undefined> {
  const original = await store.open(contentKey(sha256))
  if (!original) return undefined
  const path = join(incoming, randomUUID())
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    await pipeline(original.content, createWriteStream(path, { mode: 0o600 }))
    const thumbnail = await makeThumbnail(path, incoming)
    if (thumbnail) await store.put(thumbnailKey(sha256), thumbnail.path)
  } finally {
    await rm(path, { force: true })
  }
  return store.open(thumbnailKey(sha256))
}

export const noSuchFile = () =>
  new AppError('not-found', 'There is no attachment with this id.', { field: 'attachmentId' })
