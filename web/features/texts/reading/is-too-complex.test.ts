import { expect, test } from 'vitest'
import { isTooComplex } from './is-too-complex.ts'
import { needsMarkdown } from './needs-markdown.ts'

/** Repeats a text to the largest length. */
const filled = (part: string) => part.repeat(100_000 / part.length)

test.each([
  ['(@'],
  ['['],
  ['[]'],
  ['[a]('],
  ['![a](b)'],
  ['****'],
  ['*a '],
  ['_a '],
  ['||||'],
  ['|\n'],
  ['|1|2|3|\n'],
  ['> '],
  ['> > > >\n'],
  ['>>>>>>>>>> a\n\n'],
  ['- - - - - a\n'],
  ['1. a\n'],
  ['a\n=\n'],
  ['#deadbeef '],
  ['```\n'],
  ['` `` '],
  ['<a'],
  ['<!--'],
  ['https://a.b '],
  ['a\n\n'],
  [`- a\n${' '.repeat(60)}- b\n`],
])('a text of nothing but %j is too much to read', (part) => {
  expect(isTooComplex(filled(part))).toBe(true)
  expect(needsMarkdown(filled(part), true)).toBe(false)
})

test('lines count however they end', () => {
  for (const end of ['\n', '\r\n', '\r']) expect(isTooComplex(`a${end}`.repeat(6_000)), end).toBe(true)
})

test('an address without an end is no address', () => {
  for (const tail of ['a'.repeat(2_001), ')'.repeat(60), '.'.repeat(60), '&a;'.repeat(800)]) {
    expect(isTooComplex(`see https://a.example/${tail} *here*`), tail.slice(0, 3)).toBe(true)
  }
})

test.each([
  ['words', filled('some words of a *long* report, line by line, of which there are no more than there are\n')],
  ['a log', filled('[ERROR] 2024-01-02 03:04:05 something went wrong in [worker] <7>\n')],
  ['a table', `|a|b|c|d|e|f|\n|-|-|-|-|-|-|\n${'|1|2|3|4|5|6|\n'.repeat(500)}`],
  ['a list', '- one\n  - two\n    - three\n'.repeat(300)],
  ['a long quote', '>>>> quoted\n'.repeat(500)],
  ['rules', `${'-'.repeat(80)}\n${'- '.repeat(40)}\n${'*'.repeat(80)}\n${'='.repeat(80)}\n`.repeat(10)],
  ['code', `\`\`\`\n${'  const a = b[c] | d // e\n'.repeat(2_000)}\`\`\``],
  ['a signed address', `see https://a.example/x?y=${'0aF%2b'.repeat(250)}#z now`],
])('%s of some length can be read', (_name, text) => {
  expect(isTooComplex(text)).toBe(false)
})
