import { expect, test } from 'vitest'
import { withoutCode } from './without-code.ts'

const kept = (text: string) => withoutCode(text).split(/\s+/).filter(Boolean)

test.each([
  ['a `b` c', ['a', 'c']],
  ['a ``b ` c`` d', ['a', 'd']],
  ['a `b c', ['a', '`b', 'c']],
  ['a `b\nc` d', ['a', 'd']],
  ['a `b\n\nc` d', ['a', '`b', 'c`', 'd']],
  ['a\n```ts\nb\n```\nc', ['a', 'c']],
  ['a\n~~~\nb\n```\nc\n~~~\nd', ['a', 'd']],
  ['a\n````\nb\n```\nc\n````\nd', ['a', 'd']],
  ['a\n```\nb never ends', ['a']],
  ['``` a ``` b', ['b']],
  ['', []],
])('code is blanked out: %j', (text, words) => {
  expect(kept(text)).toEqual(words)
})

test('every character keeps its place', () => {
  const text = 'one `two`\n```\nthree 😀\n```\nfour'
  expect(withoutCode(text)).toHaveLength(text.length)
  expect(withoutCode(text).indexOf('four')).toBe(text.indexOf('four'))
})

test.each([['` `` ``` '], ['`a'], ['```\n'], ['`\n\n']])('text of nothing but %j keeps its length', (part) => {
  const text = part.repeat(100_000 / part.length)
  expect(withoutCode(text)).toHaveLength(text.length)
})

test('runs of backticks that never end are text, however many and long', () => {
  const text = Array.from({ length: 440 }, (_, n) => '`'.repeat(n + 1)).join(' a ')
  expect(withoutCode(text)).toBe(text)
})
