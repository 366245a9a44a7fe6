import { stem } from '#shared/search/stem.ts'
import { conceptsOf } from './concepts.ts'
import { stopWords } from './stop-words.ts'
import { hashOf } from './term-table.ts'

/** Longer runs are keys, blobs and the like, which no second report has. */
const longestRun = 64
/** How many words are remembered, and after how many times; texts repeat their words. */
const remembered = 10_000
const frequent = 8

const onlyAscii = /^[\0-\x7f]*$/
const asciiRun = /[A-Za-z0-9_]+/g
const anyRun = /[\p{L}\p{M}\p{N}_]+/gu
/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const piece = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}|\p{N}+/gu

/** A run of letters and digits that says something. */
export interface Word {
  readonly written: string
  /** Its stem; of an identifier such as `readLine2` the whole and the parts. */
  readonly terms: readonly string[]
  /** Beside `terms`: what stands in the text for each, the whole run or a part of it. */
  readonly spelled: readonly string[]
  /** What it may be another word for. */
  readonly concepts: readonly string[]
  /** Hashes of the terms, then of the concepts. */
  readonly hashes: readonly number[]
}

const memory = new Map<string, Word>()
/** How often words with a hash were made anew, up to `frequent`. */
const seen = new Uint8Array(65_536)

/**
 * Calls `visit` for the words of a text, in order.
 * @param visit may return false to end
 */
export function eachWord(text: string, visit: (word: Word) => boolean | void): void {
  const normal = onlyAscii.test(text) ? text : text.normalize('NFKC')
  for (const [run] of normal.matchAll(onlyAscii.test(normal) ? asciiRun : anyRun)) {
    if (run.length > longestRun) continue
    const word = wordOf(run)
    if (word.terms.length > 0 && visit(word) === false) return
  }
}

function wordOf(run: string): Word {
  const known = memory.get(run)
  if (known) return known
  const { terms, spelled } = termsOf(run)
  const concepts = [...new Set(terms.flatMap((term) => conceptsOf.get(term) ?? []))]
  const word = { written: run, terms, spelled, concepts, hashes: [...terms, ...concepts].map(hashOf) }
  if (isFrequent(word)) memory.set(run, word)
  return word
}

/** Most words are rare: remembering them would fill the memory and be of no use. */
function isFrequent({ hashes: [hash] }: Word): boolean {
  if (hash === undefined) return false
  if (memory.size >= remembered) {
    // Starting over is simpler than forgetting the oldest, and as good.
    memory.clear()
    seen.fill(0)
  }
  const at = hash % seen.length
  const times = (seen[at] as number) + 1
  if (times <= frequent) seen[at] = times
  return times > frequent
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

/** Neighbouring letters stand for the words that can't be told apart. */
function letterPairs(run: string): string[] {
  const letters = [...run]
  if (letters.length === 1) return letters
  return [...new Set(letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`))]
}
