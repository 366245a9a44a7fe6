import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { listBugs } from '#shared/bugs/contract.ts'
import { maxKeywordsLength } from '#shared/http/page.ts'
import { bugKeys } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { maxOffered, offered } from './original.ts'

/** Milliseconds without another key press after which the words are searched for. */
const pause = 180

/** The newest bugs that these words find: one more than is offered, for the one that asks may be among them. */
export function originalsQuery(words: string) {
  const query = { keywords: words.trim().slice(0, maxKeywordsLength), pageSize: String(maxOffered + 1) }
  return queryOptions({
    queryKey: [...bugKeys.lists, 'originals', query],
    queryFn: ({ signal }) => call(listBugs, { query, signal }),
  })
}

/** What may be the original of a bug, while words for it are being typed. */
export function useOriginalSearch(words: string, bugId: string) {
  const typed = words.trim()
  const settled = useDebounced(typed, pause)
  const { data, isError, isPlaceholderData } = useQuery({
    ...originalsQuery(settled),
    enabled: settled !== '' && typed !== '',
    placeholderData: keepPreviousData,
  })
  if (typed === '') return { state: 'idle', originals: [], hasMore: false } as const
  if (isError) return { state: 'failed', originals: [], hasMore: false } as const
  const isSettled = settled === typed && data !== undefined && !isPlaceholderData
  const originals = offered(data?.result ?? [], bugId)
  const hasMore = data !== undefined && data.pagination.totalCount > data.result.length
  return { state: isSettled ? 'found' : 'searching', originals, hasMore } as const
}
