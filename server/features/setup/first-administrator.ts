import type { Db } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { insertSession } from '#server/features/auth/public.ts'
import { hasAdministrator, hashPassword, insertUser, refuseGuessable } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import { administratorRole } from '#shared/roles/words.ts'
import type { createFirstAdministrator as endpoint } from '#shared/setup/contract.ts'
import { isSetupToken, newSetupToken, useSetupToken } from './setup-token.ts'

/** Returns the token of a new one-time set-up link, or null when there is an administrator already. */
export async function offerSetup(db: Db, inTx: InTx): Promise<string | null> {
  if (await hasAdministrator(db)) return null
  return inTx(newSetupToken)
}

/** Returns whether the link can still create an administrator. */
export async function isSetupOpen(db: Db, token: string): Promise<boolean> {
  return (await isSetupToken(db, token)) && !(await hasAdministrator(db))
}

/**
 * Creates the first administrator and signs them in; the link works once.
 * @throws AppError forbidden when the link was used, replaced by a newer one, or is not needed any more; invalid-input
 * for a password that is easy to guess
 */
export async function createFirstAdministrator(call: Call<typeof endpoint>, db: Db, inTx: InTx) {
  const { token, password, ...person } = call.body
  if (!(await isSetupOpen(db, token))) throw linkEnded()
  refuseGuessable(password, person)
  const passwordHash = await hashPassword(password)
  const startSession = await inTx(async (tx) => {
    if (!(await useSetupToken(tx, token)) || (await hasAdministrator(tx))) throw linkEnded()
    const userId = await insertUser(tx, { ...person, passwordHash, roles: [administratorRole] }, 'setup')
    return insertSession(tx, userId, call.userAgent)
  })
  return { startSession, reply: { name: person.fullName } }
}

const linkEnded = () =>
  new AppError('forbidden', 'This set-up link can’t be used any more; restart the server to get a new one.', {
    field: 'token',
  })
