import { expect, test } from 'vitest'
import { eachWord, type Word } from './words.ts'

function wordsIn(text: string): Word[] {
  const words: Word[] = []
  eachWord(text, (word) => void words.push(word))
  return words
}

const termsIn = (text: string) => wordsIn(text).map(({ terms }) => terms.join('+'))

test('words are stemmed, and those that say nothing are left out', () => {
  expect(termsIn('The connections are failing when I open it')).toEqual(['connect', 'fail', 'open'])
})

test('an identifier is itself and its parts', () => {
  expect(termsIn('NullPointerException readLine2 max_open_files HTTPServer')).toEqual([
    'nullpointerexcept+null+pointer+except',
    'readline2+read+line',
    'maxopenfil+max+open+file',
    'httpserver+http+server',
  ])
})

test('what is shared is said as it is written: a part, when only that is shared', () => {
  const [line] = wordsIn('max_openFiles')
  expect(line!.spelled).toEqual(['max_openFiles', 'max', 'open', 'Files'])
})

test('a word written together finds the identifier', () => {
  expect(wordsIn('tableview')[0]!.hashes[0]).toBe(wordsIn('TableView')[0]!.hashes[0])
})

test('compatibility forms and accents are as one writes them', () => {
  expect(termsIn('ﬁle Büro')).toEqual(['file', 'büro'])
})

test('text without spaces is cut into pairs of letters', () => {
  expect(termsIn('登录失败')).toEqual(['登录+录失+失败'])
})

test('words for the same thing share a concept', () => {
  const [freezes, hangs, camera] = wordsIn('freezes hangs camera')
  expect(freezes!.concepts.some((concept) => hangs!.concepts.includes(concept))).toBe(true)
  expect(camera!.concepts).toEqual([])
})

test('a run of letters longer than any word is left out', () => {
  expect(termsIn(`key ${'x'.repeat(65)} lost`)).toEqual(['kei', 'lost'])
})

test('words end when they are not wanted any more', () => {
  const seen: string[] = []
  eachWord('camera login page', ({ written }) => seen.push(written) < 2)
  expect(seen).toEqual(['camera', 'login'])
})
