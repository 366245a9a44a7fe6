import type { Field } from './report-words.ts'

/** A posting: the slot of a report in the upper 22 bits, below it how often each field has the word. */
const countBits = 10
const countMask = (1 << countBits) - 1
/** Postings have room for no larger slot. */
export const largestSlot = 2 ** (32 - countBits) - 1

const places = {
  title: { shift: 8, most: 3 },
  prose: { shift: 4, most: 15 },
  code: { shift: 0, most: 15 },
} as const

export const entryOf = (slot: number, counts: number) => ((slot << countBits) | counts) >>> 0
export const slotOfEntry = (entry: number) => entry >>> countBits
export const countsOfEntry = (entry: number) => entry & countMask

/** One more in `field`, up to what there is room for. */
export function addCount(counts: number, field: Field): number {
  const { shift, most } = places[field]
  return ((counts >> shift) & most) === most ? counts : counts + (1 << shift)
}

export const titleCount = (counts: number) => counts >> 8
export const proseCount = (counts: number) => (counts >> 4) & 15
export const codeCount = (counts: number) => counts & 15

/** Nine of ten reports have a term this often; each gets a code of three bits, and all others share the last one. */
const usual: readonly number[] = [
  { title: 0, prose: 1, code: 0 },
  { title: 0, prose: 0, code: 1 },
  { title: 0, prose: 0, code: 2 },
  { title: 0, prose: 2, code: 0 },
  { title: 1, prose: 0, code: 0 },
  { title: 1, prose: 1, code: 0 },
  { title: 0, prose: 0, code: 3 },
].map(({ title, prose, code }) => (title << places.title.shift) | (prose << places.prose.shift) | code)

export const codeBits = 3
/** The counts stand behind it. */
export const unusual = usual.length

const codes = new Uint8Array(countMask + 1).fill(unusual)
for (const [code, counts] of usual.entries()) codes[counts] = code
const countsByCode = Uint16Array.from(usual)

export const codeOfCounts = (counts: number) => codes[counts] as number
/** @param code not `unusual` */
export const countsOfCode = (code: number) => countsByCode[code] as number
