import { shortId } from '#shared/bugs/words.ts'
import { wordsOf } from '#shared/search/words.ts'

/** PostgreSQL refuses a tsvector of more than 1 MiB; each word costs its bytes and a little more. */
export const maxIndexedBytes = 900_000

/** Words by which a bug is found: those of its texts, its id, its short id and its id in an older tracker. */
export function bugWords(bug: {
  id: string
  title: string
  description: string
  stepsToReproduce: string
  externalId?: string | null | undefined
}): string[] {
  const texts = [bug.id, shortId(bug.id), bug.externalId ?? '', bug.title, bug.stepsToReproduce, bug.description]
  return withinLimit(wordsOf(texts.join('\n')))
}

/** As many of the words as fit an index entry. Only a text of some hundred thousand different words has more. */
export function withinLimit(words: readonly string[]): string[] {
  let bytes = 0
  const kept: string[] = []
  for (const word of words) {
    bytes += bytesOf(word)
    if (bytes > maxIndexedBytes) break
    kept.push(word)
  }
  return kept
}

/** What words take in an index entry, in bytes. */
export function indexedBytes(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + bytesOf(word), 0)
}

const bytesOf = (word: string) => Buffer.byteLength(word) + 8

/** `words` all present, the last one as the beginning of a word, in PostgreSQL's tsquery syntax. */
export function tsqueryOf(words: readonly string[]): string {
  return words.map((word, index) => `'${word}'${index === words.length - 1 ? ':*' : ''}`).join(' & ')
}
