import { runsOf } from '#shared/search/words.ts'
import { commentParts, ownIndex } from './index-store.ts'
import { addLexemes, withinLimit } from './lexemes.ts'
import { ownRuns, type SearchedBug } from './plain-text.ts'
import { vocabularyOf } from './vocabulary.ts'

/** Everything that the index holds of a bug with its comments. */
export interface BugIndex {
  readonly words: readonly string[]
  readonly titleWords: readonly string[]
  readonly ownWords: readonly string[]
  /** `bug_texts`, from part 0 on. */
  readonly parts: readonly string[]
  /** Words that a mistyped one may have meant. */
  readonly vocabulary: readonly string[]
}

/** What a bug is found by: the same as if it had been reported and commented on here. */
export function indexOf(bug: SearchedBug, messages: readonly string[]): BugIndex {
  const own = ownRuns(bug)
  const { plain, titleWords, ownWords } = ownIndex(own)
  const comments = messages.map(runsOf)
  const words = new Set(ownWords)
  for (const runs of comments) addLexemes(words, runs)
  const written = [own.title, own.description, own.stepsToReproduce, ...comments].flat()
  return {
    words: withinLimit(words),
    titleWords,
    ownWords,
    parts: [plain, ...commentParts(comments)],
    vocabulary: vocabularyOf(written)[0],
  }
}
