import { useQuery, useQueryClient } from '@tanstack/react-query'
import { checkSetupToken } from '#shared/setup/contract.ts'
import { call } from '#web/lib/call.ts'

/**
 * Returns whether the one-time link still works. It is read once, so that the form doesn't disappear while it is filled
 * in.
 */
export function useSetupLink(token: string) {
  const client = useQueryClient()
  const queryKey = ['setup-link', token]
  const check = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(checkSetupToken, { body: { token }, signal })).valid,
    enabled: token !== '',
    staleTime: Infinity,
  })
  return {
    state: stateOf(token, check),
    error: check.error,
    retry: () => void check.refetch(),
    /** The server has said meanwhile that the link was used. */
    end: () => client.setQueryData(queryKey, false),
  }
}

function stateOf(token: string, check: { data: boolean | undefined; isError: boolean }) {
  if (token === '') return 'ended'
  if (check.data !== undefined) return check.data ? 'open' : 'ended'
  return check.isError ? 'failed' : 'checking'
}
