export interface FuzzyMatch {
  /** Higher is better. */
  readonly score: number
  /** Matching parts of the text: from (included) to (not). */
  readonly marks: readonly (readonly [from: number, to: number])[]
}

/**
 * Scores how well a short text matches the typed one: 'rep bug' and 'rb' both match 'Report a bug'. Every typed piece
 * has to be at the beginning of a word; spaces only separate pieces. Undefined without a match.
 */
export function fuzzyMatch(asked: string, text: string): FuzzyMatch | undefined {
  const wanted = plain(asked).replace(/\s+/g, '')
  const given = plain(text)
  if (wanted === '' || given.length !== text.length) return wholeMatch(plain(asked).trim(), given)
  return best([wholeMatch(plain(asked).trim(), given), piecesMatch(wanted, given)])
}

function best(matches: readonly (FuzzyMatch | undefined)[]): FuzzyMatch | undefined {
  return matches.reduce((one, other) => (other && (!one || other.score > one.score) ? other : one), undefined)
}

/** Matches all of it in one place. */
function wholeMatch(wanted: string, given: string): FuzzyMatch | undefined {
  if (wanted === '') return undefined
  const from = wordStarts(given).find((start) => given.startsWith(wanted, start))
  if (from === undefined) return undefined
  return { score: (from === 0 ? 300 : 250) - given.length / 10, marks: [[from, from + wanted.length]] }
}

/** Matches beginnings of words one after the other, as few as possible. */
function piecesMatch(wanted: string, given: string): FuzzyMatch | undefined {
  const starts = wordStarts(given)
  const known = new Map<string, (readonly [number, number])[] | undefined>()

  function fewest(done: number, after: number): (readonly [number, number])[] | undefined {
    if (done === wanted.length) return []
    const key = `${done} ${after}`
    if (known.has(key)) return known.get(key)
    let found: (readonly [number, number])[] | undefined
    for (const start of starts) {
      if (start < after) continue
      let length = 0
      while (done + length < wanted.length && given[start + length] === wanted[done + length]) {
        length += 1
        const rest = fewest(done + length, start + length)
        if (rest && (!found || rest.length + 1 < found.length)) found = [[start, start + length], ...rest]
      }
    }
    known.set(key, found)
    return found
  }

  const marks = fewest(0, 0)
  if (!marks) return undefined
  return { score: 200 - 20 * marks.length + (marks[0]?.[0] === 0 ? 10 : 0) - given.length / 10, marks }
}

function wordStarts(given: string): readonly number[] {
  return [...given.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => index)
}

/** Removes capitals and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
