import type { Actor } from '#server/access/actor.ts'
import { sightClass } from '#server/access/sight.ts'
import type { Permission } from '#shared/access/permissions.ts'

/** The permissions that decide what a socket may receive. */
const deciding: readonly Permission[] = ['liveChatAdmin', 'canViewData']

/** Returns a key of who opened a socket and what they may receive. When it changes, a new connection is needed. */
export function rightsKeyOf(actor: Actor | null): string {
  if (!actor) return ''
  return [actor.userId, ...deciding.filter((name) => actor.permissions.has(name)), sightClass(actor)].join(' ')
}
