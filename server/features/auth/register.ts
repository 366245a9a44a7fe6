import { hashPassword, insertUser, normalEmail, refuseGuessable } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { newAccountRole } from '#shared/roles/words.ts'
import type { register as endpoint } from '#shared/auth/contract.ts'
import type { AuthLimits } from './limits.ts'
import { browserToken } from './known-browser.ts'
import { insertSession } from './session-store.ts'

/**
 * Prepares what greets a new account, before its transaction: it may be counted against limits.
 * @returns what is done with the account, in its transaction
 */
export type Welcome = (email: string, address: string) => Promise<(tx: Tx, userId: string) => Promise<void>>

/**
 * Creates an account with the role `customer` and signs it in.
 * @param isOpen whether the operator lets everybody create one
 * @throws AppError forbidden while they don't
 */
export async function register(
  call: Call<typeof endpoint>,
  inTx: InTx,
  limits: AuthLimits,
  isOpen: boolean,
  welcome: Welcome,
) {
  if (call.actor) throw new AppError('already-signed-in', 'Log out before registering another account.')
  if (!isOpen) throw new AppError('forbidden', 'Sign-up is closed: administrators make the accounts here.')
  const { password, ...person } = call.body
  // Checked before it counts as an attempt.
  refuseGuessable(password, person)
  await limits.registration(call.address)
  const passwordHash = await hashPassword(password)
  const greet = await welcome(normalEmail(person.email), call.address)
  const startSession = await inTx(async (tx) => {
    const userId = await insertUser(tx, { ...person, passwordHash, roles: [newAccountRole] }, 'form')
    await greet(tx, userId)
    return insertSession(tx, userId, call.userAgent)
  })
  return {
    startSession,
    browserToken: browserToken(passwordHash),
    reply: { code: '200-added' as const, name: person.fullName },
  }
}
