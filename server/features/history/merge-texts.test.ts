import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeTexts } from './merge-texts.ts'

describe('mergeTexts', () => {
  it('takes what only one side changed', () => {
    expect(mergeTexts('a', 'a', 'b')).toBe('b')
    expect(mergeTexts('a', 'b', 'a')).toBe('b')
    expect(mergeTexts('a', 'b', 'b')).toBe('b')
  })

  it('joins changes of different paragraphs', () => {
    expect(mergeTexts('one\n\ntwo\n\nthree', 'ONE\n\ntwo\n\nthree', 'one\n\ntwo\n\nthree\n\nfour')).toBe(
      'ONE\n\ntwo\n\nthree\n\nfour',
    )
  })

  it('joins changes of lines that stand side by side', () => {
    expect(mergeTexts('1. open\n2. press\n3. wait', '1. Open\n2. press\n3. wait', '1. open\n2. Press\n3. wait')).toBe(
      '1. Open\n2. Press\n3. wait',
    )
  })

  it('joins a paragraph taken away with one added elsewhere', () => {
    expect(mergeTexts('one\n\ntwo\n\nthree', 'two\n\nthree', 'one\n\ntwo\n\nthree\nmore')).toBe('two\n\nthree\nmore')
  })

  it('leaves the same line, changed in two ways, to people', () => {
    expect(mergeTexts('a', 'b', 'c')).toBeUndefined()
    expect(mergeTexts('x\na\ny', 'x\nb\ny', 'x\nc\ny')).toBeUndefined()
    expect(mergeTexts('x\na\ny', 'x\ny', 'x\nc\ny')).toBeUndefined()
    expect(mergeTexts('end', 'end\nmine', 'end\nyours')).toBeUndefined()
  })

  it('is quick to leave to people what would take long to find out', () => {
    const empty = Array.from({ length: 20_000 }, () => '')
    const [base, theirs, yours] = [empty, ['x', ...empty, 'y'], ['z', ...empty.slice(3), 'v']].map((t) => t.join('\n'))
    expect(mergeTexts(base ?? '', theirs ?? '', yours ?? '')).toBeUndefined()
  })

  it('keeps every line that a side added, or says that it can’t', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 })
    fc.assert(
      fc.property(lines, lines, lines, (base, theirs, yours) => {
        const merged = mergeTexts(base.join('\n'), [...theirs, 'T!'].join('\n'), ['Y!', ...yours].join('\n'))
        if (merged === undefined) return
        expect(merged.split('\n')).toEqual(expect.arrayContaining(['T!', 'Y!']))
      }),
    )
  })

  it('does not care which side is which', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, text, (base, theirs, yours) => {
        expect(mergeTexts(base, theirs, yours)).toBe(mergeTexts(base, yours, theirs))
      }),
    )
  })
})
