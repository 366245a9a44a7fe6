import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import type { Change } from '#server/events/event.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { NotNull } from 'kysely'
import { refuseGuessable } from './guessable-password.ts'
import { hashPassword } from './password.ts'
import { noSuchUser } from './user-view.ts'

/** The facts about a locked person that decisions need. */
export interface LockedUser {
  readonly id: string
  readonly email: string
  readonly fullName: string
  readonly givenName: string
  readonly familyName: string
  readonly isDemo: boolean
}

/** What a form can change about a person; absent fields stay. */
export interface NameChanges {
  readonly fullName?: string | undefined
  readonly givenName?: string | undefined
  readonly familyName?: string | undefined
}

/** Locks a person with an account for the rest of the transaction. @throws AppError not-found */
export async function lockUser(tx: Tx, userId: string): Promise<LockedUser> {
  const row = isRecordId(userId)
    ? await tx
        .selectFrom('users')
        .select([
          'id',
          'email',
          'full_name as fullName',
          'given_name as givenName',
          'family_name as familyName',
          'is_demo as isDemo',
        ])
        .where('id', '=', userId)
        .where('email', 'is not', null)
        .$narrowType<{ email: NotNull }>()
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined
  if (!row) throw noSuchUser()
  return row
}

export async function changeNames(tx: Tx, actor: Actor, user: LockedUser, names: NameChanges): Promise<void> {
  const changes: { fullName?: Change; givenName?: Change; familyName?: Change } = {}
  for (const key of ['fullName', 'givenName', 'familyName'] as const) {
    const to = names[key]
    if (to !== undefined && to !== user[key]) changes[key] = { from: user[key], to }
  }
  if (Object.keys(changes).length === 0) return
  await tx
    .updateTable('users')
    .set({
      full_name: names.fullName ?? user.fullName,
      given_name: names.givenName ?? user.givenName,
      family_name: names.familyName ?? user.familyName,
    })
    .where('id', '=', user.id)
    .execute()
  await recordEvent(tx, { type: 'user-changed', subjectId: user.id, actorId: actor.userId, payload: changes })
}

/** A password as it was typed, and its stored form. */
export interface NewPassword {
  readonly typed: string
  readonly hash: string
}

/** Hashes a new password, which a form may leave out. Hashing is slow, so never call it inside a transaction. */
export async function readNewPassword(typed: string | undefined): Promise<NewPassword | undefined> {
  return typed ? { typed, hash: await hashPassword(typed) } : undefined
}

/**
 * Sets a new password and ends the person's sessions, except the caller's.
 * @param names those that the person gets at the same time
 * @throws AppError forbidden for the demo account, which everybody shares; invalid-input for one that is easy to guess
 */
export async function changePassword(
  tx: Tx,
  actor: Actor,
  user: LockedUser,
  password: NewPassword,
  names: NameChanges,
): Promise<void> {
  if (user.isDemo) {
    throw new AppError(
      'forbidden',
      'Demo account password is locked. Please create another account to test this feature.',
      {
        field: 'password',
      },
    )
  }
  refuseGuessable(password.typed, {
    email: user.email,
    fullName: names.fullName ?? user.fullName,
    givenName: names.givenName ?? user.givenName,
    familyName: names.familyName ?? user.familyName,
  })
  await storePassword(tx, user.id, password.hash, { actorId: actor.userId, keeps: actor.sessionHash })
}

/**
 * Stores a new password's hash and ends the person's sessions.
 * @param how who sets it, the session that goes on, and whether a link did it
 */
export async function storePassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  { actorId, keeps, how }: { readonly actorId: string; readonly keeps?: Buffer; readonly how?: 'link' },
): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  const ended = tx.deleteFrom('sessions').where('user_id', '=', userId)
  await (keeps ? ended.where('token_hash', '!=', keeps) : ended).execute()
  await recordEvent(tx, { type: 'user-password-changed', subjectId: userId, actorId, payload: how ? { how } : {} })
}
