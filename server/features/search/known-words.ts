import type { Tx } from '#server/db/database.ts'
import { type VocabularyWords, vocabularyOf } from './vocabulary.ts'

/** Most words that are cached for a database: nearly all of a new text's. */
const most = 30_000

const knownOf = new WeakMap<object, Set<string>>()

/**
 * Returns those words of a text that may be missing in the vocabulary: words are never removed from it, and most of a
 * text's words are old ones.
 */
export function newVocabulary(tx: Tx, runs: readonly string[]): VocabularyWords {
  const known = knownOf.get(tx.database) ?? new Set<string>()
  knownOf.set(tx.database, known)
  const values = vocabularyOf(runs.filter((word) => !known.has(word)))
  const [words] = values
  if (words.length > 0) tx.onCommit(() => remember(known, words))
  return values
}

function remember(known: Set<string>, words: readonly string[]): void {
  if (known.size + words.length > most) known.clear()
  // A copy, because a slice would keep the whole text in memory.
  for (const word of words.slice(0, most)) known.add(Buffer.from(word).toString())
}
