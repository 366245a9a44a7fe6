import type { Word } from './words.ts'

/** How many words are remembered, and after how many times; texts repeat their words. */
const remembered = 10_000
const frequent = 8
/** A power of two, more than twice as many as there are words. */
const slots = 32_768
/** Somebody may write words that all belong in one place: then some of them are not remembered. */
const mostProbes = 32

/** The frequent words, found by where they stand in a text without taking them out of it. */
export class WordMemory {
  /** By hash, open addressing. */
  #words: (Word | undefined)[] = Array.from({ length: slots })
  #size = 0
  /** How often words with a hash were made anew, up to `frequent`. */
  readonly #seen = new Uint8Array(65_536)

  /** @param hash of the characters from `start` to before `end` */
  find(text: string, start: number, end: number, hash: number): Word | undefined {
    for (let probe = 0; probe < mostProbes; probe++) {
      const word = this.#words[(hash + probe) & (slots - 1)]
      if (!word || (word.written.length === end - start && text.startsWith(word.written, start))) return word
    }
    return undefined
  }

  /** True when a word that was made anew should be kept: most are rare, and to remember those would be of no use. */
  isFrequent(hash: number): boolean {
    const at = (hash ^ (hash >>> 16)) & (this.#seen.length - 1)
    const times = (this.#seen[at] as number) + 1
    if (times <= frequent) this.#seen[at] = times
    return times > frequent
  }

  keep(word: Word, hash: number): void {
    // Starting over is simpler than forgetting the oldest, and as good.
    if (this.#size >= remembered) this.clear()
    for (let probe = 0; probe < mostProbes; probe++) {
      const at = (hash + probe) & (slots - 1)
      if (this.#words[at]) continue
      this.#words[at] = word
      this.#size++
      return
    }
  }

  /** Forgets all words. */
  clear(): void {
    this.#words = Array.from({ length: slots })
    this.#size = 0
    this.#seen.fill(0)
  }
}
