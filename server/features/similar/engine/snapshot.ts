import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { ReportFacts } from './report-table.ts'

/** Changes whenever words are chosen, made, hashed or packed in another way: an older snapshot is of no use then. */
export const snapshotFormat = 3

/** Reports written at once; so many take about 2 ms. */
const blockOf = 500

/** A report as a snapshot keeps it. */
export interface SavedReport extends ReportFacts {
  /** packed-terms.ts, with term numbers that mean the hashes at the same places in the snapshot. */
  readonly packed: string
}

type Block = { readonly format: number } | { readonly reports: SavedReport[] } | { readonly hashes: Uint32Array }

/**
 * The snapshot in pieces. The index may change between two pieces: such a change may be missing or be there, and no
 * other harm is done.
 * @param hashes is asked last, when all terms that were written have one
 */
export function* writeSnapshot(reports: Iterable<SavedReport>, hashes: () => Uint32Array): Generator<Uint8Array> {
  yield packed({ format: snapshotFormat })
  let block: SavedReport[] = []
  for (const report of reports) {
    block.push(report)
    if (block.length < blockOf) continue
    yield packed({ reports: block })
    block = []
  }
  yield packed({ reports: block })
  yield packed({ hashes: hashes().slice() })
}

/** Where a snapshot is read from, piece by piece: all of it at once would take as much memory again as the index. */
export interface SnapshotSource {
  /** In bytes. */
  readonly size: number
  /** @returns `length` bytes from `start` on, or fewer at the end */
  read(start: number, length: number): Promise<Uint8Array>
}

export interface OpenSnapshot {
  readonly hashes: Uint32Array
  /** Reads the reports, a block at a time. @throws Error for a block that is damaged */
  reports(): AsyncGenerator<SavedReport[]>
}

/** @returns what was written; undefined when it is not whole, damaged, or of another format */
export async function openSnapshot(source: SnapshotSource): Promise<OpenSnapshot | undefined> {
  const places = await placesOf(source)
  const [first, last] = [places?.at(0), places?.at(-1)]
  if (!places || !first || !last) return undefined
  const head = await contentAt(source, first)
  if (!head || !('format' in head) || head.format !== snapshotFormat) return undefined
  const end = await contentAt(source, last)
  if (!end || !('hashes' in end)) return undefined
  async function* reports() {
    for (const place of (places ?? []).slice(1, -1)) {
      const block = await contentAt(source, place)
      if (!block || !('reports' in block)) throw new Error('The snapshot is damaged.')
      yield block.reports
    }
  }
  // A copy: what is unpacked shares its memory with the bytes that it came from.
  return { hashes: end.hashes.slice(), reports }
}

export const sourceOf = (bytes: Uint8Array): SnapshotSource => ({
  size: bytes.length,
  read: async (start, length) => bytes.subarray(start, start + length),
})

/** Each block: its length and the checksum of its bytes, 4 bytes each, then its bytes. */
function packed(block: Block): Uint8Array {
  const content = serialize(block)
  const head = Buffer.alloc(8)
  head.writeUInt32LE(content.length, 0)
  head.writeUInt32LE(crc32(content), 4)
  return Buffer.concat([head, content])
}

interface Place {
  readonly start: number
  readonly length: number
  readonly checksum: number
}

const headLength = 8

async function placesOf(source: SnapshotSource): Promise<Place[] | undefined> {
  const places: Place[] = []
  for (let at = 0; at < source.size;) {
    const head = await source.read(at, headLength)
    if (head.length < headLength) return undefined
    const view = new DataView(head.buffer, head.byteOffset, headLength)
    const [length, start] = [view.getUint32(0, true), at + headLength]
    if (start + length > source.size) return undefined
    places.push({ start, length, checksum: view.getUint32(4, true) })
    at = start + length
  }
  return places
}

async function contentAt(source: SnapshotSource, { start, length, checksum }: Place): Promise<Block | undefined> {
  const content = await source.read(start, length)
  return content.length === length && crc32(content) === checksum ? unpacked(content) : undefined
}

function unpacked(content: Uint8Array): Block | undefined {
  try {
    return deserialize(content) as Block
  } catch {
    return undefined
  }
}
