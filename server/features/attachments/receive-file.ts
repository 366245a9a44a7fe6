import { AppError } from '#server/http/app-error.ts'
import { Buffer } from 'node:buffer'
import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { sniffedBytes } from './sniff-image.ts'

/** Milliseconds for which an upload may send nothing. */
const longestPause = 30_000

/** A file that has arrived. */
export interface ReceivedFile {
  readonly path: string
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
  /** Its first bytes. */
  readonly head: Buffer
}

/**
 * Writes a stream into a new file in pieces. An incomplete file is removed.
 * @throws AppError too-large past `maxBytes`; invalid-input when it is empty or breaks off
 */
export async function receiveFile(source: Readable, folder: string, maxBytes: number): Promise<ReceivedFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx', 0o600)
  try {
    const received = await write(source, file, maxBytes)
    await file.close()
    return { path, ...received }
  } catch (error) {
    // The rest is read and dropped, so that the caller receives the reason.
    source.resume()
    await file.close().catch(() => {})
    await rm(path, { force: true })
    throw error
  }
}

async function write(source: Readable, file: FileHandle, maxBytes: number): Promise<Omit<ReceivedFile, 'path'>> {
  const hash = createHash('sha256')
  let bytes = 0
  let head = Buffer.alloc(0)
  for await (const piece of pieces(source)) {
    bytes += piece.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    if (head.length < sniffedBytes) head = Buffer.concat([head, piece]).subarray(0, sniffedBytes)
    hash.update(piece)
    await file.writeFile(piece)
  }
  if (bytes === 0) throw new AppError('invalid-input', 'The file is empty.')
  return { bytes, sha256: hash.digest('hex'), head }
}

/** Yields the pieces of a stream. @throws AppError when it breaks off or stalls */
async function* pieces(source: Readable): AsyncGenerator<Buffer> {
  const standstill = setTimeout(() => source.destroy(new Error('standstill')), longestPause)
  try {
    for await (const piece of source.iterator({ destroyOnReturn: false })) {
      standstill.refresh()
      yield piece as Buffer
    }
  } catch {
    throw new AppError('invalid-input', 'The file did not arrive whole. Send it again.')
  } finally {
    clearTimeout(standstill)
  }
}

/** Returns the refusal of a file that has more bytes than the operator allows. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError('too-large', `The file is larger than ${maxBytes / 1024 / 1024} MB, which is the limit here.`)
}
