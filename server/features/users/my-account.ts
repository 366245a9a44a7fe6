import type { Db } from '#server/db/database.ts'
import { AppError } from '#server/http/app-error.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import type { me } from '#shared/users/contract.ts'
import { sql } from 'kysely'
import { completed } from './preferences.ts'

/** Returns a person's own account, with everything that only they may see. */
export async function myAccount(db: Db, userId: string): Promise<ReplyOf<typeof me>['result']> {
  const row = await db
    .selectFrom('users')
    .select((columns) => [
      'id',
      'email',
      'full_name',
      'given_name',
      'family_name',
      'created_on',
      'is_demo',
      'email_confirmed_on',
      'email_refused_on',
      'preferences',
      columns
        .selectFrom('user_roles')
        .whereRef('user_roles.user_id', '=', 'users.id')
        .select(sql<string[]>`coalesce(array_agg(role order by role), '{}')`.as('roles'))
        .as('roles'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new AppError('not-found', 'This account no longer exists.')
  return {
    _id: row.id,
    email: row.email ?? '',
    fullName: row.full_name,
    givenName: row.given_name,
    familyName: row.family_name,
    role: row.roles ?? [],
    createdOn: row.created_on.toISOString(),
    isEmailConfirmed: row.email_confirmed_on !== null && row.email_refused_on === null,
    isDemo: row.is_demo,
    preferences: completed(row.preferences),
  }
}
