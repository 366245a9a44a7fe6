import type { Db, Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { sql } from 'kysely'
import { normalEmail } from './user-store.ts'

/** By which a person without an account is known: their address, which is that of no account by this. */
const prefix = 'contact:'

/** The address of a person without an account, for SQL. @param row the name of a row of `users` */
export const contactAddress = (row: string): string => `substr(${row}.import_key, ${prefix.length + 1})`

export const contactKey = (email: string): string => prefix + normalEmail(email)

/** A person without an account, known by an address. */
export interface Contact {
  readonly id: string
  readonly fullName: string
  /** In its normal form. */
  readonly address: string
  /** Mail has reached them there, and no server has refused it since. */
  readonly isConfirmed: boolean
}

/**
 * Returns the person without an account with an id or an address; undefined for anybody else, and once an administrator has given
 * what was theirs to an account.
 */
export async function findContact(
  db: Db,
  by: { readonly id: string } | { readonly email: string },
): Promise<Contact | undefined> {
  const query = db
    .selectFrom('users')
    .select(['id', 'full_name as fullName', 'import_key', 'email_confirmed_on', 'email_refused_on'])
    .where('email', 'is', null)
    .where('deactivated_on', 'is', null)
    .where(sql<boolean>`starts_with(import_key, ${prefix})`)
    .where(sql<boolean>`not exists (select from given_placeholders g where g.placeholder_id = users.id)`)
  const row = await (
    'id' in by ? query.where('id', '=', by.id) : query.where('import_key', '=', contactKey(by.email))
  ).executeTakeFirst()
  return (
    row && {
      id: row.id,
      fullName: row.fullName,
      address: (row.import_key ?? '').slice(prefix.length),
      isConfirmed: row.email_confirmed_on !== null && row.email_refused_on === null,
    }
  )
}

/**
 * Returns the person for an e-mail address: always the same one, without a role and unable to sign in, and never an account with
 * this address. Nobody has confirmed it by that.
 * @param name what they called themselves, for a new person
 * @returns the person's id; undefined where an administrator has given what was theirs to an account
 */
export async function meetContact(
  tx: Tx,
  email: string,
  name: string,
  how: 'chat' | 'mail',
): Promise<string | undefined> {
  const key = contactKey(email)
  const now = new Date()
  const id = newRecordId(now)
  const names = { fullName: name, givenName: name, familyName: name }
  const added = await tx
    .insertInto('users')
    .values({
      id,
      email: null,
      password_hash: null,
      full_name: name,
      given_name: name,
      family_name: name,
      created_on: now,
      deactivated_on: null,
      import_key: key,
    })
    .onConflict((conflict) => conflict.column('import_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return (await findContact(tx, { email }))?.id
  await recordEvent(tx, {
    type: 'user-registered',
    subjectId: id,
    actorId: null,
    payload: { ...names, roles: [], how },
  })
  return id
}

/** Returns the id of the account to which an administrator has given what was an address’s; undefined where nobody has. */
export async function accountOfContact(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('given_placeholders', 'placeholder_id', 'users.id')
    .select('given_placeholders.user_id as id')
    .where('import_key', '=', contactKey(email))
    .executeTakeFirst()
  return row?.id
}
