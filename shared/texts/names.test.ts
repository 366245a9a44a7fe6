import { expect, test } from 'vitest'
import { maxEnds, maxMentionLength, maxPlaces, possibleNames } from './names.ts'

test('every beginning that ends with a whole word may be the name, longest first', () => {
  expect(possibleNames('ask @Ada Lovelace, please')).toEqual([
    ['Ada Lovelace, please', 'Ada Lovelace,', 'Ada Lovelace', 'Ada'],
  ])
})

test('names hold more than letters', () => {
  expect(possibleNames("@O'Brien")[0]).toContain("O'Brien")
  expect(possibleNames('@Jean-Luc Ørsted (he)')[0]).toContain('Jean-Luc Ørsted')
  expect(possibleNames('@J. R. Hartley!')[0]).toContain('J. R. Hartley')
  expect(possibleNames('@𝒜da 𝒳')[0]).toContain('𝒜da 𝒳')
  expect(possibleNames('@李小龙，')[0]).toContain('李小龙')
})

test.each([['mail me@home.example'], ['@ nobody'], ['@'], ['a.@b'], ['path/@scope/x']])(
  'no name begins in %j',
  (text) => expect(possibleNames(text)).toEqual([]),
)

test('a name ends with its line, after six words, and after a hundred characters', () => {
  expect(possibleNames('@Ada\nLovelace')).toEqual([['Ada']])
  expect(possibleNames('@a b c d e f g h')[0]?.[0]).toBe('a b c d e f')
  expect(possibleNames(`@${'x'.repeat(100)} y`)).toEqual([['x'.repeat(100)]])
  expect(possibleNames(`@${'x'.repeat(101)}`)).toEqual([[]])
})

test.each([['(@'], ['@(.'], ["@'"], ['@a '], ['@a.b '], ['(@x,'], ['@ a @.'], [`@${'('.repeat(99)} `]])(
  'a text of nothing but %j gives no more to look up than a text may',
  (part) => {
    const places = possibleNames(part.repeat(50_000 / part.length))
    expect(places.length).toBeLessThanOrEqual(maxPlaces)
    expect(Math.max(...places.map((names) => names.length))).toBeLessThanOrEqual(maxEnds)
    expect(Math.max(...places.flat().map((name) => name.length))).toBeLessThanOrEqual(maxMentionLength)
  },
)

test('a name ends before a blank or punctuation, never before a letter', () => {
  expect(possibleNames('@J.R. Hartley')).toEqual([['J.R. Hartley', 'J.R.', 'J.R', 'J']])
})
