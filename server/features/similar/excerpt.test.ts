import { expect, it } from 'vitest'
import { excerptOf } from './excerpt.ts'

it.each([
  ['A plain text.', 'A plain text.'],
  [
    '# Crash\n\nIt **crashes** in `read_line`, *always*.\n\n> quoted\n- one\n- [ ] two',
    'Crash It crashes in read_line, always. quoted one two',
  ],
  ['Before\n```js\nlet secret = 1\n```\nafter', 'Before after'],
  ['Never closed\n~~~\ncode', 'Never closed'],
  ['```\nonly = code\n```', 'only = code'],
  ['See [the log](https://example.test/log) and ![a picture](/api/attachments/1).', 'See the log and a picture.'],
  ['2 * 3 * 4 and a_b_c, ~~not~~ `so`', '2 * 3 * 4 and a_b_c, not so'],
  ['  many \n\n\t spaces  ', 'many spaces'],
  ['', ''],
])('of %j is %j', (description, excerpt) => {
  expect(excerptOf(description)).toBe(excerpt)
})

it('ends between words, and within 200 characters', () => {
  const excerpt = excerptOf('word '.repeat(100))
  expect(excerpt).toMatch(/ word…$/)
  expect(excerpt.length).toBeLessThanOrEqual(200)
  expect(excerpt.length).toBeGreaterThan(190)
})

it('never ends within a character', () => {
  for (const shift of ['', 'x']) {
    const excerpt = excerptOf(shift + '🦋'.repeat(200))
    expect(excerpt.isWellFormed()).toBe(true)
    expect(excerpt.length).toBeLessThanOrEqual(200)
  }
})
