import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryOf } from './entries.ts'
import { Postings } from './postings.ts'

function entriesOf(postings: Postings, term: number): number[] {
  const entries: number[] = []
  postings.each(term, (piece, start, end) => entries.push(...piece.subarray(start, end)))
  return entries
}

/** Usual counts and others, each of its own for a slot. */
const entryAt = (slot: number) => entryOf(slot, 1 + ((slot * 37) % 1023))

test('lists hold what was added and not taken out by slot, however long they are', () => {
  const change = fc.record({
    term: fc.nat(3),
    from: fc.integer({ min: 0, max: 2_000_000 }),
    step: fc.constantFrom(1, 3, 700, 5_000),
    count: fc.integer({ min: 1, max: 400 }),
    add: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 16 }), (changes) => {
      const postings = new Postings()
      const wanted = [0, 1, 2, 3].map(() => new Set<number>())
      for (const { term, from, step, count, add } of changes) {
        const held = wanted[term]!
        // Taken out is some of what is there, and something that is not.
        const known = [...held].toSorted((a, b) => a - b).filter((_, at) => at % step === 0)
        const slots = add
          ? Array.from({ length: count }, (_, at) => from + at * step)
          : [from, ...known.slice(0, count)]
        for (const slot of slots) {
          if (add && !held.has(slot)) postings.add(term, entryAt(slot))
          if (!add) postings.remove(term, slot)
          if (add) held.add(slot)
          else held.delete(slot)
        }
      }
      for (const [term, held] of wanted.entries()) {
        expect(postings.count(term)).toBe(held.size)
        expect(entriesOf(postings, term)).toEqual([...held].toSorted((a, b) => a - b).map(entryAt))
      }
    }),
    { numRuns: 60 },
  )
})

test('a list of many blocks can be emptied and filled again, also between what is left', () => {
  const postings = new Postings()
  const all = Array.from({ length: 6_000 }, (_, slot) => slot)
  for (let round = 0; round < 2; round++) {
    for (const slot of all) postings.add(0, entryAt(slot))
    expect(entriesOf(postings, 0)).toEqual(all.map(entryAt))
    const some = all.filter((slot) => slot % 60 !== 7)
    for (const slot of some.toReversed()) postings.remove(0, slot)
    expect(entriesOf(postings, 0)).toHaveLength(100)
    for (const slot of some) postings.add(0, entryAt(slot))
    expect(entriesOf(postings, 0)).toEqual(all.map(entryAt))
    for (const slot of all) postings.remove(0, slot)
    expect(entriesOf(postings, 0)).toEqual([])
  }
})
