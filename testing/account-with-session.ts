import type { Database } from '#server/db/database.ts'
import { transactor } from '#server/events/transactor.ts'
import { insertSession } from '#server/features/auth/public.ts'
import { insertUser } from '#server/features/users/public.ts'

export interface Account {
  readonly userId: string
  /** The cookie of a session, as a request carries it. */
  readonly cookie: string
}

/**
 * Creates an account with a session, for programs that talk to a running product; nobody can log in to it by password.
 */
export async function accountWithSession(
  database: Database,
  { name, roles }: { readonly name: string; readonly roles: readonly string[] },
): Promise<Account> {
  const names = { fullName: name, givenName: name, familyName: name }
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.test`
  return transactor(database, () => {})(async (tx) => {
    const userId = await insertUser(tx, { ...names, email, passwordHash: 'none', roles: [...roles] }, 'command')
    return { userId, cookie: `mothlight_session=${await insertSession(tx, userId, 'test')}` }
  })
}
