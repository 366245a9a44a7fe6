import { stem } from '#shared/search/stem.ts'
import { runsOf } from '#shared/search/words.ts'
import { isPairWord } from './pair-words.ts'

/**
 * Returns the lexemes of a text in the index: each word as it is; `=` and the stem where that differs; and, for two
 * very common words that follow one another, `~` and both, so that a phrase of such words needs no search of every
 * text. No word begins with these signs.
 * @param runs the text's words in order, as `runsOf` returns them
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

/** Returns the lexemes of a chat message: the inbox searches for words, the search for bugs also for stems. */
export function messageLexemes(message: string): string[] {
  return [...lexemesOf(runsOf(message))]
}

const stems = new Map<string, string>()
const mostStems = 100_000

/** Returns the stem of a word, cached, because texts repeat their words. */
export function stemOf(word: string): string {
  let root = stems.get(word)
  if (root === undefined) {
    root = stem(word)
    if (stems.size >= mostStems) stems.clear()
    stems.set(word, root)
  }
  return root
}

/** PostgreSQL refuses a tsvector of more than 1 MiB; each lexeme takes its bytes and a little more. */
export const maxIndexedBytes = 900_000

/**
 * Returns as many of the lexemes as fit an index entry, in order. Only texts of some hundred thousand words have more.
 */
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

/** Returns the size of lexemes in an index entry, in bytes. */
export function indexedBytes(lexemes: readonly string[]): number {
  return lexemes.reduce((sum, lexeme) => sum + bytesOf(lexeme), 0)
}

const bytesOf = (lexeme: string) => Buffer.byteLength(lexeme) + 8
