import { shortId } from '#shared/bugs/words.ts'
import { wordsOf } from '#shared/search/words.ts'

/** PostgreSQL refuses a tsvector of more than 1 MiB; each word costs its bytes and a little more. */
const maxTotalBytes = 900_000

/** Words by which a bug is found: those of its texts, its id, its short id and its id in an older tracker. */
export function bugWords(bug: {
  id: string
  title: string
  description: string
  stepsToReproduce: string
  externalId?: string | undefined
}): string[] {
  const texts = [bug.id, shortId(bug.id), bug.externalId ?? '', bug.title, bug.stepsToReproduce, bug.description]
  return withinLimit(wordsOf(texts.join('\n')))
}

/** As many of the words as fit an index entry. Only a text of some hundred thousand different words has more. */
export function withinLimit(words: readonly string[]): string[] {
  let bytes = 0
  const kept: string[] = []
  for (const word of words) {
    bytes += Buffer.byteLength(word) + 8
    if (bytes > maxTotalBytes) break
    kept.push(word)
  }
  return kept
}

/** `words` all present, the last one as the beginning of a word, in PostgreSQL's tsquery syntax. */
export function tsqueryOf(words: readonly string[]): string {
  return words.map((word, index) => `'${word}'${index === words.length - 1 ? ':*' : ''}`).join(' & ')
}
