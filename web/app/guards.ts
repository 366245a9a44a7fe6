import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Permission } from '#shared/access/permissions.ts'
import { hasPermission } from '#shared/auth/contract.ts'
import { saysNothing } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { askSessionAgain } from '#web/lib/query-client.ts'
import { ensureSession, knownSession, type Session } from '#web/lib/session/session.ts'
import { toastError, toastWarning } from '#web/ui/notices/toast.ts'

export interface RouterContext {
  readonly client: QueryClient
}

/** What a route's `beforeLoad` receives and a guard needs. */
interface Visit {
  readonly context: RouterContext
  /** The screen is only being prepared, because a pointer rests on a link to it; nobody is told anything then. */
  readonly preload: boolean
  /** Aborted once somebody goes elsewhere before the screen has opened. */
  readonly abortController: AbortController
}

/** Who is there. A screen waits until that is known, unless it is only being prepared. */
function sessionOf({ context: { client }, preload, abortController }: Visit): Promise<Session> {
  return preload ? ensureSession(client) : knownSession(client, abortController.signal)
}

/** Sends visitors who are not logged in to the login page, with the screen's own text. */
export async function requireLogin(visit: Visit, refusal: string = messages.access.mustBeLoggedIn): Promise<Session> {
  const session = await sessionOf(visit)
  if (session.state !== 'in') turnAway(visit, refusal, paths.login)
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
 * As `requirePermission`, for screens that tell a failed check from a refusal: the server is asked by the permission's
 * name. A check that nobody answers leaves what was known: the screen opens for who held the permission.
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

/** Sends visitors who are logged in to the login page, which offers them to log out. */
export async function requireLoggedOut(visit: Visit, refusal: string): Promise<void> {
  const session = await sessionOf(visit)
  if (session.state === 'in') turnAway(visit, refusal, paths.login)
}

function turnAway(visit: Visit, refusal: string, to: string): never {
  if (!visit.preload && !visit.abortController.signal.aborted) toastWarning(refusal)
  throw redirect({ to })
}
