import { runsOf } from '#shared/search/words.ts'
import type { Leaf } from './leaves.ts'
import { stemOf } from './lexemes.ts'

/** The position of a leaf in a text. */
export interface Hit {
  readonly from: number
  readonly to: number
  /** The number of the leaf. */
  readonly leaf: number
}

/** Finds the positions of leaves in a text, in order. */
export type HitFinder = (text: string) => Hit[]

/**
 * Returns the common beginning of the words that match a leaf's first word; undefined where letters may have other
 * forms.
 */
export function beginningOf({ words, isPhrase }: Leaf): string | undefined {
  const [word = ''] = words
  if (!isPlainWord(word)) return undefined
  if (isPhrase) return word
  const root = stemOf(word)
  // Words begin like their stem, except for a last letter that stemming added: happy, filing, possibility.
  return /[iel]$/.test(root) ? root.slice(0, Math.max(1, root.length - 1)) : root
}

/** Longest word that is searched as a whole. */
const shortWord = 60
const run = /[\p{L}\p{M}\p{N}]+/gu
const wordHere = /[\p{L}\p{M}\p{N}]+/uy
const isPlainWord = (word: string) => /^[a-z0-9]+$/.test(word)
// Letters of other scripts and forms are normalized only when a word is split. Quotes and dashes are not letters.
const otherLetter = /[[\p{L}\p{M}\p{N}]--[a-zA-Z0-9]]/v
const notAscii = /[^\0-\x7f]+/g
// Only other characters take several bytes, and counting bytes is faster than reading each character.
const isAscii = (text: string) => Buffer.byteLength(text) === text.length

/** Creates a finder that reads texts only where a leaf may begin; words with other letters are split. */
export function hitFinder(leaves: readonly Leaf[]): HitFinder {
  const means = leaves.map(testOf)
  const beginnings = leaves.map(beginningOf)
  const places = beginnings.every((beginning) => beginning !== undefined)
    ? leaves.map((leaf, n) => placesOf(leaf, n, beginnings[n] as string, means[n] as Test))
    : undefined
  const hasPhrase = leaves.some(({ isPhrase }) => isPhrase)
  return (text) => {
    if (!places) return hitsAmong(tokensOf(text), leaves, means)
    const { plain, others } = partsOf(text)
    // A phrase may continue from a plain word to another one.
    if (others.length > 0 && hasPhrase) return hitsAmong(tokensOf(text), leaves, means)
    const lower = plain.toLowerCase()
    const hits = places.flatMap((find) => find(lower))
    if (others.length > 0) hits.push(...hitsAmong(others, leaves, means))
    return hits.toSorted((one, other) => one.from - other.from || one.leaf - other.leaf)
  }
}

/** Finds a leaf in a plain text in lower case. */
function placesOf({ words, isPhrase }: Leaf, leaf: number, beginning: string, means: Test): HitFinder {
  const rest = words.slice(1)
  return (text) => {
    const hits: Hit[] = []
    let from = text.indexOf(beginning)
    for (let end; from >= 0; from = text.indexOf(beginning, end)) {
      end = endOfWord(text, from)
      if (from > 0 && isWordCode(text.charCodeAt(from - 1))) continue
      const word = text.slice(from, Math.min(end, from + shortWord))
      const to = isPhrase
        ? word === words[0]
          ? endOfWords(text, end, rest)
          : undefined
        : means(word)
          ? end
          : undefined
      if (to !== undefined) hits.push({ from, to, leaf })
    }
    return hits
  }
}

/** Returns the end of words that follow one another from a position on; undefined for other words. */
function endOfWords(text: string, place: number, words: readonly string[]): number | undefined {
  let end = place
  for (const word of words) {
    let from = end
    while (from < text.length && !isWordCode(text.charCodeAt(from))) from++
    end = endOfWord(text, from)
    if (text.slice(from, Math.min(end, from + shortWord)) !== word) return undefined
  }
  return end
}

function endOfWord(text: string, from: number): number {
  let end = from
  while (end < text.length && isWordCode(text.charCodeAt(end))) end++
  return end
}

const isWordCode = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

interface Token {
  readonly word: string
  readonly from: number
  readonly to: number
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: found, index: from } of text.matchAll(run)) {
    const to = from + found.length
    const lower = found.toLowerCase()
    // Most words are unchanged; the others have other forms, or are several.
    if (lower.length <= shortWord && isPlainWord(lower)) tokens.push({ word: lower, from, to })
    else for (const word of runsOf(found)) tokens.push({ word, from, to })
  }
  return tokens
}

/** Returns a text with spaces instead of the words that have other letters, and these words. */
function partsOf(text: string): { plain: string; others: Token[] } {
  const others: Token[] = []
  if (isAscii(text)) return { plain: text, others }
  let [plain, end] = ['', 0]
  for (const { 0: run, index } of text.matchAll(notAscii)) {
    for (;;) {
      const start = Math.max(index, end)
      const place = start < index + run.length ? run.slice(start - index).search(otherLetter) : -1
      if (place < 0) break
      let from = start + place
      while (from > end && isPlainWord(text.charAt(from - 1).toLowerCase())) from--
      wordHere.lastIndex = from
      const [word = ''] = wordHere.exec(text) ?? []
      for (const token of tokensOf(word)) others.push({ ...token, from: token.from + from, to: token.to + from })
      plain += text.slice(end, from) + ' '.repeat(word.length)
      end = from + word.length
    }
  }
  return { plain: plain + text.slice(end), others }
}

function hitsAmong(tokens: readonly Token[], leaves: readonly Leaf[], means: readonly Test[]): Hit[] {
  const hits = tokens.flatMap((token, at) =>
    leaves.flatMap((leaf, n): Hit[] => {
      const last = leaf.isPhrase ? tokens[at + leaf.words.length - 1] : token
      const fits = leaf.isPhrase
        ? last !== undefined && leaf.words.every((word, next) => tokens[at + next]?.word === word)
        : means[n]?.(token.word)
      return fits && last ? [{ from: token.from, to: last.to, leaf: n }] : []
    }),
  )
  return hits.toSorted((one, other) => one.from - other.from)
}

/** Returns whether a word of a text matches a leaf. */
type Test = (word: string) => boolean

function testOf(leaf: Leaf): Test {
  const [searched = ''] = leaf.words
  const root = stemOf(searched)
  const beginning = beginningOf(leaf) ?? ''
  return (word) =>
    word === searched ||
    (leaf.isPrefix && word.startsWith(searched)) ||
    (word.startsWith(beginning) && stemOf(word) === root)
}
