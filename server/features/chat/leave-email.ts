import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { AppError } from '#server/http/app-error.ts'
import { isRegistrableEmail } from '#shared/users/contract.ts'
import { recordConversation } from './visitor-store.ts'

/**
 * Stores an address at which the visitor can be reached, or removes it when it is empty.
 * @throws AppError invalid-input when it is not an address
 */
export async function leaveEmail(
  tx: Tx,
  conversationId: string,
  actor: Actor | null,
  given: string,
): Promise<{ canBeReached: boolean }> {
  const email = given.trim()
  if (email !== '' && (!isRegistrableEmail(email) || /\s/.test(email))) {
    throw new AppError('invalid-input', 'That is no e-mail address; it looks like name@example.com.', {
      field: 'email',
    })
  }
  const changed = await tx
    .updateTable('conversations')
    .set({ email: email === '' ? null : email })
    .where('id', '=', conversationId)
    .where('email', 'is distinct from', email === '' ? null : email)
    .returning('id')
    .executeTakeFirst()
  if (changed) await recordConversation(tx, conversationId, actor?.userId ?? null, { what: 'reachable' })
  return { canBeReached: email !== '' || actor !== null }
}
