import type { QueryClient } from '@tanstack/react-query'
import { type HistoryState, redirect } from '@tanstack/react-router'
import type { Permission } from '#shared/access/permissions.ts'
import { hasPermission } from '#shared/auth/contract.ts'
import { readBugKey } from '#shared/products/words.ts'
import { bugQuery } from '#web/features/bugs/bug-queries.ts'
import { saysNothing } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { drafts } from '#web/lib/drafts/drafts.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { askSessionAgain } from '#web/lib/query-client.ts'
import { ensureSession, knownSession, type Session, sessionQuery } from '#web/lib/session/session.ts'
import { toastError, toastWarning } from '#web/ui/notices/toast.ts'

/**
 * Sends an address that names a bug by its key, also by one that it had before it was moved, to the one with its id. One of
 * no bug is left to the screen.
 */
export async function requireBugId(
  { context: { client }, location }: Pick<Visit, 'context' | 'location'>,
  bugId: string,
): Promise<void> {
  if (!readBugKey(bugId)) return
  const bug = await client.fetchQuery({ ...bugQuery(bugId), staleTime: 0 }).catch(() => undefined)
  if (bug) throw redirect({ href: location.href.replace(`/${bugId}`, `/${bug._id}`), replace: true })
}

export interface RouterContext {
  readonly client: QueryClient
}

/** What a guard needs of the argument of a route's `beforeLoad`. */
interface Visit {
  readonly context: RouterContext
  /** Whether the screen is only being preloaded, because the pointer is on a link to it; no toast is shown then. */
  readonly preload: boolean
  /** `stay`: the screen is shown already, and only its address changes, such as by a search. */
  readonly cause: 'preload' | 'enter' | 'stay'
  /** The screen's own address. */
  readonly location: { readonly href: string }
  /** Aborted when the visitor navigates elsewhere before the screen has opened. */
  readonly abortController: AbortController
}

/**
 * Returns the session. A screen waits until it is known, unless it is only being preloaded. One that is shown already does
 * not: what is typed there would be lost. Where the session has ended, the page is told a moment later (`useSessionEnd`).
 */
async function sessionOf({ context: { client }, preload, cause, abortController }: Visit): Promise<Session> {
  const last = cause === 'stay' ? client.getQueryData(sessionQuery.queryKey) : undefined
  const answer = preload ? ensureSession(client) : knownSession(client, abortController.signal)
  return last?.state === 'in' ? last : answer
}

/** Sends visitors who are not logged in to the login page, with the screen's own text. */
export async function requireLogin(visit: Visit, refusal: string = messages.access.mustBeLoggedIn): Promise<Session> {
  const session = await sessionOf(visit)
  if (session.state !== 'in') turnAway(visit, refusal, paths.login, { returnTo: visit.location.href })
  return session
}

/** As `requireLogin`; sends those without the permission home. */
export async function requirePermission(
  visit: Visit,
  permission: Permission,
  refusal: string = messages.access.invalidPermissionLevel,
): Promise<Session> {
  const session = await requireLogin(visit)
  if (!session.has(permission)) turnAway(visit, refusal, paths.home)
  return session
}

/**
 * Works as `requirePermission`, for screens that distinguish a failed check from a refusal: the server is asked for the
 * permission by name. If the check gets no answer, the last known state counts.
 */
export async function requireCheckedPermission(
  visit: Visit,
  permission: Permission,
  texts: { refusal: string; checkFailed: string },
): Promise<void> {
  const session = await requireLogin(visit)
  if (visit.preload) return
  let holds: boolean
  try {
    holds = (await call(hasPermission, { body: { permission } })).hasPermission
  } catch (error) {
    if (!saysNothing(error)) {
      toastError(texts.checkFailed)
      throw redirect({ to: paths.home })
    }
    askSessionAgain(visit.context.client)
    holds = session.has(permission)
  }
  if (!holds) turnAway(visit, texts.refusal, paths.home)
}

/** Redirects logged-in visitors to the login page, which offers to log out. */
export async function requireLoggedOut(visit: Visit, refusal: string): Promise<void> {
  const session = await sessionOf(visit)
  if (session.state === 'in') turnAway(visit, refusal, paths.login)
}

function turnAway(visit: Visit, refusal: string, to: string, state: HistoryState = {}): never {
  if (!visit.preload && !visit.abortController.signal.aborted) {
    toastWarning(refusal, undefined, keptWords())
  }
  throw redirect({ to, state })
}

/**
 * Says of the text that somebody wrote who is sent off the screen when their session ends elsewhere. Several guards may
 * notice, seconds later where the network is slow, and the screen may find that out first and show no form any more.
 */
function keptWords(): string | undefined {
  return drafts.wasWriting(60_000) ? 'Your text is kept.' : undefined
}
