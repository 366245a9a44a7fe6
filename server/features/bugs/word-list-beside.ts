import { commentsColumn, type Leaf, newsColumns, type Values } from '#server/features/search/public.ts'

/** What a page's statement reads beside the bugs, so that it is not asked for in a way of its own. */
export interface Beside {
  /** With a comma before them. */
  readonly columns: string
  /** Ends the name of the statement; the same for the same columns. */
  readonly name: string
}

/**
 * The comments in which words may stand, as `findMatches` takes them, and `News`.
 * @param leaves what is searched
 * @param since where news begin; undefined where nobody asks for them
 */
export function besideColumns(leaves: readonly Leaf[], since: string | undefined, values: Values): Beside {
  const comments = commentsColumn(leaves, values)
  const news = since === undefined ? undefined : newsColumns(values.add(since))
  return {
    columns: [comments?.column, news].map((column) => (column === undefined ? '' : `, ${column}`)).join(''),
    name: `${comments ? `-${comments.name}` : ''}${news === undefined ? '' : '-news'}`,
  }
}
