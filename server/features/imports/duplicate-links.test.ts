import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutCircles } from './duplicate-links.ts'

const links = (...pairs: [string, string][]) => new Map(pairs)

describe('withoutCircles', () => {
  it('keeps chains, forks and links to bugs that have none', () => {
    const wanted = links(['b', 'a'], ['c', 'b'], ['d', 'a'])
    expect(withoutCircles(wanted, new Map())).toEqual({ links: wanted, circles: 0 })
  })

  it('leaves the oldest bug of a circle without a link', () => {
    expect(withoutCircles(links(['b', 'a'], ['a', 'b'], ['c', 'b']), new Map())).toEqual({
      links: links(['b', 'a'], ['c', 'b']),
      circles: 1,
    })
  })

  it('takes a link from a bug to itself for a circle', () => {
    expect(withoutCircles(links(['a', 'a']), new Map())).toEqual({ links: new Map(), circles: 1 })
  })

  it('sees a circle that goes through links which are there already', () => {
    expect(withoutCircles(links(['c', 'b'], ['d', 'c']), links(['b', 'a'], ['a', 'c']))).toEqual({
      links: links(['d', 'c']),
      circles: 1,
    })
  })

  it('never leaves a circle, takes no more than one link from each, and minds no order', () => {
    const id = fc.constantFrom(...'abcdefghijkl')
    fc.assert(
      fc.property(fc.dictionary(id, id), fc.dictionary(id, id), (wantedPairs, chosen) => {
        const wanted = new Map(Object.entries(wantedPairs))
        // Links that are there run from newer to older bugs, so they hold no circle.
        const present = new Map(Object.entries(chosen).filter(([from, to]) => to < from && !wanted.has(from)))
        const result = withoutCircles(wanted, present)
        const all = new Map([...present, ...result.links])
        for (const start of all.keys()) {
          const seen = new Set<string>()
          for (let bug: string | undefined = start; bug !== undefined; bug = all.get(bug)) {
            expect(seen.has(bug)).toBe(false)
            seen.add(bug)
          }
        }
        expect(result.links.size).toBe(wanted.size - result.circles)
        const reversed = withoutCircles(new Map([...wanted].toReversed()), present)
        expect(new Map([...reversed.links].toSorted())).toEqual(new Map([...result.links].toSorted()))
      }),
    )
  })
})
