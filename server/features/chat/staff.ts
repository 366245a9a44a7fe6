import type { Actor } from '#server/access/actor.ts'

/** Whether somebody answers visitors here. */
export function isStaff(actor: Actor | null): boolean {
  return actor?.permissions.has('liveChatAdmin') === true
}

/** As whom a socket was opened, as far as the chat tells people apart; a change of it needs a new connection. */
export function standingOf(actor: Actor | null): string {
  return actor ? `${actor.userId} ${isStaff(actor)}` : ''
}
