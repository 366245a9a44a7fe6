import { useNavigate, useSearch } from '@tanstack/react-router'
import { type TimelineFilter, timelineFilters } from '#shared/history/contract.ts'
import { oneOf } from '#web/lib/lists/list-search.ts'
import { paths } from '#web/lib/paths.ts'

/** What of a timeline is shown, which the page's address says as `?timeline=`. Changing it is no step for Back. */
export function useTimelineFilter(bugId: string): [TimelineFilter, (filter: TimelineFilter) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const filter = oneOf(search['timeline'], timelineFilters) ?? 'all'

  function show(next: TimelineFilter) {
    void navigate({
      to: paths.viewBug(bugId),
      search: { ...search, timeline: next === 'all' ? undefined : next },
      replace: true,
      resetScroll: false,
    })
  }

  return [filter, show]
}
