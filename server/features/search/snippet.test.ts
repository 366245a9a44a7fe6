import { parseSearch } from '#shared/search/parse-search.ts'
import { describe, expect, it } from 'vitest'
import { planOf } from './search-plan.ts'
import { snippetMaker, wholeSnippetMaker } from './snippet.ts'

function leavesOf(keywords: string) {
  const search = parseSearch(keywords)
  if (!search.ok || !search.root) throw new Error(`${keywords} can't be searched`)
  return planOf(search.root).wanted
}

/** Separators between words: mostly a space, sometimes one that becomes shorter on one line. */
const gaps = [' ', ' ', ' ', ', ', '\n', '  ', '\r\n\r\n', '\t', ' \u{a0} ', ' '.repeat(90), '\n'.repeat(400), '. ']
const words = ['error', 'Errors', 'build', 'terror', 'a', 'of', 'naïve', 'слово', '“error”', '🙂', 'x'.repeat(200)]
const fillers = ['filling ', 'y'.repeat(30), 'z', 'w'.repeat(500)]
const searches = ['error', 'error build', 'build a', 'naive', 'errors of terror', 'слово', 'err* x*', '"error build"']

/** Yields texts of these, from none to a few thousand characters, always the same ones. */
function* texts(count: number): Generator<string> {
  let state = 11
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
  const oneOf = (list: readonly string[]) => list[next(list.length)] ?? ''
  for (let made = 0; made < count; made++) {
    const many = next(40)
    const rarity = 1 + next(12)
    const pieces = Array.from({ length: many }, () => {
      const word = next(rarity) === 0 ? oneOf(words) : oneOf(fillers).repeat(1 + next(8))
      return word + oneOf(gaps)
    })
    yield oneOf(['', ' ', '\n\n']) + pieces.join('')
  }
}

describe('a snippet', () => {
  it('of a long text is the same as if all of it had been put on one line', () => {
    let [long, found] = [0, 0]
    for (const text of texts(500)) {
      for (const keywords of searches) {
        const leaves = leavesOf(keywords)
        const snippet = snippetMaker(leaves)(text)
        expect(snippet, `${keywords} in ${JSON.stringify(text)}`).toEqual(wholeSnippetMaker(leaves)(text))
        if (text.length > 700) long++
        if (snippet) found++
      }
    }
    expect(long).toBeGreaterThan(1_000)
    expect(found).toBeGreaterThan(1_000)
  })

  it('holds most of the words, on one line, with the words marked', () => {
    const text = `${'Nothing here.\n\n'.repeat(100)}An error\n of  the build.${' More of it.'.repeat(100)}`
    const { text: piece, marks } = snippetMaker(leavesOf('build error'))(text) ?? { text: '', marks: [] }
    expect(piece).toContain(' An error of the build. ')
    expect(piece.startsWith('…') && piece.endsWith('…')).toBe(true)
    expect(marks.map(([from, to]) => piece.slice(from, to))).toEqual(['error', 'build'])
  })
})
