import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TimelineFilter } from '#shared/history/contract.ts'
import { maxTimelineLength } from '#shared/history/contract.ts'
import { useKeptPlace } from './use-kept-place.ts'
import { useLandOn } from './use-land-on.ts'
import { onlyOf, type Timeline } from './timeline-pages.ts'
import { readEarlier, timelineKeys, timelineQuery, withEarlier } from './timeline-queries.ts'

/** The end of a bug's timeline, and the way to what was before. */
export function useTimeline(bugId: string, filter: TimelineFilter) {
  const client = useQueryClient()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...timelineQuery(client, bugId, filter),
    // Until the answer is there, what another filter already showed is sifted here.
    placeholderData: () => {
      const all = client.getQueryData<Timeline>(timelineKeys.list(bugId, 'all'))
      return all && onlyOf(all, filter)
    },
  })
  const { list, keepPlace } = useKeptPlace(data?.entries[0]?._id)

  const earlier = useMutation({
    mutationFn: (limit: number | undefined) => readEarlier(client, bugId, filter, limit),
    onSuccess: (read) => {
      keepPlace()
      withEarlier(client, bugId, filter, read)
    },
  })
  const load = (limit?: number) => {
    if (!earlier.isPending && !isPlaceholderData) earlier.mutate(limit)
  }
  useLandOn(data, () => (earlier.isError ? undefined : load(maxTimelineLength)))

  return {
    list,
    timeline: data,
    /** Nothing could be read; what is shown already stays when a later reading fails. */
    failure: data ? null : error,
    isRetrying: isFetching,
    retry: () => void refetch(),
    earlier: {
      exists: data?.more === true,
      isLoading: earlier.isPending,
      failure: earlier.isPending ? null : earlier.error,
      load: () => load(),
    },
  }
}
