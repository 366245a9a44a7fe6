import { hardCharacters, patterns } from '#testing/markdown-generator.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textRuns } from './text-runs.ts'

test('a text of short lines is one run, however long it is', () => {
  const text = 'A line of some words.\n'.repeat(5_000)
  expect(textRuns(text)).toEqual([text])
})

test('no line has a long run, and the runs together are the text', () => {
  for (const { name, text } of [...patterns, ...hardCharacters]) {
    const runs = textRuns(text(20_000))
    expect(runs.join(''), name).toBe(text(20_000))
    const longest = Math.max(...runs.flatMap((run) => run.split('\n').map(({ length }) => length)))
    expect(longest, name).toBeLessThanOrEqual(300)
  }
})

test('a long line is cut behind a blank, and never in a character', () => {
  for (const run of textRuns('some words '.repeat(200)).slice(0, -1)) expect(run.endsWith(' ')).toBe(true)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 400, maxLength: 900 }), (text) => {
      if (text.isWellFormed()) expect(textRuns(text).every((run) => run.isWellFormed())).toBe(true)
    }),
  )
})
