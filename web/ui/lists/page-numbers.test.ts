import { expect, test } from 'vitest'
import { pageNumbersAround } from './page-numbers.ts'

test('the current page has two numbers on either side', () => {
  expect(pageNumbersAround(10, 20)).toEqual([8, 9, 10, 11, 12])
})

test('at both ends the numbers stop at the first and the last page', () => {
  expect(pageNumbersAround(1, 20)).toEqual([1, 2, 3])
  expect(pageNumbersAround(19, 20)).toEqual([17, 18, 19, 20])
  expect(pageNumbersAround(2, 2)).toEqual([1, 2])
})

test('a page past the end shows no page that does not exist', () => {
  expect(pageNumbersAround(22, 20)).toEqual([20])
  expect(pageNumbersAround(90, 20)).toEqual([])
})
