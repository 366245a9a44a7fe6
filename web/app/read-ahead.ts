import type { QueryClient } from '@tanstack/react-query'
import { timelineFilters } from '#shared/history/contract.ts'
import { bugListQuery } from '#web/features/bugs/bug-list-query.ts'
import { bugQuery } from '#web/features/bugs/bug-queries.ts'
import { type ListSearch, parseListSearch } from '#web/features/bugs/list-search.ts'
import { untriagedQuery, workQueries } from '#web/features/bugs/work-queries.ts'
import { isAgeRangeImpossible, oneOf } from '#web/lib/lists/list-search.ts'
import { ensureSession } from '#web/lib/session/session.ts'

/** Keywords without syntax. The parser for all others is not part of the first screen. */
const harmless = /^[\p{Letter}\p{Number} ]*$/u

/** Prefetches a list while its code is loading, or while the pointer is on a link to it. */
export function readListAhead(client: QueryClient, search: ListSearch): void {
  // The query of a view is known only after the view is loaded.
  if (search.view !== undefined || isAgeRangeImpossible(search) || !harmless.test(search.keywords ?? '')) return
  void client.prefetchQuery(bugListQuery(search))
}

/** Prefetches a bug and its timeline. @param timeline the part of it in the address */
export async function readBugAhead(client: QueryClient, bugId: string, timeline: unknown): Promise<void> {
  void client.prefetchQuery(bugQuery(bugId))
  try {
    const { timelineQuery } = await import('#web/features/history/timeline-queries.ts')
    void client.prefetchQuery(timelineQuery(client, bugId, oneOf(timeline, timelineFilters) ?? 'all'))
  } catch {
    // The screen needs the same code, and reports the failure.
  }
}

/** Prefetches the list beside a bug, with its code, for an address that asks for it. */
export function readSplitAhead(client: QueryClient, search: Readonly<Record<string, unknown>>): void {
  if (String(search['split']) !== 'true') return
  // The screen needs the same code, and reports the failure.
  void import('#web/features/bug-pages/list/bug-list-page.tsx').catch(() => {})
  readListAhead(client, parseListSearch(search))
}

/** Prefetches what the home page shows of the work of somebody logged in, while its code is loading. */
export async function readWorkAhead(client: QueryClient): Promise<void> {
  const { has } = await ensureSession(client)
  if (!has('canViewData')) return
  for (const query of Object.values(workQueries)) void client.prefetchQuery(query)
  if (has('canClassifyAnyBug')) void client.prefetchQuery(untriagedQuery)
}
