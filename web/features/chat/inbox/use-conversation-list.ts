import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { conversationListQuery } from '../inbox-queries.ts'
import type { InboxSearch } from '../inbox-search.ts'

/** Reads one page of the inbox. While another one loads, the previous one is shown. */
export function useConversationList(
  search: InboxSearch,
  onShow: (search: InboxSearch, options?: { replace?: boolean }) => void,
) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...conversationListQuery(search),
    placeholderData: keepPreviousData,
  })
  // Conversations were answered or closed meanwhile, so this page is past the end.
  const pastEnd =
    data && !isPlaceholderData && data.result.length === 0 && (search.pageNumber ?? 1) > 1
      ? Math.max(1, data.pagination.totalPages)
      : undefined
  const correct = useEffectEvent((pageNumber: number) => onShow({ ...search, pageNumber }, { replace: true }))
  useEffect(() => {
    if (pastEnd !== undefined) correct(pastEnd)
  }, [pastEnd])
  return {
    conversations: data?.result,
    waiting: data?.waiting,
    pagination: data?.pagination,
    error,
    isFetching,
    isStandIn: isPlaceholderData,
    retry: () => void refetch(),
  }
}
