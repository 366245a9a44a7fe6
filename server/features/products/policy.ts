import type { Actor } from '#server/access/actor.ts'

/** Products and their members are managed with canManageProducts, also those of which the manager sees no bug. */
export function mayManage(actor: Actor): boolean {
  return actor.permissions.has('canManageProducts')
}
