import { stem } from '#shared/search/stem.ts'

/** A word to search for, and how many bugs of the data set it finds. */
export interface Keyword {
  readonly word: string
  readonly bugs: number
}

export interface Keywords {
  /** In about a quarter of the bugs. */
  readonly common: Keyword
  /** In a few bugs of ten thousand. */
  readonly rare: Keyword
}

/** Bugs that are looked at before the words are chosen. */
const sampleSize = 5000

/**
 * Chooses the words that the measurements search for and counts in plain JavaScript how many bugs hold them, as a check
 * on what the product's search says.
 */
export class KeywordChoice {
  #sample: (readonly string[])[] = []
  #chosen: { common: string; rare: string } | undefined
  #common = 0
  #rare = 0

  /** @param words what one bug with its comments is found by: its different words, and `=` and their stems */
  note(words: readonly string[]): void {
    if (this.#chosen) {
      this.#count(words)
      return
    }
    this.#sample.push(words)
    if (this.#sample.length >= sampleSize) this.#choose()
  }

  result(): Keywords {
    if (!this.#chosen) this.#choose()
    const { common, rare } = this.#chosen ?? { common: '', rare: '' }
    return { common: { word: common, bugs: this.#common }, rare: { word: rare, bugs: this.#rare } }
  }

  #choose(): void {
    const frequencies = new Map<string, number>()
    for (const words of this.#sample) {
      for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
    }
    const candidates = [...frequencies].filter(([word]) => /^[a-z]{5,12}$/.test(word)).toSorted()
    const common = nearest(candidates, this.#sample.length / 4)
    const rare = nearest(candidates, Math.max(1, this.#sample.length / 5000))
    this.#chosen = { common, rare }
    for (const words of this.#sample) this.#count(words)
    this.#sample = []
  }

  #count(words: readonly string[]): void {
    const { common, rare } = this.#chosen ?? { common: '', rare: '' }
    if (holds(words, common)) this.#common++
    if (holds(words, rare)) this.#rare++
  }
}

/** Search takes its last word as the beginning of a word too. */
function holds(words: readonly string[], searched: string): boolean {
  const root = stem(searched)
  return words.some(
    (word) => word.startsWith(searched) || word === `=${root}` || (word === root && stem(root) === root),
  )
}

function nearest(candidates: readonly (readonly [string, number])[], wanted: number): string {
  let best: readonly [string, number] = ['', Infinity]
  for (const candidate of candidates) {
    if (Math.abs(candidate[1] - wanted) < Math.abs(best[1] - wanted)) best = candidate
  }
  return best[0]
}
