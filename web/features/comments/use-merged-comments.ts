import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { listMergedComments, type MergedComment } from '#shared/merging/contract.ts'
import { bugKeys } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'

/**
 * Reads the comments of the bugs that were merged into a bug, oldest first: the last ones, and on request earlier ones.
 * @param count how many there are; they are read again when that changes
 */
export function useMergedComments(bugId: string, count: number) {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    // With the history's key, so that they are read again with it.
    queryKey: [...bugKeys.history(bugId), 'merged-comments', count],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === '' ? {} : { before: pageParam }
      return call(listMergedComments, { params: { bugId }, query, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ more, result }) => (more ? result[0]?.comment.commentId : undefined),
    placeholderData: keepPreviousData,
  })
  const comments: readonly MergedComment[] | undefined = data?.pages.toReversed().flatMap(({ result }) => result)
  return {
    comments,
    failure: error,
    isRetrying: isFetching,
    retry: () => void refetch(),
    earlier: {
      exists: hasNextPage,
      isLoading: isFetchingNextPage,
      load: () => void (isFetchingNextPage || fetchNextPage()),
    },
  }
}
