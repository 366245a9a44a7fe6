import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { hasAdministrator, holdsAll } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import { type Permission, permissionNames } from '#shared/access/permissions.ts'
import type {
  changeRole as changeEndpoint,
  createRole as createEndpoint,
  deleteRole as deleteEndpoint,
  renameRole as renameEndpoint,
  Role,
} from '#shared/roles/contract.ts'
import { isFixed } from './policy.ts'
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
  await refuseTaken(tx, name)
  await tx.insertInto('roles').values({ name, permissions }).execute()
  await recordEvent(tx, { type: 'role-created', subjectId: name, actorId: actor.userId, payload: { permissions } })
  return roleNamed(tx, actor, name)
}

/**
 * Sets a role's permissions.
 * @throws AppError not-found, forbidden for a permission the caller lacks, conflict when nobody could edit users any
 * more
 */
export async function changeRole({ actor, params, body }: Call<typeof changeEndpoint>, tx: Tx): Promise<Role> {
  await acquireAdvisoryLock(tx, 'user roles')
  const name = params.roleName
  const { permissions: from } = await roleNamed(tx, actor, name)
  const to = inOrder(body.permissions)
  const changed = permissionNames.filter((permission) => from.includes(permission) !== to.includes(permission))
  if (changed.length === 0) return roleNamed(tx, actor, name)
  refuseBeyond(actor, changed)
  await tx.updateTable('roles').set({ permissions: to }).where('name', '=', name).execute()
  if (changed.includes('canEditAnyUser') && !(await hasAdministrator(tx))) {
    throw new AppError('conflict', 'Nobody could edit users any more; give another role that right first.', {
      field: 'permissions',
    })
  }
  await recordEvent(tx, { type: 'role-changed', subjectId: name, actorId: actor.userId, payload: { from, to } })
  return roleNamed(tx, actor, name)
}

/**
 * Renames a role, for all who have it.
 * @throws AppError not-found, forbidden for a role beyond the caller, conflict when the product itself gives it or there
 * is another one of this name
 */
export async function renameRole({ actor, params, body }: Call<typeof renameEndpoint>, tx: Tx): Promise<Role> {
  await acquireAdvisoryLock(tx, 'user roles')
  const { name: from, permissions } = await roleNamed(tx, actor, params.roleName)
  const to = body.name.trim()
  if (to === from) return roleNamed(tx, actor, from)
  refuseFixed(from)
  refuseBeyond(actor, permissions)
  await refuseTaken(tx, to, from)
  await tx.updateTable('roles').set({ name: to }).where('name', '=', from).execute()
  await recordEvent(tx, { type: 'role-renamed', subjectId: to, actorId: actor.userId, payload: { from, to } })
  return roleNamed(tx, actor, to)
}

/**
 * Deletes a role that nobody has.
 * @throws AppError not-found, forbidden for a role beyond the caller, conflict when the product itself gives it or
 * somebody has it
 */
export async function deleteRole({ actor, params }: Call<typeof deleteEndpoint>, tx: Tx): Promise<void> {
  await acquireAdvisoryLock(tx, 'user roles')
  const { name, permissions, holders, deactivatedHolders } = await roleNamed(tx, actor, params.roleName)
  refuseFixed(name)
  refuseBeyond(actor, permissions)
  if (holders + deactivatedHolders > 0) {
    throw new AppError('conflict', 'Somebody still has this role; take it from everybody first, deactivated or not.')
  }
  await tx.deleteFrom('roles').where('name', '=', name).execute()
  await recordEvent(tx, { type: 'role-deleted', subjectId: name, actorId: actor.userId, payload: { permissions } })
}

async function roleNamed(tx: Tx, actor: Actor, name: string): Promise<Role> {
  const found = (await roleMatrix(tx, actor)).find((role) => role.name === name)
  if (!found) throw new AppError('not-found', `There is no role '${name}'.`, { field: 'roleName' })
  return found
}

/** @param own the present name of the role, which may keep its letters */
async function refuseTaken(tx: Tx, name: string, own?: string): Promise<void> {
  const taken = (await roleNames(tx)).find((one) => one !== own && one.toLowerCase() === name.toLowerCase())
  if (taken !== undefined) throw new AppError('conflict', `There is a role '${taken}' already.`, { field: 'name' })
}

function refuseFixed(name: string): void {
  if (!isFixed(name)) return
  throw new AppError('conflict', `The product itself gives the role '${name}', so it stays and keeps its name.`)
}

function refuseBeyond(actor: Actor, permissions: readonly Permission[]): void {
  if (holdsAll(actor, permissions)) return
  throw new AppError('forbidden', 'You can give and take only permissions that you hold.', { field: 'permissions' })
}

const inOrder = (permissions: readonly Permission[]) => permissionNames.filter((name) => permissions.includes(name))
