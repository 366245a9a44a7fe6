import { expect, test } from 'vitest'
import { classifications } from '#shared/bugs/words.ts'
import { readClassification } from './classify-reading.ts'

test('a classification is read from a word and from an object that holds it', () => {
  for (const word of classifications) {
    expect(readClassification(word)).toBe(word)
    expect(readClassification({ classification: word, by: 'somebody' })).toBe(word)
  }
})

test('anything else is unclassified', () => {
  for (const value of [undefined, null, '', 'Approved', 'wontfix', 7, {}, [], { classification: null }]) {
    expect(readClassification(value)).toBe('unclassified')
  }
})
