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
    queryFn: ({ signal }) => call(checkLink, { body: { token }, signal }),
    enabled: token !== '',
    staleTime: Infinity,
    gcTime: 0,
  })
  const isOfReset = purposes.includes('reset')
  const link = data?.result && purposes.includes(data.result.purpose) ? data.result : undefined
  return {
    token,
    link,
    state: token === '' || (data && !link) ? 'ended' : link ? 'open' : error ? 'failed' : 'checking',
    isRenewable: isOfReset && data?.isRenewable === true,
    error,
    isFetching,
    retry: () => void refetch(),
    /** The server has said meanwhile that it can't be used. */
    end: () => {
      client.setQueryData(queryKey, { result: null, isRenewable: false })
      // Perhaps its time was over while a password was chosen.
      if (isOfReset) void refetch()
    },
  } as const
}

export type OpenLink = NonNullable<ReturnType<typeof useLink>['link']>
