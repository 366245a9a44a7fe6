import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Permission } from '#shared/access/permissions.ts'
import { hasPermission } from '#shared/auth/contract.ts'
import { call } from '#web/lib/call.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { ensureSession, type Session } from '#web/lib/session.ts'
import { toastFailure, toastWarning } from '#web/ui/toast.ts'

export interface RouterContext {
  readonly client: QueryClient
}

/** What a route's `beforeLoad` receives and a guard needs. */
interface Visit {
  readonly context: RouterContext
  /** The screen is only being prepared, because a pointer rests on a link to it; nobody is told anything then. */
  readonly preload: boolean
}

/** Sends visitors who are not logged in to the login page, with the screen's own text. */
export async function requireLogin(visit: Visit, refusal: string = messages.access.mustBeLoggedIn): Promise<Session> {
  const session = await ensureSession(visit.context.client)
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
 * name.
 */
export async function requireCheckedPermission(
  visit: Visit,
  permission: Permission,
  texts: { refusal: string; checkFailed: string },
): Promise<void> {
  await requireLogin(visit)
  if (visit.preload) return
  let holds: boolean
  try {
    holds = (await call(hasPermission, { body: { permission } })).hasPermission
  } catch (error) {
    toastFailure(texts.checkFailed, referenceOf(error))
    throw redirect({ to: paths.home })
  }
  if (!holds) turnAway(visit, texts.refusal, paths.home)
}

/** Sends visitors who are logged in to the login page, which offers them to log out. */
export async function requireLoggedOut(visit: Visit, refusal: string): Promise<void> {
  const session = await ensureSession(visit.context.client)
  if (session.state === 'in') turnAway(visit, refusal, paths.login)
}

function turnAway(visit: Visit, refusal: string, to: string): never {
  if (!visit.preload) toastWarning(refusal)
  throw redirect({ to })
}
