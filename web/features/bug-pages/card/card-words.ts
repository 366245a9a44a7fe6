import type { BugListItem, BugMatch } from '#shared/bugs/contract.ts'

/** Returns what of a title was found, and the other places where the words stand. */
export function titleAndSnippets({ matches = [], title }: BugListItem): {
  titleMarks: BugMatch['marks'] | undefined
  snippets: readonly BugMatch[]
} {
  const inTitle = matches.find(({ field, text }) => field === 'title' && text === title)
  return { titleMarks: inTitle?.marks, snippets: matches.filter((match) => match !== inTitle) }
}

export function commentWords(count: number): string {
  return count === 1 ? '1 comment' : `${count} comments`
}
