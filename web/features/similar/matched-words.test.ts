import { expect, test } from 'vitest'
import { markedWords, wordsElsewhere } from './matched-words.ts'

const marked = (text: string, ...matched: string[]) =>
  markedWords(text, matched)
    .map(({ text, isMatched }) => (isMatched ? `[${text}]` : text))
    .join('')

test('shared words are marked wherever they stand, in any case and form', () => {
  expect(marked('The lamp flickered: LAMP!', 'Lamp', 'flickers')).toBe('The [lamp] [flickered]: [LAMP]!')
  expect(marked('A clamp on lamps', 'lamp')).toBe('A clamp on [lamps]')
  expect(marked('Über Öl', 'öl')).toBe('Über [Öl]')
})

test('short words and other words with the same beginning are left alone', () => {
  expect(marked('On and one', 'on')).toBe('[On] and one')
  expect(marked('international interior', 'internal')).toBe('international interior')
})

test('a part of an identifier is found in the whole of it', () => {
  expect(marked('NullPointerException in getBug()', 'pointer')).toBe('[NullPointerException] in getBug()')
  expect(marked('utf8.decode fails', 'decode')).toBe('[utf8.decode] fails')
  expect(marked('HTTP2 stalls', 'http')).toBe('[HTTP2] stalls')
})

test('nothing is lost, and nothing is marked for no word', () => {
  for (const text of ['', '…', ' two  words ', 'a\nb']) {
    for (const matched of [[], [''], ['two']]) {
      expect(
        markedWords(text, matched)
          .map(({ text }) => text)
          .join(''),
      ).toBe(text)
    }
  }
  expect(marked('two words')).toBe('two words')
})

test('the words that stand in other texts of the bug are told apart', () => {
  expect(wordsElsewhere('The lamp flickered', ['dusk', 'flickers', 'bulb'])).toEqual(['dusk', 'bulb'])
})
