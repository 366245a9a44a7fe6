import { hashPassword, insertUser, refuseGuessable } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { InTx } from '#server/events/transactor.ts'
import type { register as endpoint } from '#shared/auth/contract.ts'
import type { AuthLimits } from './limits.ts'
import { browserToken } from './known-browser.ts'
import { insertSession } from './session-store.ts'

/** Creates an account with the role `customer` and signs it in. */
export async function register(call: Call<typeof endpoint>, inTx: InTx, limits: AuthLimits) {
  if (call.actor) throw new AppError('already-signed-in', 'Log out before registering another account.')
  const { password, ...person } = call.body
  // Checked before it counts as an attempt.
  refuseGuessable(password, person)
  await limits.registration(call.address)
  const passwordHash = await hashPassword(password)
  const startSession = await inTx(async (tx) => {
    const userId = await insertUser(tx, { ...person, passwordHash, roles: ['customer'] }, 'form')
    return insertSession(tx, userId, call.userAgent)
  })
  return {
    startSession,
    browserToken: browserToken(passwordHash),
    reply: { code: '200-added' as const, name: person.fullName },
  }
}
