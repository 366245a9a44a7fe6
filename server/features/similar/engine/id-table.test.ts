import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdTable } from './id-table.ts'

test('ids are found at their slots, whatever came and went before', () => {
  const change = fc.record({ id: fc.nat(2_000), add: fc.boolean() })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 3_000, size: 'max' }), (changes) => {
      const ids: (string | undefined)[] = []
      const table = new IdTable(ids)
      const wanted = new Map<string, number>()
      for (const { id: number, add } of changes) {
        const id = `bug ${number}`
        const slot = wanted.get(id)
        if (add && slot === undefined) {
          wanted.set(id, ids.push(id) - 1)
          table.add(id, ids.length - 1)
        } else if (!add) {
          table.delete(id)
          if (slot !== undefined) ids[slot] = undefined
          wanted.delete(id)
        }
      }
      expect(table.size).toBe(wanted.size)
      for (let number = 0; number <= 2_000; number++) {
        expect(table.get(`bug ${number}`)).toBe(wanted.get(`bug ${number}`))
      }
    }),
    { numRuns: 20 },
  )
})
