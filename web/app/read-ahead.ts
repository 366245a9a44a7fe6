import type { QueryClient } from '@tanstack/react-query'
import { timelineFilters } from '#shared/history/contract.ts'
import { bugListQuery } from '#web/features/bugs/bug-list-query.ts'
import { bugQuery } from '#web/features/bugs/bug-queries.ts'
import type { ListSearch } from '#web/features/bugs/list-search.ts'
import { isAgeRangeImpossible, oneOf } from '#web/lib/lists/list-search.ts'

/** Words that can't be a mistake. Whether others are is known to code that is no part of the first screen. */
const harmless = /^[\p{Letter}\p{Number} ]*$/u

/** Reads what a list will show while its code is still on its way, or while a pointer rests on a link to it. */
export function readListAhead(client: QueryClient, search: ListSearch): void {
  // What a view finds is known when the view is.
  if (search.view !== undefined || isAgeRangeImpossible(search) || !harmless.test(search.keywords ?? '')) return
  void client.prefetchQuery(bugListQuery(search))
}

/**
 * The same for a bug and its timeline.
 * @param timeline which part of it the address asks for
 */
export async function readBugAhead(client: QueryClient, bugId: string, timeline: unknown): Promise<void> {
  void client.prefetchQuery(bugQuery(bugId))
  try {
    const { timelineQuery } = await import('#web/features/history/timeline-queries.ts')
    void client.prefetchQuery(timelineQuery(client, bugId, oneOf(timeline, timelineFilters) ?? 'all'))
  } catch {
    // The screen needs the same code, and says that it can't be had.
  }
}
