import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type BugListItem, listBugs } from '#shared/bugs/contract.ts'
import { bugKeys } from '#web/features/bugs/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'

/** Milliseconds without typing after which the server is asked. */
const rest = 120
const mostFound = '8'

export interface BugsFound {
  readonly bugs: readonly BugListItem[]
  /** Whether the bugs match the present words. */
  readonly isCurrent: boolean
  /** Why there is no answer. */
  readonly problem: string | undefined
}

/**
 * Returns the best bugs for the typed words. Earlier ones stay until the answer arrives; a call for outdated words is
 * cancelled.
 */
export function useBugsFound(words: string, isAllowed: boolean): BugsFound {
  const asked = useDebounced(words, rest)
  const isAsking = isAllowed && words !== '' && asked !== ''
  const query = { keywords: asked, pageSize: mostFound, sortBy: 'relevance' } as const
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    // Among the lists, so that a bug's page shows at once what a row has loaded.
    queryKey: [...bugKeys.lists, query],
    queryFn: ({ signal }) => call(listBugs, { query, signal }),
    enabled: isAsking,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    retry: false,
  })
  if (!isAsking) return { bugs: [], isCurrent: !isAllowed || words === '', problem: undefined }
  const isAnswer = asked === words && !isPlaceholderData && (!isFetching || data !== undefined)
  return {
    bugs: data?.result ?? [],
    isCurrent: isAnswer,
    problem: asked === words && error ? problemOf(error) : undefined,
  }
}

function problemOf(error: unknown): string {
  const isMistake = error instanceof CallError && error.code === 'invalid-input'
  return isMistake ? error.message : `Bugs could not be searched. ${explainError(error).explanation}`
}
