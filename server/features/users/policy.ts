import type { Actor } from '#server/access/actor.ts'
import type { Permission } from '#shared/access/permissions.ts'

/** A person may be edited by holders of canEditAnyUser. */
export function mayEditUsers(actor: Actor): boolean {
  return actor.permissions.has('canEditAnyUser')
}

/** An e-mail address is visible to its owner and to those who edit users. */
export function maySeeEmail(actor: Actor, userId: string): boolean {
  return actor.userId === userId || mayEditUsers(actor)
}

/** Whose account has an address is known to those who see people and may see the address. */
export function maySeeWhoseEmail(actor: Actor, userId: string): boolean {
  return actor.permissions.has('canViewData') && maySeeEmail(actor, userId)
}

/** Nobody adds or removes a permission that they don't hold themselves, nor signs in as a person who holds one. */
export function holdsAll(actor: Actor, permissions: Iterable<Permission>): boolean {
  return [...permissions].every((permission) => actor.permissions.has(permission))
}

const recentMinutes = 15

/** Who signed in within the last minutes has just shown that they know the password. */
export function isRecentSession(startedOn: Date, now = Date.now()): boolean {
  return now - startedOn.getTime() < recentMinutes * 60_000
}
