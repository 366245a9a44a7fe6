import { expect, test } from 'vitest'
import { parseSearchParams, writeSearchParams } from './search-params.ts'

test('texts that look like numbers or true stay texts, there and back', () => {
  const search = { token: '123e4', keywords: 'true', note: 'a&b=c d' }
  expect(parseSearchParams(writeSearchParams(search))).toEqual(search)
})

test('absent and empty values are not written, and nothing is written as nothing', () => {
  expect(writeSearchParams({ keywords: '', closed: undefined })).toBe('')
})
