import type { Actor } from '#server/access/actor.ts'
import type { Permission } from '#shared/access/permissions.ts'

/** The permissions that decide what a socket may hear. */
const deciding: readonly Permission[] = ['liveChatAdmin', 'canViewData']

/** As whom a socket was opened: who it is and what they may hear. A change of it needs a new connection. */
export function standingOf(actor: Actor | null): string {
  return actor ? [actor.userId, ...deciding.filter((name) => actor.permissions.has(name))].join(' ') : ''
}
