import { queryOptions } from '@tanstack/react-query'
import { listUsers } from '#shared/users/contract.ts'
import { call } from '#web/lib/call.ts'

/** How many people are offered at once. */
const most = '6'

/** The names of people whose name goes on from these words; also of those who left, because their bugs are still there. */
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

/** A name as a term takes it. Some names hold quotes, which no quotation can. */
export function nameValue(name: string): string {
  const plain = name
    .replaceAll(/["“”„]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return /[\s()]/.test(plain) ? `"${plain}"` : plain
}
