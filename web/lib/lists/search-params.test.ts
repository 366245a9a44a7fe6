import { expect, test } from 'vitest'
import { meantOnly, parseSearchParams, writeSearchParams } from './search-params.ts'

test('texts that look like numbers or true stay texts, there and back', () => {
  const search = { token: '123e4', keywords: 'true', note: 'a&b=c d' }
  expect(parseSearchParams(writeSearchParams(search))).toEqual(search)
})

test('absent and empty values are not written, and nothing is written as nothing', () => {
  expect(writeSearchParams({ keywords: '', closed: undefined })).toBe('')
})

test('what a list does not mean is absent, and what it means stays', () => {
  const parse = meantOnly(({ page }) => (page === '2' ? { page: 2 } : {}))
  expect(parse({ page: '2', other: 'x' })).toEqual({ page: 2, other: undefined })
  expect({ page: 'abc', ...parse({ page: 'abc' }) }).toEqual({ page: undefined })
})
