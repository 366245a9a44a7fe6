import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ImportFileError } from './import-file-error.ts'

/** Longer lines are refused, so that a file without line ends can't fill the memory; in bytes. */
export const maxLineLength = 64 * 1024 * 1024

export interface SourceLine {
  /** From 1, blank lines counted. */
  readonly number: number
  /** Undefined for a line that is too long. */
  readonly text: string | undefined
  /** The bytes were not UTF-8; the wrong ones are U+FFFD now. */
  readonly repaired: boolean
}

const lineFeed = 0x0a

/**
 * The lines of a file that are not blank, whatever ends them; unpacks gzip, which is known by its first bytes.
 * @param limit in bytes of one line
 * @throws ImportFileError when the file is no whole gzip file
 */
export async function* sourceLines(chunks: AsyncIterable<Buffer>, limit = maxLineLength): AsyncGenerator<SourceLine> {
  let number = 0
  for await (const bytes of splitLines(unpacked(chunks), limit)) {
    number += 1
    if (bytes === 'too long') yield { number, text: undefined, repaired: false }
    else {
      const text = bytes
        .toString('utf8')
        .replace(number === 1 ? /^\ufeff/ : '', '')
        .trim()
      if (text) yield { number, text, repaired: !isUtf8(bytes) }
    }
  }
}

async function* splitLines(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer | 'too long'> {
  let pieces: Buffer[] = []
  let length = 0
  const add = (piece: Buffer) => {
    length += piece.length
    // What is too long is not kept, only measured.
    if (length > limit) pieces = []
    else pieces.push(piece)
  }
  const take = () => {
    const line = length > limit ? 'too long' : Buffer.concat(pieces)
    pieces = []
    length = 0
    return line
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      add(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    if (start < chunk.length) add(chunk.subarray(start))
  }
  if (length > 0) yield take()
}

async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const rest = chunks[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    head = Buffer.concat([head, next.value])
    if (head.length >= 2) break
  }
  async function* whole() {
    try {
      yield head
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    } finally {
      await rest.return?.()
    }
  }
  if (head[0] !== 0x1f || head[1] !== 0x8b) yield* whole()
  else yield* gunzipped(whole())
}

async function* gunzipped(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed)
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  source.on('error', (error) => gunzip.destroy(error))
  try {
    for await (const chunk of source.pipe(gunzip)) yield chunk as Buffer
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) {
      throw new ImportFileError(
        'The file is a damaged or incomplete gzip file: only the lines before the damage could be read.',
      )
    }
    throw error
  } finally {
    source.destroy()
  }
}
