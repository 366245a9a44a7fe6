import type { Tx } from '#server/db/database.ts'
import { type VocabularyWords, vocabularyOf } from './vocabulary.ts'

/** So many words are remembered of a database: nearly all that a new text has. */
const most = 30_000

const knownOf = new WeakMap<object, Set<string>>()

/**
 * Those words of a text of which this process does not know that they stand in the vocabulary already: words are never
 * taken out, and most of a text's are old ones.
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
  // A copy: a piece of a text would keep the whole text in memory.
  for (const word of words.slice(0, most)) known.add(Buffer.from(word).toString())
}
