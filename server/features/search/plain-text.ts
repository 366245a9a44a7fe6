import { shortId } from '#shared/bugs/words.ts'
import { runsOf } from '#shared/search/words.ts'

/** A bug's own texts, as search takes them. */
export interface SearchedBug {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
  readonly externalId?: string | null | undefined
}

/** A bug's own texts as words in order: one list a text, in which phrases may stand. */
export interface OwnRuns {
  readonly title: readonly string[]
  readonly description: readonly string[]
  readonly stepsToReproduce: readonly string[]
  /** By which it is named: its id, its short id, and its id in an older tracker. */
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

/** Texts as `bug_texts` keeps them. */
export interface PlainText {
  /** A line a text, its words with single spaces between and around them: a phrase is where its own line stands within. */
  readonly plain: string
  readonly pairs: number[]
}

export function plainText(texts: readonly (readonly string[])[]): PlainText {
  return { plain: texts.map(plainLine).join('\n'), pairs: pairsOf(texts) }
}

export const plainLine = (runs: readonly string[]) => ` ${runs.join(' ')} `

/** The words of such a text, line by line. */
export function runsOfPlain(plain: string): string[][] {
  return plain.split('\n').map((line) => line.split(' ').filter(Boolean))
}

/** As many different hashes as there can be: few enough for an index to hold each but once. */
const hashes = 2 ** 18

/** What two words that follow one another are looked up by. */
function pairHash(first: string, second: string): number {
  let hash = 0x811c9dc5
  const pair = `${first} ${second}`
  for (let at = 0; at < pair.length; at++) hash = Math.imul(hash ^ pair.charCodeAt(at), 0x01000193)
  return ((hash >>> 14) ^ hash) & (hashes - 1)
}

/** The hashes of all words that follow one another in one of the texts. */
export function pairsOf(texts: readonly (readonly string[])[]): number[] {
  const found = new Set<number>()
  for (const runs of texts) {
    for (let at = 1; at < runs.length; at++) found.add(pairHash(runs[at - 1] ?? '', runs[at] ?? ''))
  }
  return [...found]
}
