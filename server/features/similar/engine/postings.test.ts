import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Postings } from './postings.ts'

function entriesOf(postings: Postings, term: number): number[] {
  const entries: number[] = []
  postings.each(term, (page, start, end) => entries.push(...page.subarray(start, end)))
  return entries.toSorted((a, b) => a - b)
}

test('lists hold what was added and not taken out, however long they are', () => {
  const change = fc.record({ term: fc.nat(3), entries: fc.integer({ min: 1, max: 700 }), add: fc.boolean() })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const postings = new Postings()
      const wanted = [0, 1, 2, 3].map(() => new Set<number>())
      for (const { term, entries, add } of changes) {
        const held = wanted[term]!
        for (let entry = 0; entry < entries; entry++) {
          if (add && !held.has(entry)) postings.add(term, entry)
          if (!add) postings.remove(term, (other) => other === entry)
          if (add) held.add(entry)
          else held.delete(entry)
        }
      }
      for (const [term, held] of wanted.entries()) {
        expect(postings.count(term)).toBe(held.size)
        expect(entriesOf(postings, term)).toEqual([...held].toSorted((a, b) => a - b))
      }
    }),
    { numRuns: 40 },
  )
})

test('a list of many blocks can be emptied and filled again', () => {
  const postings = new Postings()
  for (let round = 0; round < 2; round++) {
    for (let entry = 0; entry < 6_000; entry++) postings.add(0, entry)
    expect(entriesOf(postings, 0)).toHaveLength(6_000)
    for (let entry = 5_999; entry >= 0; entry -= 60) postings.remove(0, (other) => other === entry)
    expect(postings.count(0)).toBe(5_900)
    for (const entry of entriesOf(postings, 0).slice(100)) postings.remove(0, (other) => other === entry)
    for (const entry of entriesOf(postings, 0)) postings.remove(0, (other) => other === entry)
    expect(entriesOf(postings, 0)).toEqual([])
  }
})
