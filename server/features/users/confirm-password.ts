import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { AppError } from '#server/http/app-error.ts'
import { isPassword } from './password.ts'
import { isRecentSession } from './policy.ts'

/** Limits on guessing the current password from a session that is open. */
export interface PasswordChecks {
  /** Counts a check as failed until `passwordConfirmed` removes it. @throws AppError too-many-requests */
  passwordCheck(sessionHash: Buffer): Promise<void>
  passwordConfirmed(sessionHash: Buffer): Promise<void>
}

/**
 * Makes sure that whoever sets a new password knows the current one or has just signed in, so that an unattended
 * browser is not enough to take an account over. Verifying is slow, so never call it inside a transaction.
 * @throws AppError forbidden, with the field `currentPassword`
 */
export async function confirmPassword(
  db: Db,
  actor: Actor,
  typed: string | undefined,
  checks: PasswordChecks,
): Promise<void> {
  const account = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.created_on', 'users.password_hash', 'users.is_demo'])
    .where('sessions.token_hash', '=', actor.sessionHash)
    .executeTakeFirst()
  // The password of the demo account is locked, whatever is typed; the change itself says so.
  if (account?.is_demo) return
  if (typed === undefined) {
    if (account && isRecentSession(account.created_on)) return
    throw new AppError('forbidden', 'Current password is needed, unless you signed in within the last 15 minutes.', {
      field: 'currentPassword',
    })
  }
  await checks.passwordCheck(actor.sessionHash)
  if (!(await isPassword(typed, account?.password_hash ?? null))) {
    throw new AppError('forbidden', 'That is not your current password.', { field: 'currentPassword' })
  }
  await checks.passwordConfirmed(actor.sessionHash)
}
