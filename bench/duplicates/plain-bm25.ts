const k1 = 1.2
const b = 0.75

/** Textbook BM25 over lower-case words, for comparison. */
export class PlainBm25 {
  /** By word: report, count, report, count, … */
  readonly #postings = new Map<string, number[]>()
  readonly #groups: string[] = []
  readonly #lengths: number[] = []
  #words = 0

  add(text: string, group: string): void {
    const report = this.#groups.push(group) - 1
    const words = wordsOf(text)
    this.#lengths.push(words.length)
    this.#words += words.length
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const [word, count] of counts) {
      const postings = this.#postings.get(word)
      if (postings) postings.push(report, count)
      else this.#postings.set(word, [report, count])
    }
  }

  /** Returns groups by their best report, best first, each once. */
  groupsLike(text: string): Set<string> {
    const all = this.#groups.length
    const scores = new Float64Array(all)
    for (const word of new Set(wordsOf(text))) {
      const postings = this.#postings.get(word) ?? []
      const having = postings.length / 2
      const idf = Math.log(1 + (all - having + 0.5) / (having + 0.5))
      for (let at = 0; at < postings.length; at += 2) {
        const [report, count] = [postings[at] as number, postings[at + 1] as number]
        const length = (this.#lengths[report] as number) / (this.#words / all)
        scores[report] = (scores[report] as number) + (idf * count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
      }
    }
    const found = [...scores.keys()].filter((report) => (scores[report] as number) > 0)
    found.sort((one, other) => (scores[other] as number) - (scores[one] as number) || one - other)
    return new Set(found.map((report) => this.#groups[report] as string))
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
