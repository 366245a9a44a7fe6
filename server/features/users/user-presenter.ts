import type { Actor } from '#server/access/actor.ts'
import type { User } from '#shared/users/contract.ts'
import { mayEditUsers, maySeeEmail } from './policy.ts'

export interface UserRow {
  id: string
  email: string | null
  full_name: string
  given_name: string
  family_name: string
  created_on: Date
  deactivated_on: Date | null
  roles: string[]
}

/** Columns of a user `u`, with the names of their roles. */
export const userColumns = `u.id, u.email, u.full_name, u.given_name, u.family_name, u.created_on, u.deactivated_on,
  array(select r.role from user_roles r where r.user_id = u.id order by r.role) as roles`

export function presentUser(row: UserRow, actor: Actor): User {
  return {
    _id: row.id,
    fullName: row.full_name,
    givenName: row.given_name,
    familyName: row.family_name,
    role: row.roles,
    createdOn: row.created_on.toISOString(),
    ...(row.email !== null && maySeeEmail(actor, row.id) && { email: row.email }),
    isDeactivated: row.deactivated_on !== null,
    abilities: { edit: mayEditUsers(actor) },
  }
}
