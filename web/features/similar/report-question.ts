import { maxTitleLength } from '#shared/bugs/words.ts'

/** What the similar bugs are asked with: the texts of a report that are there already. */
export interface Question {
  readonly title: string
  readonly description?: string
  readonly stepsToReproduce?: string
}

/** The texts of a report, empty where nothing is written. */
export type Texts = Readonly<Record<keyof Question, string>>

/** A title of fewer words finds anything. */
const fewestWords = 2
/** Characters of a long text that are sent; what comes later hardly tells one bug from another. */
const longest = 4_000
/** Milliseconds without another key press after which is asked. */
const pause = 150
/** The same for the long texts, whose next word changes little. */
const longPause = 400

/** The question that a report asks so far; undefined while its title says too little. */
export function questionOf(texts: Texts): Question | undefined {
  const title = sendable(texts.title, maxTitleLength)
  if (wordsOf(title).length < fewestWords) return undefined
  const description = sendable(texts.description, longest)
  const stepsToReproduce = sendable(texts.stepsToReproduce, longest)
  return { title, ...(description && { description }), ...(stepsToReproduce && { stepsToReproduce }) }
}

/**
 * Milliseconds to wait before a question is asked: none when a word of its title has just ended.
 * @param asked the question before it
 * @param typed the title as it stands in its field
 */
export function waitBefore(question: Question | undefined, asked: Question | undefined, typed: string): number {
  if (question?.title === asked?.title) return longPause
  return /[\p{L}\p{N}]\P{L}$/u.test(typed) && !/\p{N}$/u.test(typed) ? 0 : pause
}

/** Whether a title has become another one: less than half of its words are those of before. */
export function isOtherMatter(before: string, now: string): boolean {
  const [old, young] = [new Set(wordsOf(before)), new Set(wordsOf(now))]
  const most = Math.max(old.size, young.size)
  return most > 0 && [...old].filter((word) => young.has(word)).length < most / 2
}

/** The words of a text in small letters, as its script separates them. */
export function wordsOf(text: string): string[] {
  return [...segmenter.segment(text.toLowerCase())].filter((part) => part.isWordLike).map((part) => part.segment)
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** As the server takes texts: without NUL and halves of characters, and not too long. */
function sendable(text: string, most: number): string {
  return text.replaceAll('\u0000', '').trim().slice(0, most).toWellFormed().trim()
}
