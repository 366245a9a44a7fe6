import type { InTx } from '#server/events/transactor.ts'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { contentKey, thumbnailKey } from './content-store.ts'
import type { AttachmentStore } from './open-attachment-store.ts'
import { type ReceivedFile, receiveFile } from './receive-file.ts'
import { sniffImage } from './sniff-image.ts'
import { makeThumbnail, type Thumbnail } from './thumbnail.ts'

/** A file that arrived, with what was found in it. */
export interface ArrivedFile extends ReceivedFile {
  readonly mediaType: string
  readonly thumbnail: Thumbnail | undefined
}

/**
 * Receives a file for `work`, and removes what is left of it afterwards.
 * @throws AppError too-large; invalid-input when it is empty or breaks off
 */
export async function withArrivedFile<T>(
  source: Readable,
  { incoming, maxBytes }: AttachmentStore,
  work: (file: ArrivedFile) => Promise<T>,
): Promise<T> {
  const file = await receiveFile(source, incoming, maxBytes)
  const temporary = [file.path]
  try {
    const image = sniffImage(file.head)
    const thumbnail = image === undefined ? undefined : await makeThumbnail(file.path, incoming)
    if (thumbnail) temporary.push(thumbnail.path)
    return await work({ ...file, mediaType: image ?? 'application/octet-stream', thumbnail })
  } finally {
    for (const path of temporary) await rm(path, { force: true })
  }
}

/** Stores the content of a file. A row that has it exists: nobody deletes it. */
export async function keepContent(inTx: InTx, attachments: AttachmentStore, file: ArrivedFile): Promise<void> {
  await attachments.ownership.enter(inTx)
  await attachments.store.put(contentKey(file.sha256), file.path)
  if (file.thumbnail) await attachments.store.put(thumbnailKey(file.sha256), file.thumbnail.path)
}
