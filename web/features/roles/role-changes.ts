import { type Permission, permissionNames } from '#shared/access/permissions.ts'

/** A person's unsaved changes, permission by permission. Untouched permissions follow the server. */
export type RoleChanges = Readonly<Partial<Record<Permission, boolean>>>

/** Returns whether a role has a permission once its changes are saved. */
export function isGranted(saved: readonly Permission[], changes: RoleChanges, permission: Permission): boolean {
  return changes[permission] ?? saved.includes(permission)
}

/** Returns the permissions of a role once its changes are saved. */
export function grantedPermissions(saved: readonly Permission[], changes: RoleChanges): Permission[] {
  return permissionNames.filter((permission) => isGranted(saved, changes, permission))
}

/** Returns whether saving would change a permission; setting it to its saved value doesn't count. */
export function isChanged(saved: readonly Permission[], changes: RoleChanges, permission: Permission): boolean {
  return isGranted(saved, changes, permission) !== saved.includes(permission)
}

export function hasChanges(saved: readonly Permission[], changes: RoleChanges): boolean {
  return permissionNames.some((permission) => isChanged(saved, changes, permission))
}
