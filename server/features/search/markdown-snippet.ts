import { asRead } from './as-read.ts'
import type { Leaf } from './leaves.ts'
import { type Snippet, snippetMaker } from './snippet.ts'

/** So much of a text is looked at, as a snippet looks at no more. */
const mostRead = 50_000
const sign = /[`[\]]|\*\*|~~~/

/**
 * As `snippetMaker`, of texts of Markdown: the piece is what a reader of the page sees. Where the words stand only in what is not
 * seen, such as the address of a link, it is of the text as it was written.
 */
export function markdownSnippetMaker(leaves: readonly Leaf[]): (text: string) => Snippet | undefined {
  const snippetOf = snippetMaker(leaves)
  return (text) => {
    const written = snippetOf(text)
    // Most pieces hold no sign; to take the signs out of the whole text costs more than all the rest.
    if (!written || !sign.test(written.text)) return written
    const looked = text.slice(0, mostRead)
    const read = asRead(looked)
    return read === looked ? written : (snippetOf(read) ?? written)
  }
}
