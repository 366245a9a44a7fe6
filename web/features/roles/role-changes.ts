import { type Permission, permissionNames } from '#shared/access/permissions.ts'

/** What somebody has set differently, permission by permission. What they left alone follows the server. */
export type RoleChanges = Readonly<Partial<Record<Permission, boolean>>>

/** True where a role has a permission once its changes are saved. */
export function isGranted(saved: readonly Permission[], changes: RoleChanges, permission: Permission): boolean {
  return changes[permission] ?? saved.includes(permission)
}

/** The permissions a role has once its changes are saved. */
export function grantedPermissions(saved: readonly Permission[], changes: RoleChanges): Permission[] {
  return permissionNames.filter((permission) => isGranted(saved, changes, permission))
}

/** True where saving would change a permission; setting it to what it is already counts as nothing. */
export function isChanged(saved: readonly Permission[], changes: RoleChanges, permission: Permission): boolean {
  return isGranted(saved, changes, permission) !== saved.includes(permission)
}

export function hasChanges(saved: readonly Permission[], changes: RoleChanges): boolean {
  return permissionNames.some((permission) => isChanged(saved, changes, permission))
}
