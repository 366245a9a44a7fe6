import { stem } from '#shared/search/stem.ts'
import { conceptsOf } from './concepts.ts'
import { stopWords } from './stop-words.ts'
import { hashOf } from './term-table.ts'
import { WordMemory } from './word-memory.ts'

/** Longer runs are keys, blobs and the like, which no second report has. */
const longestRun = 64
const onlyAscii = /^[\0-\x7f]*$/
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

const memory = new WordMemory()

/** Forgets what only makes many texts quicker to read: some 5 MB. */
export const forgetWords = () => memory.clear()

/** What stands at a character of ASCII: nothing of a word, or which of `capital`, `small`, `digit` and `joining` it is. */
const kinds = new Uint8Array(128)
const [capital, small, digit, joining] = [1, 2, 4, 8]
for (let code = 0; code < kinds.length; code++) {
  const character = String.fromCharCode(code)
  if (/[A-Z]/.test(character)) kinds[code] = capital
  else if (/[a-z]/.test(character)) kinds[code] = small
  else if (/[0-9]/.test(character)) kinds[code] = digit
  else if (character === '_') kinds[code] = joining
}

const hashBegin = 0x811c9dc5
const hashed = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)
const hashEnd = (hash: number) => Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0

/**
 * Calls `visit` for the words of a text, in order.
 * @param visit may return false to end
 */
export function eachWord(text: string, visit: (word: Word) => boolean | void): void {
  const normal = onlyAscii.test(text) ? text : text.normalize('NFKC')
  if (onlyAscii.test(normal)) return eachAsciiWord(normal, visit)
  for (const [run] of normal.matchAll(anyRun)) {
    if (run.length > longestRun) continue
    let hash = hashBegin
    for (let at = 0; at < run.length; at++) hash = hashed(hash, run.charCodeAt(at))
    const word = wordAt(run, 0, run.length, hashEnd(hash), false)
    if (word.terms.length > 0 && visit(word) === false) return
  }
}

/** Nearly all texts: looked at character by character, once. */
function eachAsciiWord(text: string, visit: (word: Word) => boolean | void): void {
  for (let at = 0; at < text.length; at++) {
    let kind = kinds[text.charCodeAt(at)] as number
    if (kind === 0) continue
    const start = at
    let hash = hashed(hashBegin, text.charCodeAt(at))
    // What begins with a capital is one piece as well; one in the middle is not.
    let rest = 0
    for (at++; at < text.length; at++) {
      const code = text.charCodeAt(at)
      kind = kinds[code] as number
      if (kind === 0) break
      rest |= kind
      hash = hashed(hash, code)
    }
    if (at - start > longestRun) continue
    const first = kinds[text.charCodeAt(start)] as number
    const isOnePiece = first === joining ? false : rest === 0 || rest === first || (first === capital && rest === small)
    const word = wordAt(text, start, at, hashEnd(hash), isOnePiece)
    if (word.terms.length > 0 && visit(word) === false) return
  }
}

/** @param isOnePiece known to have no parts: then nothing is searched for them */
function wordAt(text: string, start: number, end: number, hash: number, isOnePiece: boolean): Word {
  const known = memory.find(text, start, end, hash)
  if (known) return known
  const run = text.slice(start, end)
  if (!memory.isFrequent(hash)) return wordOf(run, isOnePiece)
  // A slice of a text keeps all of it in memory.
  const word = wordOf(Buffer.from(run).toString(), isOnePiece)
  memory.keep(word, hash)
  return word
}

function wordOf(run: string, isOnePiece: boolean): Word {
  const { terms, spelled } = isOnePiece ? onePiece(run) : termsOf(run)
  const concepts = [...new Set(terms.flatMap((term) => conceptsOf.get(term) ?? []))]
  return { written: run, terms, spelled, concepts, hashes: [...terms, ...concepts].map(hashOf) }
}

const nothing: Pick<Word, 'terms' | 'spelled'> = { terms: [], spelled: [] }

/** As `termsOf`, of letters or digits of ASCII that are one piece. */
function onePiece(run: string): Pick<Word, 'terms' | 'spelled'> {
  const lower = run.toLowerCase()
  return run.length === 1 || stopWords.has(lower) ? nothing : { terms: [stem(lower)], spelled: [run] }
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
