import { stem } from '#shared/search/stem.ts'
import { conceptsOf } from './synonyms.ts'
import { stopWords } from './stop-words.ts'

/** Longer runs are keys, blobs and the like, which no second report has. */
const longestRun = 64
/** How many runs' terms are remembered; texts repeat their words. */
const remembered = 20_000

const asciiRuns = /[A-Za-z0-9_]+/g
const anyRuns = /[\p{L}\p{M}\p{N}_]+/gu
/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const parts = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}|\p{N}+/gu
const onlyAscii = /^[\0-\x7f]*$/

let memory = new Map<string, readonly string[]>()

/**
 * Calls `visit` for the runs of letters and digits of a text that say something, in order.
 * @param visit gets the run as it is written and its terms: its stem; of an identifier such as `readLine2` the whole and
 *   the parts. It may return false to end.
 */
export function eachWord(text: string, visit: (word: string, terms: readonly string[]) => boolean | void): void {
  const normal = onlyAscii.test(text) ? text : text.normalize('NFKC')
  const runs = normal === text && onlyAscii.test(text) ? asciiRuns : anyRuns
  runs.lastIndex = 0
  const own = new RegExp(runs)
  for (let found = own.exec(normal); found !== null; found = own.exec(normal)) {
    const run = found[0]
    if (run.length > longestRun) continue
    const terms = termsOf(run)
    if (terms.length > 0 && visit(run, terms) === false) return
  }
}

function termsOf(run: string): readonly string[] {
  const known = memory.get(run)
  if (known) return known
  let terms: readonly string[] = findTerms(run)
  if (process.env['CONCEPTS']) terms = [...new Set([...terms, ...terms.flatMap((t) => conceptsOf.get(t) ?? [])])]
  if (memory.size >= remembered) memory = new Map()
  memory.set(run, terms)
  return terms
}

function findTerms(run: string): string[] {
  if (unspaced.test(run)) return pairsOf(run.toLowerCase())
  const pieces = run.match(parts) ?? []
  const small = pieces.map((piece) => piece.toLowerCase())
  if (small.length <= 1) return small.filter(speaks).map(stem)
  const whole = small.join('')
  const terms = small.filter(speaks).map(stem)
  return [...new Set([stem(whole), ...terms])]
}

function speaks(piece: string): boolean {
  return piece.length > 1 && !stopWords.has(piece)
}

/** Neighbouring letters stand for the words that can't be told apart. */
function pairsOf(run: string): string[] {
  const letters = [...run]
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`)
}
