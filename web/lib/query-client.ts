import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

/** First part of the key under which the session is cached. */
export const sessionKey = 'session'
/** First part of the key under which the operator's texts are cached; they don't depend on who is logged in. */
export const siteKey = 'site'

const maxRetries = 2

/** The cache of everything that was read from the server. */
export function createQueryClient(): QueryClient {
  // A call that the server refuses for want of a session or a right means that the cached session may be out of date; one
  // that nobody answers, that the whole page may have to be told so.
  const recheckSession = (error: unknown) => {
    const isRefused = error instanceof CallError && (error.code === 'not-signed-in' || error.code === 'forbidden')
    if (isRefused || isPassing(error)) askSessionAgain(client)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: recheckSession }),
    mutationCache: new MutationCache({ onError: recheckSession }),
    defaultOptions: {
      // The server is often on this very machine, where the browser's own idea of being online says nothing.
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: isWorthRetrying,
        refetchInterval: ({ state }) => (state.data === undefined && isPassing(state.error) ? comeBackEvery : false),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}

/** Has the session read anew, where that is not already on its way. */
export function askSessionAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [sessionKey] }, { cancelRefetch: false })
}

/** After a change of somebody's name or roles: names stand in bugs and comments, roles decide what is offered. */
export function refreshPeople(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== siteKey })
}

/** Milliseconds between two tries to show what could not be read because nobody answered. */
const comeBackEvery = 8_000

/** A server that is being started again or has no database, a proxy that does not reach it, or a network that is gone. */
export function isPassing(error: unknown): boolean {
  return error instanceof CallError && [0, 502, 503, 504].includes(error.status)
}

/** Refusals stay refusals; only a missing answer or a stumbling server is asked again. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= maxRetries) return false
  return error instanceof CallError && (error.status === 0 || error.status >= 500)
}
