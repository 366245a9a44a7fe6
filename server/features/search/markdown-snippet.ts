import { asRead } from './as-read.ts'
import type { Leaf } from './leaves.ts'
import { type Snippet, snippetMaker } from './snippet.ts'

/** Number of characters that are read, the same as for a snippet. */
const mostRead = 50_000
const sign = /[`[\]]|\*\*|~~~/

/**
 * Creates snippets like `snippetMaker`, for Markdown: the snippet is what a reader of the page sees. Where the words
 * occur only in invisible parts, such as the address of a link, it is of the text as written.
 */
export function markdownSnippetMaker(leaves: readonly Leaf[]): (text: string) => Snippet | undefined {
  const snippetOf = snippetMaker(leaves)
  return (text) => {
    const written = snippetOf(text)
    // Most snippets have no signs, and removing them from the whole text costs more than everything else.
    if (!written || !sign.test(written.text)) return written
    const looked = text.slice(0, mostRead)
    const read = asRead(looked)
    return read === looked ? written : (snippetOf(read) ?? written)
  }
}
