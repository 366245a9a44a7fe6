import { bugWords, withinLimit } from '#server/features/bugs/public.ts'
import { wordsOf } from '#shared/search/words.ts'
import type { IdentifiedBug } from './line-reader.ts'

/** Words by which an imported bug is found: its own and those of its comments, as if they had been written here. */
export function bugWordsWithComments(bug: IdentifiedBug): readonly string[] {
  const own = bugWords(bug)
  if (bug.comments.length === 0) return own
  const all = new Set(own)
  for (const { message } of bug.comments) for (const word of wordsOf(message)) all.add(word)
  return withinLimit([...all])
}
