import { crc32, createInflateRaw } from 'node:zlib'
import type { ByteSource } from './byte-source.ts'
import { ImportFileError } from './import-file-error.ts'

/** Bytes that are unpacked, or given out, at a time: so many before a damage may be kept back. */
const step = 64 * 1024

const flags = { headerChecksum: 2, extra: 4, name: 8, comment: 16 } as const
/** The one method of packing that there is. */
const deflate = 8
const headLength = 10
const tailLength = 8

/** Whether bytes begin like a gzip file. */
export const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/**
 * Unpacks a gzip file as zcat does: all of its members, without what follows them. Node's own Gunzip takes what follows
 * for damage, and then keeps back what it has unpacked already.
 * @param onLeftOut told that something else follows; zeros that fill up a block are nothing
 * @throws ImportFileError when the file is no whole gzip file, after what could be unpacked
 */
export async function* gunzipped(source: ByteSource, onLeftOut: () => void): AsyncGenerator<Buffer> {
  for (;;) {
    await skipHead(source)
    yield* checked(source)
    const next = await source.peek(2)
    // A member that is cut off after its first byte is one too.
    if (isGzip(next) || (next.length === 1 && next[0] === 0x1f)) continue
    if (!(await isZeroToTheEnd(source))) onLeftOut()
    return
  }
}

async function skipHead(source: ByteSource): Promise<void> {
  const [, , method, given = 0] = await exactly(source, headLength)
  if (method !== deflate) throw damaged()
  if (given & flags.extra) await exactly(source, (await exactly(source, 2)).readUInt16LE())
  if (given & flags.name) await skipText(source)
  if (given & flags.comment) await skipText(source)
  if (given & flags.headerChecksum) await exactly(source, 2)
}

/** One member, and whether it is what was packed. */
async function* checked(source: ByteSource): AsyncGenerator<Buffer> {
  let checksum = 0
  let length = 0
  for await (const chunk of inflated(source)) {
    checksum = crc32(chunk, checksum)
    length += chunk.length
    yield chunk
  }
  const tail = await exactly(source, tailLength)
  if (tail.readUInt32LE(0) !== checksum || tail.readUInt32LE(4) !== length % 2 ** 32) throw damaged()
}

async function* inflated(source: ByteSource): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: step })
  const out: Buffer[] = []
  inflate.on('data', (chunk: Buffer) => void out.push(chunk))
  const ended = new Promise((resolve) => inflate.once('end', resolve))
  let isDamaged = false
  let settle = () => {}
  inflate.once('error', () => {
    isDamaged = true
    settle()
  })
  try {
    for (;;) {
      const piece = (await source.peek(1)).subarray(0, step)
      if (piece.length === 0) throw damaged()
      const before = inflate.bytesWritten
      await new Promise<void>((resolve) => {
        settle = resolve
        inflate.write(piece, () => resolve())
      })
      const taken = inflate.bytesWritten - before
      source.skip(taken)
      // Only what follows the end is not taken.
      const isEnd = !isDamaged && taken < piece.length
      if (isEnd) await ended
      yield* out.splice(0)
      if (isDamaged) throw damaged()
      if (isEnd) return
    }
  } finally {
    inflate.destroy()
  }
}

async function isZeroToTheEnd(source: ByteSource): Promise<boolean> {
  for await (const bytes of source.rest()) if (bytes.some((byte) => byte !== 0)) return false
  return true
}

async function exactly(source: ByteSource, count: number): Promise<Buffer> {
  const bytes = (await source.peek(count)).subarray(0, count)
  if (bytes.length < count) throw damaged()
  source.skip(count)
  return bytes
}

/** A text that ends with a zero. */
async function skipText(source: ByteSource): Promise<void> {
  while ((await exactly(source, 1))[0] !== 0);
}

const damaged = () =>
  new ImportFileError('The file is a damaged or incomplete gzip file: only the lines before the damage could be read.')
