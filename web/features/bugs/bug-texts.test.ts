import { expect, test } from 'vitest'
import { maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { bugTextErrors, hasEmptyText } from './bug-texts.ts'

const right = { title: 'Lamp', description: 'Flickers', stepsToReproduce: 'Wait' }

test('filled texts within their limits are right', () => {
  expect(bugTextErrors(right)).toEqual({})
  expect(hasEmptyText(right)).toBe(false)
  const longest = { ...right, title: 'x'.repeat(maxTitleLength), description: 'x'.repeat(maxBodyLength) }
  expect(bugTextErrors(longest)).toEqual({})
})

test('each wrong text is named, and only those', () => {
  expect(bugTextErrors({ ...right, title: ' ', stepsToReproduce: '\n' })).toEqual({
    title: 'Title must not be empty.',
    stepsToReproduce: 'Steps to Reproduce must not be empty.',
  })
  expect(Object.keys(bugTextErrors({ ...right, title: 'x'.repeat(maxTitleLength + 1) }))).toEqual(['title'])
  expect(Object.keys(bugTextErrors({ ...right, description: 'x'.repeat(maxBodyLength + 1) }))).toEqual(['description'])
})

test('a text of white space is empty, and one that is too long is not', () => {
  expect(hasEmptyText({ ...right, description: ' \t\n' })).toBe(true)
  expect(hasEmptyText({ ...right, title: 'x'.repeat(1000) })).toBe(false)
})

test.each([
  ['', 'Description must not be empty.'],
  [' \n\t', 'Description must not be empty.'],
  ['x', undefined],
  ['x'.repeat(maxBodyLength), undefined],
  ['x'.repeat(maxBodyLength + 1), 'Description must be at most 100,000 characters.'],
])('%#', (description, error) => {
  expect(bugTextErrors({ ...right, description }).description).toBe(error)
})
