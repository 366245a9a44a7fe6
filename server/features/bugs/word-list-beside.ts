import { commentsColumn, type Leaf, newsColumns, type Values } from '#server/features/search/public.ts'

/** What a page's statement reads beside the bugs, so that it is not asked for in a way of its own. */
export interface Beside {
  /** With a comma before them. */
  readonly columns: string
  /** Names the statement; empty where its plan is not kept, as for more words than are read beside it. */
  readonly name: string
}

/**
 * The comments in which words may stand, as `findMatches` takes them, and `News`.
 * @param name that of the statement without them; empty where its plan is not kept: to plan comments each time takes longer
 * than to ask for them
 * @param leaves what is searched
 * @param since where news begin; undefined for a statement that never carries them
 */
export function besideColumns(
  name: string,
  leaves: readonly Leaf[],
  since: string | undefined,
  values: Values,
): Beside {
  const comments = name === '' ? undefined : commentsColumn(leaves, values)
  const news = since === undefined ? undefined : newsColumns(values.add(since))
  return {
    columns: [comments?.column, news].map((column) => (column === undefined ? '' : `, ${column}`)).join(''),
    name: comments ? `${name}-${comments.name}` : '',
  }
}
