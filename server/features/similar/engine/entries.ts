import type { Field } from './report-words.ts'

/** A posting: the slot of a report in the upper 22 bits, and below it how often each field has the word. */
const countBits = 10
/** The largest slot that fits into a posting. */
export const largestSlot = 2 ** (32 - countBits) - 1

const places = {
  title: { shift: 8, most: 3 },
  prose: { shift: 4, most: 15 },
  code: { shift: 0, most: 15 },
} as const

export const entryOf = (slot: number, counts: number) => ((slot << countBits) | counts) >>> 0
export const slotOfEntry = (entry: number) => entry >>> countBits
export const countsOfEntry = (entry: number) => entry & ((1 << countBits) - 1)

/** Adds one to the count of `field`, up to its maximum. */
export function addCount(counts: number, field: Field): number {
  const { shift, most } = places[field]
  return ((counts >> shift) & most) === most ? counts : counts + (1 << shift)
}

export const titleCount = (counts: number) => counts >> 8
export const proseCount = (counts: number) => (counts >> 4) & 15
export const codeCount = (counts: number) => counts & 15
