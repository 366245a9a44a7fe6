import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { Permission } from '#shared/access/permissions.ts'
import { loginStatus } from '#shared/auth/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import type { ProductParts } from '#shared/parts/part.ts'
import type { ProductChoice } from '#shared/products/product-reference.ts'
import { defaultPreferences, type Preferences } from '#shared/users/preferences.ts'
import { type CallError, saysNothing } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { setOwnPageSize } from '#web/lib/lists/own-page-size.ts'
import { forgetRecentBugs } from '#web/lib/recent-bugs.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { beginReadingLook, setOwnLook } from './own-look.ts'
import { sessionKey, siteKey } from '#web/lib/query-client.ts'

/** The user of this browser. `unknown` until the server has answered once. */
export interface Session {
  readonly state: 'unknown' | 'in' | 'out'
  /** Display name; empty unless logged in. */
  readonly name: string
  readonly userId: string | undefined
  readonly permissions: ReadonlySet<Permission>
  readonly preferences: Preferences
  /** Those that they may see; none where there is only one, which nobody needs to know of. */
  readonly products: readonly ProductChoice[]
  /** One of the products has custom fields or report templates. */
  readonly hasForms: boolean
  /** Of these products, or the only one, which have components or versions. */
  readonly parts: readonly ProductParts[]
  /** Returns whether navigation and whole pages may be offered. What may be done to one bug is in its `abilities`. */
  readonly has: (permission: Permission) => boolean
  /** Why the last read got no answer, and how often in a row; the rest is the last known state. */
  readonly unanswered?: { readonly error: CallError; readonly tries: number } | undefined
}

const unknownSession = sessionOf('unknown', '', undefined, [])
const loggedOutSession = sessionOf('out', '', undefined, [])

/**
 * The session, read once and kept fresh. A refused call means logged out; a call without an answer keeps the last known
 * state. It takes no abort signal, because page guards wait for the same call that a component may cancel.
 */
export const sessionQuery = queryOptions({
  queryKey: [sessionKey],
  queryFn: async ({ client }) => {
    beginReadingLook()
    try {
      return known(parseSession(await call(loginStatus)))
    } catch (error) {
      if (!saysNothing(error)) return known(loggedOutSession)
      const last = client.getQueryData<Session>([sessionKey]) ?? unknownSession
      return { ...last, unanswered: { error, tries: (last.unanswered?.tries ?? 0) + 1 } }
    }
  },
  staleTime: 60_000,
  gcTime: Infinity,
  // The person may have logged in or out in another tab.
  refetchOnWindowFocus: 'always',
})

export function parseSession(reply: ReplyOf<typeof loginStatus>): Session {
  if (!reply.loggedIn) return loggedOutSession
  return {
    ...sessionOf('in', reply.name, reply._id, reply.permissions),
    ...(reply.preferences && { preferences: reply.preferences }),
    ...(reply.products && { products: reply.products }),
    ...(reply.hasForms && { hasForms: true }),
    ...(reply.parts && { parts: reply.parts }),
  }
}

/** Lists are read and shown as the reader prefers as soon as it is known who reads. */
function known(session: Session): Session {
  const { userId, preferences } = session
  setOwnPageSize(preferences.pageSize)
  if (userId !== undefined) setOwnLook(userId, preferences)
  return session
}

export function useSession(): Session {
  return useQuery(sessionQuery).data ?? unknownSession
}

/** Resolves with the session as the server sees it, for page guards. Served from the cache while fresh. */
export async function ensureSession(client: QueryClient): Promise<Session> {
  try {
    return await client.fetchQuery(sessionQuery)
  } catch {
    // Logging in or out cancels a call in progress and updates the cache.
    return client.getQueryData(sessionQuery.queryKey) ?? loggedOutSession
  }
}

/**
 * Resolves once the session is known; `useOutage` repeats calls without an answer.
 * @param signal ends the waiting; the result is meaningless then
 */
export async function knownSession(client: QueryClient, signal: AbortSignal): Promise<Session> {
  const session = await ensureSession(client)
  if (session.state !== 'unknown' || signal.aborted) return session
  return new Promise((resolve) => {
    const look = () => {
      const now = client.getQueryData(sessionQuery.queryKey) ?? unknownSession
      if (now.state === 'unknown' && !signal.aborted) return
      stop()
      resolve(now)
    }
    const stop = client.getQueryCache().subscribe(look)
    signal.addEventListener('abort', look, { once: true })
  })
}

/** Removes what the previous visitor could see, and reads the new session; for use after logging in or registering. */
export async function beginSession(client: QueryClient): Promise<Session> {
  await client.cancelQueries()
  forgetRecords(client)
  const session = await refreshSession(client)
  const { unanswered } = session
  // The last known state is no longer true.
  if (unanswered) client.setQueryData(sessionQuery.queryKey, { ...unknownSession, unanswered })
  tellOtherTabs()
  return unanswered ? unknownSession : session
}

/** Reads the session again; the old one is used until then. */
export function refreshSession(client: QueryClient): Promise<Session> {
  return client.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

/**
 * Removes everything that the account could see from memory, and its recent bugs from the browser; for use after
 * logging out.
 */
export async function endSession(client: QueryClient): Promise<void> {
  await client.cancelQueries()
  client.setQueryData(sessionQuery.queryKey, known(loggedOutSession))
  forgetAccount(client)
  tellOtherTabs()
}

/** Removes everything that the last account could see, from memory and from the browser. */
export function forgetAccount(client: QueryClient): void {
  forgetRecentBugs()
  forgetRecords(client)
}

function forgetRecords(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey && query.queryKey[0] !== siteKey })
  client.getMutationCache().clear()
}

function sessionOf(
  state: Session['state'],
  name: string,
  userId: string | undefined,
  permissions: readonly Permission[],
): Session {
  const held = new Set(permissions)
  return {
    state,
    name,
    userId,
    permissions: held,
    preferences: defaultPreferences,
    products: [],
    hasForms: false,
    parts: [],
    has: (permission) => held.has(permission),
  }
}
