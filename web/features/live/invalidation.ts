/** What has changed since the page last read its content. */
export interface Invalidation {
  /** The last entry of the bug's timeline; empty if unknown. */
  readonly entryId: string
  /** Bugs that have changed. */
  readonly bugIds: readonly string[]
  /** Whether anything else may have changed as well. */
  readonly isMore: boolean
}

export const noInvalidation: Invalidation = { entryId: '', bugIds: [], isMore: false }

/** Merges two invalidations. */
export function mergeInvalidations(so: Invalidation, further: Partial<Invalidation>): Invalidation {
  const { entryId = '', bugIds = [], isMore = false } = further
  return {
    entryId: Number(entryId) > Number(so.entryId) ? entryId : so.entryId,
    bugIds: [...new Set([...so.bugIds, ...bugIds])],
    isMore: so.isMore || isMore,
  }
}
