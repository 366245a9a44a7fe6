import { expect, test } from 'vitest'
import { askedAt } from './asked-suggestion.ts'

const asked = (text: string) => {
  const caret = text.indexOf('|')
  const found = askedAt(text.replace('|', ''), caret)
  return found && `${found.kind} ${found.words} ${found.start}-${found.end}`
}

test.each([
  ['@a|', 'person a 0-2'],
  ['hi @Ada Lo| there', 'person Ada Lo 3-10'],
  ['(@Ada|)', 'person Ada 1-5'],
  ['@Ada |', 'person Ada 0-5'],
  ["@Seán O'Br|", "person Seán O'Br 0-10"],
  ['#1a|', 'bug 1a 0-3'],
  ['@Ada Lovelace #fl|', 'bug fl 14-17'],
  ['see #flick|', 'bug flick 4-10'],
])('%j asks for %j', (text, expected) => {
  expect(asked(text)).toBe(expected)
})

test.each([
  ['@|'],
  ['a@b|'],
  ['me@home.example|'],
  ['@Ada Lovelace\n|'],
  ['@one two three four|'],
  ['# heading|'],
  ['##a|'],
  ['#1 is|'],
  ['x#1|'],
  ['`@a|'],
  ['```\n@a|'],
  ['```\n@a|\n```'],
  ['words|'],
])('%j asks for nothing', (text) => {
  expect(asked(text)).toBeUndefined()
})
