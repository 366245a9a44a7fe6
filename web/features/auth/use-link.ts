import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { checkLink, type LinkPurpose } from '#shared/accounts/contract.ts'
import { call } from '#web/lib/call.ts'

/** Returns what the link of the address has to show for itself; empty where it has nothing. */
export function useLinkToken(): string {
  // The router reads what looks like a number as one.
  const { token = '' } = useSearch({ strict: false }) as { token?: unknown }
  return String(token)
}

/**
 * Returns what the link of the address is for, while it works. It is asked once, so that a form doesn't disappear while it
 * is filled in.
 * @param purposes those of the page; a link of another is none
 */
export function useLink(purposes: readonly LinkPurpose[]) {
  const token = useLinkToken()
  const client = useQueryClient()
  const queryKey = ['account-link', token]
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(checkLink, { body: { token }, signal })).result,
    enabled: token !== '',
    staleTime: Infinity,
    gcTime: 0,
  })
  const isOther = data && !purposes.includes(data.purpose)
  return {
    token,
    link: isOther ? undefined : (data ?? undefined),
    state: token === '' || data === null || isOther ? 'ended' : data ? 'open' : error ? 'failed' : 'checking',
    error,
    isFetching,
    retry: () => void refetch(),
    /** The server has said meanwhile that it was used. */
    end: () => client.setQueryData(queryKey, null),
  } as const
}

export type OpenLink = NonNullable<ReturnType<typeof useLink>['link']>
