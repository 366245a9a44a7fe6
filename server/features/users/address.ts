import type { Actor } from '#server/access/actor.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { User } from '#shared/users/contract.ts'
import type { PasswordOwner } from './guessable-password.ts'
import { presentUser, userColumns, type UserRow } from './user-presenter.ts'
import { normalEmail } from './user-store.ts'

/** An account that somebody can log in to, and that is its owner’s alone. */
export interface OwnAccount extends PasswordOwner {
  readonly id: string
  /** Its mail has reached them, and no server has refused it since. */
  readonly isEmailConfirmed: boolean
}

/** Returns the account with an id, an address, or both; undefined for a deactivated one and for the shared demo account. */
export async function ownAccount(
  db: Db,
  { id, email }: { readonly id?: string | undefined; readonly email?: string | undefined },
): Promise<OwnAccount | undefined> {
  if (id === undefined && email === undefined) return undefined
  let query = db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'given_name', 'family_name', 'email_confirmed_on', 'email_refused_on'])
    .where('email', 'is not', null)
    .where('deactivated_on', 'is', null)
    .where('is_demo', '=', false)
  if (id !== undefined) query = query.where('id', '=', id)
  if (email !== undefined) query = query.where((where) => where(where.fn('lower', ['email']), '=', normalEmail(email)))
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  const { full_name: fullName, given_name: givenName, family_name: familyName } = row
  const isEmailConfirmed = row.email_confirmed_on !== null && row.email_refused_on === null
  return { id: row.id, email: row.email ?? '', fullName, givenName, familyName, isEmailConfirmed }
}

/** Returns whether an account, active or not, has this address. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', normalEmail(email)))
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the account, active or not, that has this address, as `actor` may see people. */
export async function accountWithEmail(db: Db, actor: Actor, email: string): Promise<User | undefined> {
  const statement = { name: 'user-by-email', text: `select ${userColumns} from users u where lower(u.email) = $1` }
  const [row] = await db.prepared<UserRow>(statement, [normalEmail(email)])
  return row && presentUser(row, actor)
}

/** Stores that mail to somebody's address has reached them; once. */
export async function confirmAddress(tx: Tx, userId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email_confirmed_on: new Date(), email_refused_on: null })
    .where('id', '=', userId)
    .where((where) => where.or([where('email_confirmed_on', 'is', null), where('email_refused_on', 'is not', null)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await recordEvent(tx, { type: 'user-email-confirmed', subjectId: userId, actorId: userId, payload: {} })
}

/** Gives somebody another address, which they have confirmed. @throws AppError email-taken when another account has it */
export async function changeAddress(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email: normalEmail(email), email_confirmed_on: new Date(), email_refused_on: null })
    .where('id', '=', userId)
    .execute()
    .catch((error: unknown) => {
      const isTaken = (error as { code?: unknown }).code === '23505'
      throw isTaken
        ? new AppError('email-taken', 'Another account has this e-mail address.', { field: 'email' })
        : error
    })
  await recordEvent(tx, { type: 'user-email-changed', subjectId: userId, actorId: userId, payload: {} })
}
