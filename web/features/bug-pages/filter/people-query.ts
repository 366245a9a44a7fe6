import { queryOptions, useQueries } from '@tanstack/react-query'
import { getUser, listUsers } from '#shared/users/contract.ts'
import { peopleFilters } from '#shared/bugs/words.ts'
import type { ListSearch } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import type { NameOf } from './filter-words.ts'

/** Most people that are suggested at once. */
const most = '8'

/** A person as the panel offers them. */
export interface Suggested {
  readonly _id: string
  readonly fullName: string
}

/** Reads people whose names continue these words; also deactivated ones, because their bugs remain. */
export function suggestedQuery(words: string) {
  return queryOptions({
    queryKey: ['users', 'for filters', words],
    queryFn: async ({ signal }): Promise<readonly Suggested[]> => {
      const query = { keywords: words, pageSize: most, sortBy: 'givenName' } as const
      const { result } = await call(listUsers, { query, signal })
      return result.map(({ _id, fullName }) => ({ _id, fullName }))
    },
    staleTime: 30_000,
  })
}

export const nameKey = (userId: string) => ['users', 'name', userId] as const

/** Reads what a person is called. */
function nameQuery(userId: string) {
  return queryOptions({
    queryKey: nameKey(userId),
    queryFn: async ({ signal }) => {
      const { result } = await call(getUser, { params: { userId }, query: {}, signal })
      return Array.isArray(result) ? result[0]?.fullName : result.fullName
    },
    staleTime: 300_000,
    retry: false,
  })
}

/** Returns the names of the people that a search filters by; until they are known, and of nobody, the end of the id. */
export function useNameOf(search: Pick<ListSearch, 'assignee' | 'author'>): NameOf {
  const ids = peopleFilters.map((name) => search[name]).filter((value) => value?.length === 24)
  const unique = [...new Set(ids)] as string[]
  const names = useQueries({ queries: unique.map(nameQuery) }).map(({ data }) => data)
  return (userId) => names[unique.indexOf(userId)] ?? userId.slice(-8)
}
