export interface FuzzyMatch {
  /** The higher, the better. */
  readonly score: number
  /** Parts of the text that were asked for: from (included) to (not). */
  readonly marks: readonly (readonly [from: number, to: number])[]
}

/**
 * How well a short text answers what was typed: 'rep bug' and 'rb' both mean 'Report a bug'. Every piece of what was
 * typed has to stand at the beginning of a word; spaces only part pieces. Undefined when it doesn't answer.
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

/** All of it in one place. */
function wholeMatch(wanted: string, given: string): FuzzyMatch | undefined {
  if (wanted === '') return undefined
  const from = wordStarts(given).find((start) => given.startsWith(wanted, start))
  if (from === undefined) return undefined
  return { score: (from === 0 ? 300 : 250) - given.length / 10, marks: [[from, from + wanted.length]] }
}

/** Beginnings of words one after the other, as few as possible. */
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

/** Without capitals and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
