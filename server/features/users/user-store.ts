import type { Db, Tx } from '#server/db/database.ts'
import { isRecordId, newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import type { EventPayloads } from '#server/events/event.ts'
import { AppError } from '#server/http/app-error.ts'

export interface NewUser {
  readonly email: string
  readonly passwordHash: string
  readonly fullName: string
  readonly givenName: string
  readonly familyName: string
  readonly roles: readonly string[]
  readonly isDemo?: boolean
}

/** Returns the form in which an e-mail address is stored and compared. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * Creates an account with its roles and records `user-registered`.
 * @returns the new user's id
 * @throws AppError email-taken when another account has the address
 */
export async function insertUser(tx: Tx, user: NewUser, how: EventPayloads['user-registered']['how']): Promise<string> {
  const now = new Date()
  const id = newRecordId(now)
  const inserted = await tx
    .insertInto('users')
    .values({
      id,
      email: normalEmail(user.email),
      password_hash: user.passwordHash,
      full_name: user.fullName,
      given_name: user.givenName,
      family_name: user.familyName,
      created_on: now,
      deactivated_on: null,
      is_demo: user.isDemo ?? false,
      import_key: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    throw new AppError('email-taken', 'Another account has this e-mail address.', { field: 'email' })
  }
  if (user.roles.length > 0) {
    await tx
      .insertInto('user_roles')
      .values(user.roles.map((role) => ({ user_id: id, role })))
      .execute()
  }
  const { fullName, givenName, familyName, roles } = user
  await recordEvent(tx, {
    type: 'user-registered',
    subjectId: id,
    actorId: id,
    payload: { fullName, givenName, familyName, roles, how },
  })
  return id
}

/** Returns whether an id is that of a person who can sign in: no one of an import, and not deactivated. */
export async function isActiveAccount(db: Db, userId: string): Promise<boolean> {
  if (!isRecordId(userId)) return false
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', 'is not', null)
    .where('deactivated_on', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether an active person holds the permission to edit any user, and can sign in. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.name', 'user_roles.role')
    .select('users.id')
    .where('users.email', 'is not', null)
    .where('users.deactivated_on', 'is', null)
    .where((where) => where(where.val('canEditAnyUser'), '=', where.fn.any('roles.permissions')))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
