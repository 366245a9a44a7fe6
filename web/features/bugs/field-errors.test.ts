import { expect, test } from 'vitest'
import { textError } from './field-errors.ts'

test.each([
  ['', 'Title must not be empty.'],
  [' \n\t', 'Title must not be empty.'],
  ['x', undefined],
  ['x'.repeat(2000), undefined],
  ['x'.repeat(2001), 'Title may have at most 2,000 characters.'],
])('%#', (text, error) => {
  expect(textError(text, 2000, 'Title')).toBe(error)
})
