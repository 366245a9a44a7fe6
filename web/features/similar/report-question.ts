import { maxTitleLength } from '#shared/bugs/words.ts'

/** The query for similar bugs: the texts of a report so far. */
export interface Question {
  readonly title: string
  readonly description?: string
  readonly stepsToReproduce?: string
}

/** The texts of a report, empty where nothing is written. */
export type Texts = Readonly<Record<keyof Question, string>>

/** Fewest words of a title; fewer would find anything. */
const fewestWords = 2
/** Characters of a long text that are sent; later ones hardly matter. */
const longest = 4_000
/** Milliseconds without another key press before a query. */
const pause = 150
/** The same for the long texts, whose next word changes little. */
const longPause = 400

/** Returns the query of a report so far; undefined while its title is too short. */
export function questionOf(texts: Texts): Question | undefined {
  const title = sendable(texts.title, maxTitleLength)
  if (wordsOf(title).length < fewestWords) return undefined
  const description = sendable(texts.description, longest)
  const stepsToReproduce = sendable(texts.stepsToReproduce, longest)
  return { title, ...(description && { description }), ...(stepsToReproduce && { stepsToReproduce }) }
}

/**
 * Returns the milliseconds to wait before a query: none when a word of its title has just ended.
 * @param asked the previous query
 * @param typed the title as it is in its field
 */
export function waitBefore(question: Question | undefined, asked: Question | undefined, typed: string): number {
  if (question?.title === asked?.title) return longPause
  return /[\p{L}\p{N}]\P{L}$/u.test(typed) && !/\p{N}$/u.test(typed) ? 0 : pause
}

/** Returns whether a title is about something else: less than half of its words are those of before. */
export function isOtherMatter(before: string, now: string): boolean {
  const [old, young] = [new Set(wordsOf(before)), new Set(wordsOf(now))]
  const most = Math.max(old.size, young.size)
  return most > 0 && [...old].filter((word) => young.has(word)).length < most / 2
}

/** Returns the lower-case words of a text, as its script separates them. */
export function wordsOf(text: string): string[] {
  return [...segmenter.segment(text.toLowerCase())].filter((part) => part.isWordLike).map((part) => part.segment)
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Makes a text acceptable for the server: without NUL and lone surrogates, and not too long. */
function sendable(text: string, most: number): string {
  return text.replaceAll('\u0000', '').trim().slice(0, most).toWellFormed().trim()
}
