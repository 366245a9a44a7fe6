import { pick, type Random } from '#bench/random.ts'
import { runsOf } from '#shared/search/words.ts'

/** Lower and upper limits of how many bugs have a word of each band. */
const bands = [
  [1, 1],
  [2, 10],
  [11, 100],
  [101, 1000],
  [1001, 2500],
  [2501, Infinity],
] as const
const keptTexts = 20_000

/** Words and phrases of the world's texts, to search for. */
export class Lexicon {
  readonly #counts = new Map<string, number>()
  readonly #texts: string[] = []
  #bands: string[][] | undefined

  /** Adds the texts of one bug. */
  learn(texts: readonly string[]): void {
    for (const word of new Set(texts.flatMap(runsOf))) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
    this.#texts.push(...texts.filter((text) => this.#texts.length < keptTexts && text !== ''))
    this.#bands = undefined
  }

  /** Returns a word; rare words are as likely as common ones. */
  word(random: Random): string {
    this.#bands ??= bands
      .map(([from, to]) => [...this.#counts].flatMap(([word, count]) => (count >= from && count <= to ? [word] : [])))
      .filter((words) => words.length > 0)
    return pick(random, pick(random, this.#bands))
  }

  /** Returns words that follow one another somewhere. */
  phrase(random: Random, length: number): string {
    const words = runsOf(pick(random, this.#texts))
    const from = Math.floor(random() * Math.max(1, words.length - length))
    return words.slice(from, from + length).join(' ')
  }
}
