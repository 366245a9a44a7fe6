import { expect, test } from 'vitest'
import { fuzzyMatch } from './fuzzy.ts'

/** Returns the text with the matches in brackets; undefined when it doesn't match. */
function marked(asked: string, text: string): string | undefined {
  const match = fuzzyMatch(asked, text)
  if (!match) return undefined
  const marks = match.marks.toReversed()
  return marks.reduce((so, [from, to]) => `${so.slice(0, from)}[${so.slice(from, to)}]${so.slice(to)}`, text)
}

test.each([
  ['rep', 'Report a bug', '[Rep]ort a bug'],
  ['BUG', 'Report a bug', 'Report a [bug]'],
  ['port', 'Report a bug', undefined],
  ['rb', 'Report a bug', '[R]eport a [b]ug'],
  ['rep bu', 'Report a bug', '[Rep]ort a [bu]g'],
  ['report a', 'Report a bug', '[Report a] bug'],
  ['swda', 'Switch to dark colours', '[Sw]itch to [da]rk colours'],
  ['uber', 'Über uns', '[Über] uns'],
  ['rtg', 'Report a bug', undefined],
  ['bug report', 'Report a bug', undefined],
  ['', 'Report a bug', undefined],
  ['  ', 'Report a bug', undefined],
])('%j in %j', (asked, text, expected) => {
  expect(marked(asked, text)).toBe(expected)
})

test('a beginning is better than a word inside, that is better than pieces, and few pieces than many', () => {
  const order = ['Close this bug', 'Do close it', 'Clean lots', 'Come, look, own']
  const scores = order.map((text) => fuzzyMatch('clo', text)?.score ?? 0)
  expect(scores).toEqual(scores.toSorted((one, other) => other - one))
})

test('a long line of equal words is answered without trying every way', () => {
  expect(fuzzyMatch('a'.repeat(60), 'a '.repeat(120))).toBeDefined()
  expect(fuzzyMatch('a'.repeat(59) + 'b', 'a '.repeat(120))).toBeUndefined()
})
