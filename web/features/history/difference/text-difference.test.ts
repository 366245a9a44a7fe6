import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, differenceOf, wordDifference } from './text-difference.ts'

const signs = { same: ' ', removed: '-', added: '+' } as const

/** As a patch, with the words that differ in brackets and folded lines as their number. */
function asPatch(blocks: readonly Block[]): string[] {
  return blocks.flatMap(({ isFolded, lines }) =>
    isFolded
      ? [`… ${lines.length}`]
      : lines.map(
          ({ kind, stretches }) =>
            signs[kind] + stretches.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(''),
        ),
  )
}

test('a changed line stands before and after, with the words that differ', () => {
  expect(asPatch(differenceOf('one\nthe lamp flickers\nthree', 'one\nthe lamp burns\nthree'))).toEqual([
    ' one',
    '-the lamp [flickers]',
    '+the lamp [burns]',
    ' three',
  ])
})

test('lines that have nothing in common are two lines', () => {
  expect(asPatch(differenceOf('abc', 'xyz'))).toEqual(['-abc', '+xyz'])
})

test('long runs of equal lines fold, with two lines left around a change', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
  const other = lines.with(10, 'something else altogether')
  expect(asPatch(differenceOf(lines.join('\n'), other.join('\n')))).toEqual([
    '… 8',
    ' line 8',
    ' line 9',
    '-line 10',
    '+something else altogether',
    ' line 11',
    ' line 12',
    '… 7',
  ])
})

test('nothing is lost: the kept and removed lines are the old text, the kept and added ones the new', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'lamp on', 'lamp off', '', '  '), { maxLength: 12 })
  fc.assert(
    fc.property(text, text, (from, to) => {
      const lines = differenceOf(from.join('\n'), to.join('\n')).flatMap((block) => block.lines)
      const side = (without: string) =>
        lines
          .filter(({ kind }) => kind !== without)
          .map(({ stretches }) => stretches.map((stretch) => stretch.text).join(''))
      const stored = (words: readonly string[]) => {
        const whole = words.join('\n')
        return whole === '' ? [] : whole.split('\n')
      }
      expect(side('added')).toEqual(stored(from))
      expect(side('removed')).toEqual(stored(to))
    }),
  )
})

test('a line is the same whether or not another one follows it', () => {
  const lines = differenceOf('1\n2. a\n3', '1\n2. b\n3\n4').flatMap((block) => block.lines)
  expect(lines.filter(({ kind }) => kind === 'same').map(({ stretches }) => stretches[0]?.text)).toEqual(['1', '3'])
})

test('a title differs by words', () => {
  expect(wordDifference('Lamp flickers', 'Lamp burns').map(({ kind, text }) => signs[kind] + text)).toEqual([
    ' Lamp ',
    '-flickers',
    '+burns',
  ])
})
