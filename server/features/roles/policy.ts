import type { Actor } from '#server/access/actor.ts'
import type { Permission } from '#shared/access/permissions.ts'
import { fixedRoles } from '#shared/roles/words.ts'

/** Returns whether the product itself gives this role, by its name. */
export function isFixed(name: string): boolean {
  return fixedRoles.includes(name)
}

/** A role is renamed and deleted by those who hold all that it permits, unless the product itself gives it. */
export function mayChangeName(actor: Actor, role: { name: string; permissions: readonly Permission[] }): boolean {
  return !isFixed(role.name) && role.permissions.every((permission) => actor.permissions.has(permission))
}
