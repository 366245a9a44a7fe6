import { type BugIndex, indexOf } from '#server/features/search/public.ts'
import type { BugRecord } from './bug-records.ts'

/** Bugs with more words may reach the limit of the index, and are left to the product. */
const manyWords = 20_000

/**
 * Returns the same search words as the product. Those of comments are cached, because comments are drawn from the same
 * paragraphs again and again.
 */
export class RememberingIndex {
  readonly #comments = new Map<string, BugIndex>()

  indexOf(bug: BugRecord): BugIndex {
    const own = indexOf(bug, [])
    const said = bug.comments.map(({ id, message }) => ({ id, ofMessage: this.#ofMessage(message) }))
    const words = new Set(own.words)
    for (const { ofMessage } of said) for (const word of ofMessage.words) words.add(word)
    if (words.size > manyWords) return indexOf(bug, bug.comments)
    return {
      words: [...words],
      titleWords: own.titleWords,
      ownWords: own.ownWords,
      texts: [
        ...own.texts,
        ...said.flatMap(({ id, ofMessage }) => ofMessage.texts.slice(1).map((text) => ({ ...text, commentId: id }))),
      ],
      vocabulary: [...own.vocabulary, ...said.flatMap(({ ofMessage }) => ofMessage.vocabulary)],
    }
  }

  #ofMessage(message: string): BugIndex {
    let known = this.#comments.get(message)
    if (!known) {
      // For a bug without any words except its name, which is the empty word.
      const found = indexOf({ id: '', title: '', description: '', stepsToReproduce: '' }, [{ id: '', message }])
      known = { ...found, words: found.words.filter((word) => word !== '') }
      this.#comments.set(message, known)
    }
    return known
  }
}
