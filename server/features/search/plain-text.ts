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

/**
 * Texts as `bug_texts` keeps them: a line a text, its words with single spaces between and around them. A phrase is
 * where its own line stands within.
 */
export function plainText(texts: readonly (readonly string[])[]): string {
  return texts.map(plainLine).join('\n')
}

export const plainLine = (runs: readonly string[]) => ` ${runs.join(' ')} `

/** The words of such a text, line by line. */
export function runsOfPlain(plain: string): string[][] {
  return plain.split('\n').map((line) => line.split(' ').filter(Boolean))
}
