import type { Actor } from '#server/access/actor.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Permission } from '#shared/access/permissions.ts'
import { holdsAll } from './policy.ts'
import { hasAdministrator } from './user-store.ts'

/** Returns the permissions of each of the person's roles. */
export async function rolesOf(db: Db, userId: string): Promise<{ name: string; permissions: Permission[] }[]> {
  return db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.name', 'user_roles.role')
    .select(['roles.name', 'roles.permissions'])
    .where('user_id', '=', userId)
    .orderBy('roles.name')
    .execute()
}

/** Returns roles by their names, with their permissions. @throws AppError invalid-input for an unknown one */
export async function rolesNamed(
  db: Db,
  wanted: readonly string[],
): Promise<{ name: string; permissions: Permission[] }[]> {
  const roles = await db
    .selectFrom('roles')
    .select(['name', 'permissions'])
    .where('name', 'in', ['', ...wanted])
    .orderBy('name')
    .execute()
  const unknown = wanted.find((name) => !roles.some((role) => role.name === name))
  if (unknown !== undefined) throw new AppError('invalid-input', `There is no role '${unknown}'.`, { field: 'role' })
  return roles
}

/**
 * Lets one transaction at a time decide who may edit users: two editors who remove each other's last right at once would
 * both find the other one still there. Acquire it before any person is locked, else two transactions wait for each other.
 */
export function lockRoles(tx: Tx): Promise<void> {
  return acquireAdvisoryLock(tx, 'user roles')
}

/**
 * Sets a person's roles, while `lockRoles` is held. The editor must hold all permissions of each role that is added or removed.
 * @throws AppError invalid-input for an unknown role, forbidden for one beyond the editor, conflict when nobody could
 * edit users any more
 */
export async function changeRoles(tx: Tx, actor: Actor, userId: string, wanted: readonly string[]): Promise<void> {
  const present = await rolesOf(tx, userId)
  const next = await rolesNamed(tx, wanted)

  const isIn = (roles: readonly { name: string }[], name: string) => roles.some((role) => role.name === name)
  const changed = [
    ...present.filter((role) => !isIn(next, role.name)),
    ...next.filter((role) => !isIn(present, role.name)),
  ]
  if (changed.length === 0) return
  const beyond = changed.find((role) => !holdsAll(actor, role.permissions))
  if (beyond)
    throw new AppError('forbidden', `You can’t give or take the role ${beyond.name}: it permits more than yours.`, {
      field: 'role',
    })

  await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  if (next.length > 0) {
    await tx
      .insertInto('user_roles')
      .values(next.map((role) => ({ user_id: userId, role: role.name })))
      .execute()
  }
  const tookEditing = present.some((role) => role.permissions.includes('canEditAnyUser'))
  if (tookEditing && !(await hasAdministrator(tx))) {
    throw new AppError('conflict', 'This is the last account that can edit users; give another one that right first.', {
      field: 'role',
    })
  }
  await recordEvent(tx, {
    type: 'user-roles-changed',
    subjectId: userId,
    actorId: actor.userId,
    payload: { from: present.map((role) => role.name), to: next.map((role) => role.name) },
  })
}
