import { shortId } from '#shared/bugs/words.ts'
import { runsOf } from '#shared/search/words.ts'

/** A bug's own texts, as search uses them. */
export interface SearchedBug {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
  readonly externalId?: string | null | undefined
}

/** A bug's own texts as words in order: one list per text, in which phrases may occur. */
export interface OwnRuns {
  readonly title: readonly string[]
  readonly description: readonly string[]
  readonly stepsToReproduce: readonly string[]
  /** Its names: its id, its short id, and its id in an older tracker. */
  readonly names: readonly (readonly string[])[]
}

export function ownRuns(bug: SearchedBug): OwnRuns {
  return {
    title: runsOf(bug.title),
    description: runsOf(bug.description),
    stepsToReproduce: runsOf(bug.stepsToReproduce),
    names: [[bug.id], [shortId(bug.id)], runsOf(bug.externalId ?? '')].filter((name) => name.length > 0),
  }
}

export const textsOf = (own: OwnRuns) => [own.title, ...own.names, own.stepsToReproduce, own.description]

/** Texts in the form of `bug_texts`. */
export interface PlainText {
  /**
   * One line per text, its words with single spaces between and around them, so that a phrase occurs where its own line
   * is contained.
   */
  readonly plain: string
  readonly pairs: number[]
}

export function plainText(texts: readonly (readonly string[])[]): PlainText {
  return { plain: texts.map(plainLine).join('\n'), pairs: pairsOf(texts) }
}

export const plainLine = (runs: readonly string[]) => ` ${runs.join(' ')} `

/** Returns the words of such a text, line by line. */
export function runsOfPlain(plain: string): string[][] {
  return plain.split('\n').map((line) => line.split(' ').filter(Boolean))
}

/** Number of different hashes: few enough for an index to contain each only once. */
const hashes = 2 ** 18

/** Returns the key of two words that follow one another. */
function pairHash(first: string, second: string): number {
  let hash = 0x811c9dc5
  const pair = `${first} ${second}`
  for (let at = 0; at < pair.length; at++) hash = Math.imul(hash ^ pair.charCodeAt(at), 0x01000193)
  return ((hash >>> 14) ^ hash) & (hashes - 1)
}

/** Returns the hashes of all words that follow one another in one of the texts. */
export function pairsOf(texts: readonly (readonly string[])[]): number[] {
  const found = new Set<number>()
  for (const runs of texts) {
    for (let at = 1; at < runs.length; at++) found.add(pairHash(runs[at - 1] ?? '', runs[at] ?? ''))
  }
  return [...found]
}
