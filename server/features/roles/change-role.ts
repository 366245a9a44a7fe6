import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { hasAdministrator, holdsAll } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import { type Permission, permissionNames } from '#shared/access/permissions.ts'
import type { changeRole as changeEndpoint, createRole as createEndpoint, Role } from '#shared/roles/contract.ts'
import { roleMatrix, roleNames } from './role-matrix.ts'

/**
 * Creates a role. Names that differ only in capitals are the same name.
 * @throws AppError conflict when there is one of this name, forbidden beyond the caller's rights
 */
export async function createRole({ actor, body }: Call<typeof createEndpoint>, tx: Tx): Promise<Role> {
  const name = body.name.trim()
  const permissions = inOrder(body.permissions)
  refuseBeyond(actor, permissions)
  await acquireAdvisoryLock(tx, 'user roles')
  const taken = (await roleNames(tx)).find((one) => one.toLowerCase() === name.toLowerCase())
  if (taken !== undefined) throw new AppError('conflict', `There is a role '${taken}' already.`, { field: 'name' })
  await tx.insertInto('roles').values({ name, permissions }).execute()
  await recordEvent(tx, { type: 'role-created', subjectId: name, actorId: actor.userId, payload: { permissions } })
  return roleNamed(tx, name)
}

/**
 * Sets a role's permissions.
 * @throws AppError not-found, forbidden for a permission the caller lacks, conflict when nobody could edit users any
 * more
 */
export async function changeRole({ actor, params, body }: Call<typeof changeEndpoint>, tx: Tx): Promise<Role> {
  await acquireAdvisoryLock(tx, 'user roles')
  const name = params.roleName
  const { permissions: from } = await roleNamed(tx, name)
  const to = inOrder(body.permissions)
  const changed = permissionNames.filter((permission) => from.includes(permission) !== to.includes(permission))
  if (changed.length === 0) return roleNamed(tx, name)
  refuseBeyond(actor, changed)
  await tx.updateTable('roles').set({ permissions: to }).where('name', '=', name).execute()
  if (changed.includes('canEditAnyUser') && !(await hasAdministrator(tx))) {
    throw new AppError('conflict', 'Nobody could edit users any more; give another role that right first.', {
      field: 'permissions',
    })
  }
  await recordEvent(tx, { type: 'role-changed', subjectId: name, actorId: actor.userId, payload: { from, to } })
  return roleNamed(tx, name)
}

async function roleNamed(tx: Tx, name: string): Promise<Role> {
  const found = (await roleMatrix(tx)).find((role) => role.name === name)
  if (!found) throw new AppError('not-found', `There is no role '${name}'.`, { field: 'roleName' })
  return found
}

function refuseBeyond(actor: Actor, permissions: readonly Permission[]): void {
  if (holdsAll(actor, permissions)) return
  throw new AppError('forbidden', 'You can give and take only permissions that you hold.', { field: 'permissions' })
}

const inOrder = (permissions: readonly Permission[]) => permissionNames.filter((name) => permissions.includes(name))
