import type { Actor } from '#server/access/actor.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import type { InTx } from '#server/events/transactor.ts'
import { isPassword, normalEmail } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { login as endpoint } from '#shared/auth/contract.ts'
import type { AuthLimits } from './limits.ts'
import { browserToken, knownBrowser } from './known-browser.ts'
import { deleteSession, insertSession } from './session-store.ts'

/**
 * Starts a session. A wrong password, an unknown address and a deactivated account get the same answer after the same
 * work. A browser that has signed in to the account before is counted separately. The browser's earlier session is
 * ended, because each login has a token of its own.
 */
export async function login(call: Call<typeof endpoint>, db: Db, inTx: InTx, limits: AuthLimits) {
  const email = normalEmail(call.body.email)
  const user = await db
    .selectFrom('users')
    .select(['id', 'full_name', 'password_hash'])
    .where((where) => where(where.fn('lower', ['email']), '=', email))
    .where('deactivated_on', 'is', null)
    .executeTakeFirst()
  const browser = knownBrowser(call.browserToken, user?.password_hash)
  const attempt = { email, address: call.address, browser }
  await limits.loginAttempt(attempt)
  const matches = await isPassword(call.body.password, user?.password_hash ?? null)
  if (!user?.password_hash || !matches) throw wrongPassword()
  await limits.loginSucceeded(attempt)
  const startSession = await inTx(async (tx) => {
    await refuseOldPassword(tx, user.id, user.password_hash)
    if (call.actor) await endFormer(tx, call.actor, user.id)
    await recordEvent(tx, { type: 'user-logged-in', subjectId: user.id, actorId: user.id, payload: {} })
    return insertSession(tx, user.id, call.userAgent)
  })
  return {
    startSession,
    browserToken: browserToken(user.password_hash, browser),
    reply: { loggedIn: true, name: user.full_name },
  }
}

/**
 * Holds the account as it is until the session is stored: a new password, which ends all sessions, ends this one too.
 * @throws AppError invalid-credentials if the password was changed since it was compared, or the account deactivated
 */
async function refuseOldPassword(tx: Tx, userId: string, passwordHash: string | null): Promise<void> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .where('deactivated_on', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!row) throw wrongPassword()
}

const wrongPassword = () => new AppError('invalid-credentials', 'No account has this e-mail address and password.')

/**
 * Ends the browser's earlier session. If it was another person's, an event is recorded too, so that caches forget it.
 */
async function endFormer(tx: Tx, { userId, sessionHash }: Actor, nextId: string): Promise<void> {
  await deleteSession(tx, sessionHash)
  if (userId === nextId) return
  await recordEvent(tx, { type: 'user-logged-out', subjectId: userId, actorId: userId, payload: {} })
}
