import { expect, test } from 'vitest'
import { PackedStore } from './packed-store.ts'

/** Bytes of all values, of lengths that differ. */
const packedOf = (slot: number, round: number) =>
  String.fromCharCode(...Array.from({ length: 50 + ((slot * 31 + round) % 400) }, (_, at) => (at + slot + round) & 255))

test('each slot has what it was given last, however much was exchanged', () => {
  const store = new PackedStore()
  const slots = 3_000
  for (let slot = 0; slot < slots; slot++) store.set(slot, packedOf(slot, 0))
  for (let round = 1; round <= 8; round++) {
    for (let slot = 0; slot < slots; slot += 1 + (round % 3)) {
      store.delete(slot)
      store.set(slot, packedOf(slot, round))
    }
  }
  const last = (slot: number) => [8, 7, 6].find((round) => slot % (1 + (round % 3)) === 0) as number
  for (let slot = 0; slot < slots; slot++) expect(store.get(slot)).toBe(packedOf(slot, last(slot)))
})

test('a string longer than a page has one of its own', () => {
  const store = new PackedStore()
  const long = 'x'.repeat(300_000)
  for (const [slot, packed] of ['a', long, 'b'].entries()) store.set(slot, packed)
  expect([0, 1, 2].map((slot) => store.get(slot))).toEqual(['a', long, 'b'])
})
