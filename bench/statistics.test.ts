import { expect, test } from 'vitest'
import { median, quantile, sortedTogether } from './statistics.ts'

test('the median of an even number of values lies between the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([7])).toBe(7)
})

test('a quantile between two values is interpolated', () => {
  expect(quantile([0, 10, 20, 30], 0.99)).toBeCloseTo(29.7)
  expect(quantile([], 0.5)).toBeNaN()
})

test('several lists are sorted into one', () => {
  expect([...sortedTogether([Float64Array.of(3, 10), Float64Array.of(2)])]).toEqual([2, 3, 10])
})
