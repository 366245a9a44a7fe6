import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TimelineFilter } from '#shared/history/contract.ts'
import { maxTimelineLength } from '#shared/history/contract.ts'
import { useReadyForTexts } from '#web/features/texts/public.ts'
import { useKeptPlace } from './use-kept-place.ts'
import { isPlace, useLandOn, usePlaceInAddress } from './use-land-on.ts'
import { isFurtherBack, onlyOf, textsOf, type Timeline } from './timeline-pages.ts'
import { readEarlier, timelineKeys, timelineQuery, withEarlier } from './timeline-queries.ts'

const nothing: readonly string[] = []

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
  const place = usePlaceInAddress()

  const [hasReadBack, setHasReadBack] = useState(false)
  const earlier = useMutation({
    mutationFn: (limit: number | undefined) => readEarlier(client, bugId, filter, limit),
    onSuccess: (read) => {
      keepPlace()
      withEarlier(client, bugId, filter, read)
      setHasReadBack(true)
    },
  })
  const load = (limit?: number) => {
    if (!earlier.isPending && !isPlaceholderData) earlier.mutate(limit)
  }
  // Whoever comes for a place finds it at once: not the end first where it is further back, nor texts that still grow.
  // What one reading back does not reach may be very far, or nowhere: that is no reason to show nothing.
  const [wasShown, setWasShown] = useState(false)
  const isReady = useReadyForTexts(wasShown || !isPlace(place) ? nothing : textsOf(data))
  const isAwaited = data !== undefined && !hasReadBack && isFurtherBack(place, data)
  const isShown = data !== undefined && (wasShown || earlier.isError || (isReady && !isAwaited))
  if (isShown && !wasShown) setWasShown(true)
  useLandOn(place, data, isShown, earlier.isPending, () => (earlier.isError ? undefined : load(maxTimelineLength)))

  return {
    list,
    timeline: isShown ? data : undefined,
    /** Nothing of it has been shown yet. */
    isFirst: !wasShown,
    /** Nothing could be read; what is shown already stays when a later reading fails. */
    failure: data ? null : error,
    isRetrying: isFetching,
    retry: () => void refetch(),
    earlier: {
      exists: isShown && data.more,
      isLoading: earlier.isPending,
      failure: earlier.isPending ? null : earlier.error,
      load: () => load(),
    },
  }
}
