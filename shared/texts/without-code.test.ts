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

test('thousands of backticks are read in no time', () => {
  const text = '` `` ``` '.repeat(5_000)
  const began = performance.now()
  withoutCode(text)
  expect(performance.now() - began).toBeLessThan(1_000)
})
