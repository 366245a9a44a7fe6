import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { BackupError } from './backup-error.ts'

export interface ArchiveEntry {
  readonly name: string
  readonly bytes: number
  /** To be read before the next entry. */
  readonly content: AsyncIterable<Buffer>
}

const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * The entries of a tar archive that was packed with zstd, in order.
 * @param onRead told how many bytes of the file were read so far
 * @throws BackupError when the file is something else, damaged or cut off; the file's own error when it can't be read
 */
export async function* readArchive(path: string, onRead: (bytes: number) => void): AsyncGenerator<ArchiveEntry> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  const unpacking = createZstdDecompress({ chunkSize: 256 * 1024 })
  const entries = extract()
  let read = 0
  const measured = async function* () {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      if (read === 0 && !chunk.subarray(0, 4).equals(magic))
        throw new BackupError('The file is no backup of Mothlight.')
      read += chunk.length
      onRead(read)
      yield chunk
    }
    if (read === 0) throw new BackupError('The file is empty: it is no backup of Mothlight.')
  }
  const pour = async () => {
    for await (const chunk of measured()) if (!unpacking.write(chunk)) await nextOf(unpacking, 'drain')
    unpacking.end()
  }
  const sort = async () => {
    for await (const chunk of unpacking) {
      if (!entries.write(chunk as Buffer)) await nextOf(entries, 'drain')
      if (entries.destroyed) return
    }
    entries.end(null)
  }
  pour().catch((error: Error) => unpacking.destroy(error))
  sort().catch((error: Error) => entries.destroy(error))
  try {
    for await (const entry of entries) {
      yield {
        name: entry.header.name,
        bytes: entry.header.size ?? 0,
        content: explaining(entry),
      }
      entry.resume()
    }
  } catch (error) {
    throw explained(error)
  } finally {
    file.destroy()
    unpacking.destroy()
    entries.destroy()
  }
}

/** The whole of a small entry. @throws BackupError when it is larger than `most` bytes */
export async function wholeOf({ name, bytes, content }: ArchiveEntry, most: number): Promise<Buffer> {
  if (bytes > most) throw new BackupError(`The file is damaged: ${name} is too large.`)
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Waits for an event, or for the stream's end, after which it does not come any more. */
async function nextOf(stream: NodeJS.EventEmitter & { readonly destroyed: boolean }, event: string): Promise<void> {
  if (stream.destroyed) return
  const over = new AbortController()
  const { signal } = over
  await Promise.race([once(stream, event, { signal }), once(stream, 'close', { signal })]).catch(() => undefined)
  over.abort()
}

/** What goes wrong while an entry is read is said in the same words. */
async function* explaining(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of entry) yield chunk as Buffer
  } catch (error) {
    throw explained(error)
  }
}

function explained(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if ('syscall' in error) return new BackupError(`The file can’t be read: ${error.message}.`, { cause: error })
  if (/^Z|^ERR_/.test(code) || /tar|unexpected end/i.test(error.message)) {
    return new BackupError('The file is damaged or incomplete; nothing was changed.', { cause: error })
  }
  return error
}
