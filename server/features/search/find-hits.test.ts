import { parseSearch } from '#shared/search/parse-search.ts'
import { describe, expect, it } from 'vitest'
import { hitFinder } from './find-hits.ts'
import { planOf } from './search-plan.ts'

function leavesOf(keywords: string) {
  const search = parseSearch(keywords)
  if (!search.ok || !search.root) throw new Error(`${keywords} can't be searched`)
  return planOf(search.root).wanted
}

const found = (keywords: string, text: string) =>
  hitFinder(leavesOf(keywords))(text).map(({ from, to, leaf }) => [text.slice(from, to), leaf])

/**
 * Returns hits by the slower way: a searched word of another script, which no text has, makes the finder split whole
 * texts into words.
 */
const takenApart = (keywords: string, text: string) =>
  hitFinder(leavesOf(`слово ${keywords}`))(text).map(({ from, to, leaf }) => [text.slice(from, to), leaf - 1])

const words = [
  'error',
  'Errors',
  'terror',
  'timed',
  'out',
  'timeout',
  'TIME',
  'happily',
  'happy',
  'naïve',
  'Tïmed',
  'ＥＲＲＯＲ',
  'errоr',
  '42',
  'a',
  'x'.repeat(70),
]
const marks = [' ', ', ', '-', '.', '_', ' “', '” ', ' … ', '/', '’']
const searches = [
  'error',
  'time',
  'happy a',
  '"timed out"',
  'out error',
  '"error timed"',
  '42',
  'x'.repeat(70),
  '"out a"',
  '"out naïve"',
  'err*',
  'timed*',
  'happ*',
]

/** Yields texts of these, always the same ones. */
function* texts(count: number): Generator<string> {
  let state = 7
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
  for (let made = 0; made < count; made++) {
    yield Array.from({ length: 12 }, () => `${words[next(words.length)]}${marks[next(marks.length)]}`).join('')
  }
}

describe('where words stand in a text', () => {
  it('is the same whether the text is taken apart or only looked at where they may begin', () => {
    let hits = 0
    for (const text of texts(300)) {
      for (const keywords of searches) {
        const quick = found(keywords, text)
        expect(quick, `${keywords} in ${text}`).toEqual(takenApart(keywords, text))
        hits += quick.length
      }
    }
    expect(hits).toBeGreaterThan(1_000)
  })

  it.each([
    [
      'error',
      'No terror: an Error, errors and ERROR_CODE',
      [
        ['Error', 0],
        ['errors', 0],
        ['ERROR', 0],
      ],
    ],
    [
      '"timed out"',
      'It timed\n out; was timed-out, not outtimed out',
      [
        ['timed\n out', 0],
        ['timed-out', 0],
      ],
    ],
    [
      'out time',
      'time out',
      [
        ['time', 1],
        ['out', 0],
      ],
    ],
    ['error', '“Error” – naïve', [['Error', 0]]],
    ['naive', 'Naïve is not naive', [['naive', 0]]],
    ['zebra', '“Error”', []],
    ['happy', 'Happiness, not happily', [['Happiness', 0]]],
    [
      'filed',
      'Filing a file',
      [
        ['Filing', 0],
        ['file', 0],
      ],
    ],
    ['possible', 'A possibility', [['possibility', 0]]],
    [
      'controls',
      'Controlling, controlled, contrôle',
      [
        ['Controlling', 0],
        ['controlled', 0],
      ],
    ],
    [
      'using',
      'Used by us, not in Ubuntu',
      [
        ['Used', 0],
        ['us', 0],
      ],
    ],
  ])('%s in %j', (keywords, text, hits) => {
    expect(found(keywords, text)).toEqual(hits)
  })
})
