/** What has changed since the page last read what it shows. */
export interface News {
  /** The last entry of the bug's timeline; empty where nobody said. */
  readonly entryId: string
  /** Bugs that have changed. */
  readonly bugIds: readonly string[]
  /** Anything else may have changed as well. */
  readonly isMore: boolean
}

export const noNews: News = { entryId: '', bugIds: [], isMore: false }

/** Old and further news as one. */
export function newsSoFar(so: News, further: Partial<News>): News {
  const { entryId = '', bugIds = [], isMore = false } = further
  return {
    entryId: Number(entryId) > Number(so.entryId) ? entryId : so.entryId,
    bugIds: [...new Set([...so.bugIds, ...bugIds])],
    isMore: so.isMore || isMore,
  }
}
