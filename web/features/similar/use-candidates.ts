import { useQuery } from '@tanstack/react-query'
import { candidatesQuery } from './similar-queries.ts'

/** Bugs that a bug may be a duplicate of, likeliest first. */
export function useCandidates(bugId: string) {
  const { data, isError, isFetching, refetch } = useQuery(candidatesQuery(bugId))
  return {
    candidates: data ?? [],
    state: data ? 'found' : isError && !isFetching ? 'failed' : 'searching',
    retry: () => void refetch(),
  } as const
}
