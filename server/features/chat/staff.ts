import type { Actor } from '#server/access/actor.ts'

/** Returns whether a person answers visitors. */
export function isStaff(actor: Actor | null): boolean {
  return actor?.permissions.has('liveChatAdmin') === true
}

/** Returns whether a person reads and writes notes on conversations: who answers visitors and sees internal comments. */
export function seesNotes(actor: Actor | null): boolean {
  return isStaff(actor) && actor?.sees.internalComments === true
}
