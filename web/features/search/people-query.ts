import { queryOptions } from '@tanstack/react-query'
import { listUsers } from '#shared/users/contract.ts'
import { call } from '#web/lib/call.ts'

/** Most people that are suggested at once. */
const most = '6'

/** Reads the names of people that continue these words; also of deactivated ones, because their bugs remain. */
export function peopleQuery(name: string) {
  return queryOptions({
    queryKey: ['users', 'for search', name],
    queryFn: async ({ signal }) => {
      const query = { keywords: name, pageSize: most, sortBy: 'givenName' } as const
      const { result } = await call(listUsers, { query, signal })
      return [...new Set(result.map(({ fullName }) => fullName))]
    },
    staleTime: 30_000,
  })
}

/** Returns a name as a term takes it. Some names contain quotes, which can't be quoted. */
export function nameValue(name: string): string {
  const plain = name
    .replaceAll(/["“”„]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return /[\s()]/.test(plain) ? `"${plain}"` : plain
}
