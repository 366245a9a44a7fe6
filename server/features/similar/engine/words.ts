import { stem } from '#shared/search/stem.ts'
import { conceptsOf } from './concepts.ts'
import { stopWords } from './stop-words.ts'

/** Longer runs are keys, blobs and the like, which no second report has. */
const longestRun = 64
const anyRun = /[\p{L}\p{M}\p{N}_]+/gu
/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const piece = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}|\p{N}+/gu

/** A run of letters and digits that carries meaning. */
export interface Word {
  readonly written: string
  /** Its stem; for an identifier such as `readLine2` the whole and the parts. */
  readonly terms: readonly string[]
  /** Parallel to `terms`: how the text writes each, the whole run or a part of it. */
  readonly spelled: readonly string[]
  /** The groups of synonyms that it belongs to. */
  readonly concepts: readonly string[]
  /** Hashes of the terms, then of the concepts. */
  readonly hashes: readonly number[]
}

/** Recent words: splitting and stemming them again would be most of the work. */
const memory = new Map<string, Word>()
const remembered = 10_000
/** A longer slice would keep the whole text in memory. */
const longestRemembered = 12

/** Calls `visit` for the words of a text, in order. @param visit may return false to end */
export function eachWord(text: string, visit: (word: Word) => boolean | void): void {
  for (const run of text.normalize('NFKC').match(anyRun) ?? []) {
    if (run.length > longestRun) continue
    const word = memory.get(run) ?? wordOf(run)
    if (word.terms.length > 0 && visit(word) === false) return
  }
}

function wordOf(run: string): Word {
  const { terms, spelled } = termsOf(run)
  const concepts = [...new Set(terms.flatMap((term) => conceptsOf.get(term) ?? []))]
  const word = { written: run, terms, spelled, concepts, hashes: [...terms, ...concepts].map(hashOf) }
  if (run.length <= longestRemembered) {
    if (memory.size >= remembered) memory.clear()
    memory.set(run, word)
  }
  return word
}

/** Hashes a term by FNV-1a over the UTF-16 units, with MurmurHash3's final mix, so that the low bits are good too. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

function termsOf(run: string): Pick<Word, 'terms' | 'spelled'> {
  if (unspaced.test(run)) {
    const pairs = letterPairs(run.toLowerCase())
    return { terms: pairs, spelled: pairs.map(() => run) }
  }
  const pieces = run.match(piece) ?? []
  const bySpelling = new Map<string, string>()
  const whole = pieces.length > 1 ? [run] : []
  for (const spelled of [...whole, ...pieces.filter(speaks)]) {
    // Characters between the pieces, as in `read_line`, are not part of the whole.
    const term = stem((spelled === run ? pieces.join('') : spelled).toLowerCase())
    if (!bySpelling.has(term)) bySpelling.set(term, spelled)
  }
  return { terms: [...bySpelling.keys()], spelled: [...bySpelling.values()] }
}

function speaks(part: string): boolean {
  return part.length > 1 && !stopWords.has(part.toLowerCase())
}

/** Splits a run of a script without spaces into pairs of neighbouring letters, which stand for its words. */
function letterPairs(run: string): string[] {
  const letters = [...run]
  if (letters.length === 1) return letters
  return [...new Set(letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`))]
}
