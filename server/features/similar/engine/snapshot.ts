import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { ReportFacts } from './report-table.ts'

/** Changes whenever words are made, hashed or packed in another way: an older snapshot is of no use then. */
export const snapshotFormat = 1

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

/** @returns what was written; undefined when it is not whole, damaged, or of another format */
export function readSnapshot(bytes: Uint8Array): { blocks: Uint8Array[]; hashes: Uint32Array } | undefined {
  const blocks = blocksOf(bytes)
  const [first, last] = [blocks?.at(0), blocks?.at(-1)]
  if (!blocks || !first || !last) return undefined
  const head = unpacked(first)
  if (!head || !('format' in head) || head.format !== snapshotFormat) return undefined
  const end = unpacked(last)
  return end && 'hashes' in end ? { blocks: blocks.slice(1, -1), hashes: end.hashes } : undefined
}

/** The reports of one of the blocks that `readSnapshot` returned. */
export function reportsOf(block: Uint8Array): SavedReport[] {
  const content = unpacked(block)
  return content && 'reports' in content ? content.reports : []
}

/** Each block: its length and the checksum of its bytes, 4 bytes each, then its bytes. */
function packed(block: Block): Uint8Array {
  const content = serialize(block)
  const head = Buffer.alloc(8)
  head.writeUInt32LE(content.length, 0)
  head.writeUInt32LE(crc32(content), 4)
  return Buffer.concat([head, content])
}

function blocksOf(bytes: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const blocks: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    if (at + 8 > bytes.length) return undefined
    const length = view.getUint32(at, true)
    const content = bytes.subarray(at + 8, at + 8 + length)
    if (content.length < length || crc32(content) !== view.getUint32(at + 4, true)) return undefined
    blocks.push(content)
    at += 8 + length
  }
  return blocks
}

function unpacked(content: Uint8Array): Block | undefined {
  try {
    return deserialize(content) as Block
  } catch {
    return undefined
  }
}
