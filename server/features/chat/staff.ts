import type { Actor } from '#server/access/actor.ts'

/** Returns whether a person answers visitors. */
export function isStaff(actor: Actor | null): boolean {
  return actor?.permissions.has('liveChatAdmin') === true
}
