import type { Bug, BugListItem } from '#shared/bugs/contract.ts'

/** Whether the reader may ask the bug's reporter something: a bug that is closed or merged waits for nobody. */
export const mayAsk = (bug: Pick<BugListItem, 'abilities' | 'isClosed'> & Partial<Pick<Bug, 'isMerged'>>): boolean =>
  bug.abilities.ask && !bug.isClosed && bug.isMerged !== true

export const askWords = 'Ask the reporter'

let next: string | undefined

/** Has the page of a bug begin with a question, once, when it opens next. */
export function askNext(bugId: string): void {
  next = bugId
}

/** Whether the page of a bug is to begin with a question; it is told once. */
export function isAskedNext(bugId: string): boolean {
  const isNext = next === bugId
  if (isNext) next = undefined
  return isNext
}
