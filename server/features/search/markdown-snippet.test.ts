import { parseSearch } from '#shared/search/parse-search.ts'
import { describe, expect, it } from 'vitest'
import { markdownSnippetMaker } from './markdown-snippet.ts'
import { planOf } from './search-plan.ts'

const id = '6b02ae611fd64cc0a1b2c3d4'
const text =
  'The compiler crashes, **internal compiler error**.\n\n```rust\nfn main() {}\n```\n' +
  `cc @Ada ![pic.png](attachment:${id}) [the log](https://example.test/crash)`

/** Returns the snippet of the text for keywords, with its highlights in brackets. */
function pieceFor(keywords: string): string | undefined {
  const search = parseSearch(keywords)
  if (!search.ok || !search.root) throw new Error(`${keywords} can't be searched`)
  const snippet = markdownSnippetMaker(planOf(search.root).wanted)(text)
  return snippet?.marks.reduceRight(
    (piece, [from, to]) => `${piece.slice(0, from)}<${piece.slice(from, to)}>${piece.slice(to)}`,
    snippet.text,
  )
}

describe('a snippet of Markdown', () => {
  it.each([
    ['png', 'The compiler crashes, internal compiler error. fn main() {} cc @Ada pic.<png> the log'],
    ['"compiler error"', 'The compiler crashes, internal <compiler error>. fn main() {} cc @Ada pic.png the log'],
    ['main log', 'The compiler crashes, internal compiler error. fn <main>() {} cc @Ada pic.png the <log>'],
  ])('for %s is what a reader sees, with the words marked', (keywords, piece) => {
    expect(pieceFor(keywords)).toBe(piece)
  })

  it('for a word that no reader sees is of the text as it was written', () => {
    expect(pieceFor('rust')).toContain('```<rust> fn main() {} ```')
    expect(pieceFor('example')).toContain('(https://<example>.test/crash)')
    expect(pieceFor('nowhere')).toBeUndefined()
  })
})
