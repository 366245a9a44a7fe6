import type { BugListItem, listBugs } from '#shared/bugs/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'

export type BugListReply = ReplyOf<typeof listBugs>

/** A list that was read anew while somebody looks at it. */
export interface ListNews {
  /** What to show now: the same rows in the same places, as they are now, and the new totals. */
  readonly shown: BugListReply
  /** Other rows, or the same in another order, which wait until they are asked for. */
  readonly waiting: BugListReply | undefined
}

/**
 * What becomes of a list that is on the screen when it reads otherwise now. Rows never move under the pointer.
 * @param others rows of the old list that the new one does not have, as they are now
 */
export function listNews(old: BugListReply, fresh: BugListReply, others: readonly BugListItem[]): ListNews {
  const isSameOrder =
    old.result.length === fresh.result.length && old.result.every(({ _id }, index) => _id === fresh.result[index]?._id)
  if (isSameOrder) return { shown: fresh, waiting: undefined }
  const matches = new Map(old.result.map((bug) => [bug._id, bug.matches]))
  const asShown = others.map((bug) => ({ ...bug, matches: matches.get(bug._id) }))
  const known = new Map([...asShown, ...fresh.result].map((bug) => [bug._id, bug]))
  // The place stays the page that was asked for.
  const { totalCount, totalPages } = fresh.pagination
  return {
    shown: {
      result: old.result.map((bug) => known.get(bug._id) ?? bug),
      pagination: { ...old.pagination, totalCount, totalPages },
    },
    waiting: fresh,
  }
}

/** Rows that the old list shows and the new one does not, and that have changed. */
export function leftBehind(
  old: BugListReply,
  fresh: BugListReply,
  changed: { bugIds: readonly string[]; isMore: boolean },
): readonly string[] {
  const found = new Set(fresh.result.map(({ _id }) => _id))
  return old.result
    .map(({ _id }) => _id)
    .filter((id) => !found.has(id) && (changed.isMore || changed.bugIds.includes(id)))
}

/** What the button that shows the waiting rows is called. */
export function newsWords(totalWhenShown: number, totalNow: number): string {
  const more = totalNow - totalWhenShown
  if (more <= 0) return 'The list has changed'
  return more === 1 ? '1 new bug' : `${more} new bugs`
}
