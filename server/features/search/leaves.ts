import type { SearchNode } from '#shared/search/search-query.ts'
import { pairOf, stemOf } from './lexemes.ts'
import { isPairWord } from './pair-words.ts'
import { pairsOf, plainLine } from './plain-text.ts'

/** A word or a phrase of a search. */
export interface Leaf {
  /** The words, in order; only a phrase has several. */
  readonly words: readonly string[]
  readonly isPhrase: boolean
  /** Whether words that begin like it match too. */
  readonly isPrefix: boolean
  /** A tsquery that finds it, or with `plain` everything that may contain it. */
  readonly query: string
  /** Where the index alone can't decide: the text that must occur within one text. */
  readonly plain: string | undefined
  /** Keys by which texts are looked up that may contain `plain`. */
  readonly pairs: readonly number[]
  /** Whether it is searched, not excluded. */
  readonly isWanted: boolean
  /** Whether a bug without it can't match. */
  readonly isRequired: boolean
}

/** Returns the tsquery of words that share the stem of `word`. */
export function wordQuery(word: string, isPrefix = false): string {
  const parts = isPrefix ? [`'${word}':*`] : []
  if (!/^[a-z]+$/.test(word)) return isPrefix ? `'${word}':*` : `'${word}'`
  const root = stemOf(word)
  parts.push(`'=${root}'`)
  // A word that is its own stem is in the index unchanged.
  if (stemOf(root) === root && !(isPrefix && root.startsWith(word))) parts.push(`'${root}'`)
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' | ')})`
}

/** Returns a tsquery for `bug_search.words` that finds any of these words, or words of their stems. */
export function anyWordQuery(words: readonly string[]): string {
  return words.map((word) => wordQuery(word)).join(' | ')
}

export function leafOf(node: SearchNode & { kind: 'word' | 'phrase' }, isWanted: boolean, isRequired: boolean): Leaf {
  const found = { isWanted, isRequired: isWanted && isRequired }
  if (node.kind === 'word') {
    const { word, isPrefix } = node
    return {
      ...found,
      words: [word],
      isPhrase: false,
      isPrefix,
      query: wordQuery(word, isPrefix),
      plain: undefined,
      pairs: [],
    }
  }
  const { words } = node
  const pairs = words.flatMap((word, n) => {
    const next = words[n + 1]
    return next !== undefined && isPairWord(word) && isPairWord(next) ? [pairOf(word, next)] : []
  })
  const isProven = words.length === 1 || (words.length === 2 && pairs.length === 1)
  return {
    ...found,
    words,
    isPhrase: true,
    isPrefix: false,
    query: `(${[...new Set([...words, ...pairs])].map((lexeme) => `'${lexeme}'`).join(' & ')})`,
    plain: isProven ? undefined : plainLine(words),
    pairs: pairsOf([words]),
  }
}
