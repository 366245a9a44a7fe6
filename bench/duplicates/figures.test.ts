import { expect, test } from 'vitest'
import { macroMean, Places } from './figures.ts'
import { notFound } from './play-set.ts'

test('shares count what stands among the first, and what was not found counts as missed', () => {
  const places = new Places()
  for (const place of [1, 2, 10, 20, notFound]) places.add(place, place === notFound ? 5 : 1)
  expect(places.figures()).toEqual({
    ...{ r1: 0.2, r5: 0.4, r10: 0.6, r20: 0.8 },
    mrr: (1 + 1 / 2 + 1 / 10 + 1 / 20) / 5,
    ...{ p50Ms: 1, p95Ms: expect.closeTo(4.2) as number },
  })
})

test('in the mean a small set counts as much as a large one', () => {
  const [small, large] = [new Places(), new Places()]
  small.add(1, 1)
  for (let n = 0; n < 9; n++) large.add(notFound, 1)
  expect(macroMean([small.figures(), large.figures()]).r10).toBe(0.5)
})
