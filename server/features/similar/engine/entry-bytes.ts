import { codeBits, codeOfCounts, countsOfCode, countsOfEntry, entryOf, slotOfEntry, unusual } from './entries.ts'

/**
 * Entries of one list in the order of their slots, as bytes: each is how far its slot is from the one before, with a code
 * for its counts, and the counts themselves where there is no code for them. Seven bits a byte, so a common term takes
 * little more than a byte a report.
 */

/** Bytes that one entry takes at most: 25 bits, then 10. */
export const longestEntry = 6

/** @param before the slot of the entry before, 0 for the first @returns where the next entry goes */
export function writeEntry(bytes: Uint8Array, start: number, before: number, entry: number): number {
  const counts = countsOfEntry(entry)
  const code = codeOfCounts(counts)
  const end = write(bytes, start, ((slotOfEntry(entry) - before) << codeBits) | code)
  return code === unusual ? write(bytes, end, counts) : end
}

/** Appends what stands from `start` to before `end` to `entries`, behind the first `count`. @returns how many they are then */
export function readEntries(
  bytes: Uint8Array,
  start: number,
  end: number,
  entries: Uint32Array,
  count: number,
): number {
  let slot = 0
  let size = count
  for (let at = start; at < end;) {
    let byte = bytes[at++] as number
    let value = byte & 0x7f
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] as number
      value |= (byte & 0x7f) << shift
    }
    slot += value >>> codeBits
    let counts: number
    if ((value & unusual) !== unusual) {
      counts = countsOfCode(value & unusual)
    } else {
      byte = bytes[at++] as number
      counts = byte & 0x7f
      if (byte >= 0x80) counts |= (bytes[at++] as number) << 7
    }
    entries[size++] = entryOf(slot, counts)
  }
  return size
}

function write(bytes: Uint8Array, start: number, value: number): number {
  let at = start
  let left = value
  for (; left >= 0x80; left >>>= 7) bytes[at++] = (left & 0x7f) | 0x80
  bytes[at++] = left
  return at
}
