import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

/** First part of the key under which the session is cached. */
export const sessionKey = 'session'
/** First part of the key under which the installation's texts are cached; they don't depend on the session. */
export const siteKey = 'site'

const maxRetries = 2

/** Creates the cache of everything that is read from the server. */
export function createQueryClient(): QueryClient {
  // By itself it waits for a timer, by which what somebody sets is painted a frame later.
  notifyManager.setScheduler(queueMicrotask)
  // When the server refuses a call for want of a session or a right, the cached session may be out of date. When no
  // answer comes, the whole page may have to say so.
  const recheckSession = (error: unknown) => {
    const isRefused = error instanceof CallError && (error.code === 'not-signed-in' || error.code === 'forbidden')
    if (isRefused || isPassing(error)) askSessionAgain(client)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: recheckSession }),
    mutationCache: new MutationCache({ onError: recheckSession }),
    defaultOptions: {
      // The server is often on this machine, where the browser's online state means nothing.
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: isWorthRetrying,
        refetchInterval: ({ state }) => (state.data === undefined && mayComeBack(state.error) ? comeBackEvery : false),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}

/** Invalidates the session, unless it is being read already. */
export function askSessionAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [sessionKey] }, { cancelRefetch: false })
}

/** Invalidates what depends on a person's name or roles: bugs and comments show names, roles decide what is offered. */
export function refreshPeople(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== siteKey })
}

/** Milliseconds between two tries after a read got no answer, or the server failed. */
const comeBackEvery = 8_000
const mayComeBack = (error: unknown) => error instanceof CallError && (error.status === 0 || error.status >= 500)

/**
 * Returns whether an error may pass: a server that restarts or has no database, a proxy that does not reach it, or a
 * lost network.
 */
export function isPassing(error: unknown): boolean {
  return error instanceof CallError && [0, 502, 503, 504].includes(error.status)
}

/** Returns whether to retry: only without an answer or after a failure of the server, never after a refusal. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= maxRetries) return false
  return error instanceof CallError && (error.status === 0 || error.status >= 500)
}
