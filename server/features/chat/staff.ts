import type { Actor } from '#server/access/actor.ts'

/** Whether somebody answers visitors here. */
export function isStaff(actor: Actor | null): boolean {
  return actor?.permissions.has('liveChatAdmin') === true
}
