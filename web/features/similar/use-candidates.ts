import { useQuery } from '@tanstack/react-query'
import { candidatesQuery } from './similar-queries.ts'

/** Reads the possible originals of a bug, likeliest first. */
export function useCandidates(bugId: string) {
  const { data, isError, isFetching, refetch } = useQuery(candidatesQuery(bugId))
  return {
    candidates: data ?? [],
    state: data ? 'found' : isError && !isFetching ? 'failed' : 'searching',
    retry: () => void refetch(),
  } as const
}
