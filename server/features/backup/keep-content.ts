import { contentKey, type AttachmentStore } from '#server/features/attachments/public.ts'
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BackupError } from './backup-error.ts'

type Place = Pick<AttachmentStore, 'store' | 'incoming'>

/**
 * Keeps content under its SHA-256.
 * @throws BackupError when it is something else, or can't be kept
 */
export async function keepContent(
  { store, incoming }: Place,
  sha256: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const path = join(incoming, `restored-${randomUUID()}`)
  const hash = createHash('sha256')
  const hashed = async function* () {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    await pipeline(hashed(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    if (hash.digest('hex') !== sha256) throw new BackupError(`The file is damaged: the attached file ${sha256}.`)
    await store.put(contentKey(sha256), path)
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined)
    if (error instanceof BackupError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new BackupError(`The attached files can’t be kept (${why}); the database is as it was.`, { cause: error })
  }
}
