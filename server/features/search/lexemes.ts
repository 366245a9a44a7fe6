import { stem } from '#shared/search/stem.ts'
import { runsOf } from '#shared/search/words.ts'
import { isPairWord } from './pair-words.ts'

/**
 * What a text is found by in the index: each word as it is; `=` and the stem where that is another; and, of two very
 * common words that follow one another, `~` and both, so that a phrase of such words needs no look at every text. No
 * word begins with these signs.
 * @param runs the text's words in order, as `runsOf` gives them
 */
export function lexemesOf(runs: readonly string[]): Set<string> {
  const found = new Set<string>()
  addLexemes(found, runs)
  return found
}

/** Adds the lexemes of one text to those of others. */
export function addLexemes(found: Set<string>, runs: readonly string[]): void {
  let before = ''
  for (const word of runs) {
    if (before !== '' && isPairWord(word) && isPairWord(before)) found.add(pairOf(before, word))
    before = word
    if (found.has(word)) continue
    found.add(word)
    const root = stemOf(word)
    if (root !== word) found.add(`=${root}`)
  }
}

export const pairOf = (first: string, second: string) => `~${first} ${second}`

/** The lexemes of a chat line: its conversation's inbox looks for words, searches for bugs also for stems. */
export function lineLexemes(message: string): string[] {
  return [...lexemesOf(runsOf(message))]
}

const stems = new Map<string, string>()
const mostStems = 100_000

/** The stem of a word, remembered: texts repeat theirs. */
export function stemOf(word: string): string {
  let root = stems.get(word)
  if (root === undefined) {
    root = stem(word)
    if (stems.size >= mostStems) stems.clear()
    stems.set(word, root)
  }
  return root
}

/** PostgreSQL refuses a tsvector of more than 1 MiB; each lexeme costs its bytes and a little more. */
export const maxIndexedBytes = 900_000

/** As many of the lexemes as fit an index entry, in order. Only texts of some hundred thousand words have more. */
export function withinLimit(lexemes: Iterable<string>): string[] {
  let bytes = 0
  const kept: string[] = []
  for (const lexeme of lexemes) {
    bytes += bytesOf(lexeme)
    if (bytes > maxIndexedBytes) break
    kept.push(lexeme)
  }
  return kept
}

/** What lexemes take in an index entry, in bytes. */
export function indexedBytes(lexemes: readonly string[]): number {
  return lexemes.reduce((sum, lexeme) => sum + bytesOf(lexeme), 0)
}

const bytesOf = (lexeme: string) => Buffer.byteLength(lexeme) + 8
