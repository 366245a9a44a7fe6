import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { normalEmail } from './user-store.ts'

/**
 * Returns the person for an unverified e-mail address: always the same one, without a role and unable to sign in, and
 * never an account with this address.
 * @param name what they called themselves, for a new person
 * @returns the person's id
 */
export async function meetContact(tx: Tx, email: string, name: string): Promise<string> {
  const key = `contact:${normalEmail(email)}`
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
  if (!added) {
    const known = await tx.selectFrom('users').select('id').where('import_key', '=', key).executeTakeFirstOrThrow()
    return known.id
  }
  await recordEvent(tx, {
    type: 'user-registered',
    subjectId: id,
    actorId: null,
    payload: { ...names, roles: [], how: 'chat' },
  })
  return id
}
