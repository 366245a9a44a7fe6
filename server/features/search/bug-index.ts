import { runsOf } from '#shared/search/words.ts'
import { ownIndex } from './index-store.ts'
import { addLexemes, withinLimit } from './lexemes.ts'
import { ownRuns, type PlainText, plainText, type SearchedBug } from './plain-text.ts'
import { vocabularyOf } from './vocabulary.ts'

/** The whole content of the index for a bug with its comments. */
export interface BugIndex {
  readonly words: readonly string[]
  readonly titleWords: readonly string[]
  readonly ownWords: readonly string[]
  /** For phrases: the bug's own texts, then those of its comments. */
  readonly texts: readonly (PlainText & { readonly commentId: string | null })[]
  /** Words to which a mistyped one may be corrected. */
  readonly vocabulary: readonly string[]
}

/** Returns the content of the index for a bug, the same as if it had been reported and commented on here. */
export function indexOf(
  bug: SearchedBug,
  said: readonly { readonly id: string; readonly message: string }[],
): BugIndex {
  const own = ownRuns(bug)
  const { text, titleWords, ownWords } = ownIndex(own)
  const comments = said.map(({ id, message }) => ({ id, runs: runsOf(message) })).filter(({ runs }) => runs.length > 0)
  const words = new Set(ownWords)
  for (const { runs } of comments) addLexemes(words, runs)
  const written = [own.title, own.description, own.stepsToReproduce, ...comments.map(({ runs }) => runs)].flat()
  return {
    words: withinLimit(words),
    titleWords,
    ownWords,
    texts: [{ ...text, commentId: null }, ...comments.map(({ id, runs }) => ({ ...plainText([runs]), commentId: id }))],
    vocabulary: vocabularyOf(written)[0],
  }
}
