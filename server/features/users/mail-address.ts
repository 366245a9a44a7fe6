import type { Db, Tx } from '#server/db/database.ts'
import { sql } from 'kysely'
import { contactKey } from './contact.ts'
import { normalEmail } from './user-store.ts'

/**
 * Returns whether mail may go to an address: never to demo accounts, people of imports or deactivated people.
 * @param userId whose mail it is; null for one to an address alone, whose account is looked up
 * @param needsConfirmed for what only goes to the address that its owner has confirmed, and that no server refused since
 */
export async function mayBeMailed(
  db: Db,
  userId: string | null,
  address: string,
  needsConfirmed: boolean,
): Promise<boolean> {
  const email = normalEmail(address)
  const account = await db
    .selectFrom('users')
    .select(['email', 'is_demo', 'deactivated_on', 'email_confirmed_on', 'email_refused_on'])
    .where((where) => (userId === null ? where(where.fn('lower', ['email']), '=', email) : where('id', '=', userId)))
    .executeTakeFirst()
  if (!account) return userId === null && !needsConfirmed
  if (account.email === null || account.is_demo || account.deactivated_on) return false
  if (!needsConfirmed) return true
  return account.email === email && account.email_confirmed_on !== null && account.email_refused_on === null
}

/** The account with an address, and the person without one who is known by it. */
const withAddress = (address: string) =>
  sql<boolean>`(lower(email) = ${normalEmail(address)} or import_key = ${contactKey(address)})`

/** Has an address tried again. */
export async function clearEmailRefused(tx: Tx, address: string): Promise<void> {
  await tx.updateTable('users').set({ email_refused_on: null }).where(withAddress(address)).execute()
}

/** Remembers that a mail server knows no such address; whoever confirms it again gets mail again. */
export async function markEmailRefused(tx: Tx, address: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_refused_on: sql`now()` })
    .where(withAddress(address))
    .execute()
}

/** Notes that somebody is sent a link which confirms their address, unless they were. @returns whether it is the first */
export async function noteConfirmationAsked(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ confirmation_asked_on: sql`now()` })
    .where('id', '=', userId)
    .where('confirmation_asked_on', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Forgets it: the link was not sent, or has ended before anybody could use it. */
export async function forgetConfirmationAsked(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ confirmation_asked_on: null })
    .where('id', '=', userId)
    .where('email_confirmed_on', 'is', null)
    .execute()
}
