import { isUtf8 } from 'node:buffer'
import { ByteSource } from './byte-source.ts'
import { gunzipped, isGzip } from './gunzip.ts'
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
 * @param onLeftOut told that something follows a gzip file, which is not read
 * @throws ImportFileError when the file is no whole gzip file, or UTF-16 or UTF-32
 */
export async function* sourceLines(
  chunks: AsyncIterable<Buffer>,
  limit = maxLineLength,
  onLeftOut: () => void = () => {},
): AsyncGenerator<SourceLine> {
  let number = 0
  for await (const bytes of splitLines(refuseWideLetters(unpacked(chunks, onLeftOut)), limit)) {
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

async function* unpacked(chunks: AsyncIterable<Buffer>, onLeftOut: () => void): AsyncGenerator<Buffer> {
  const source = new ByteSource(chunks)
  try {
    if (isGzip(await source.peek(2))) yield* gunzipped(source, onLeftOut)
    else yield* source.rest()
  } finally {
    await source.close()
  }
}

/** Yields what is UTF-8, or at least neither of its two siblings. */
async function* refuseWideLetters(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = new ByteSource(chunks)
  try {
    const encoding = wideEncodingOf(await source.peek(4))
    if (encoding) {
      throw new ImportFileError(
        `The file is ${encoding.slice(0, 6)}, and UTF-8 is needed: convert it, for example with ` +
          `iconv -f ${encoding} -t UTF-8.`,
      )
    }
    yield* source.rest()
  } finally {
    await source.close()
  }
}

/**
 * The encoding of a text that spends two or four bytes on each letter, as iconv calls it: from its byte order mark, or
 * where the zeros are, because JSON begins with a letter of ASCII.
 */
function wideEncodingOf(head: Buffer): string | undefined {
  const [a, b, c, d] = head
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16'
  if (a === 0xfe && b === 0xff) return 'UTF-16'
  if (a === 0 && b === 0) return c === 0xfe && d === 0xff ? 'UTF-32' : c === 0 && d ? 'UTF-32BE' : undefined
  if (a === 0 && b && c === 0 && d) return 'UTF-16BE'
  if (a && b === 0 && c === 0 && d === 0) return 'UTF-32LE'
  if (a && b === 0 && c && d === 0) return 'UTF-16LE'
  return undefined
}
