import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { setUserActive as endpoint, User } from '#shared/users/contract.ts'
import { lockRoles, rolesOf } from './change-roles.ts'
import { lockUser } from './change-user.ts'
import { holdsAll } from './policy.ts'
import { hasAdministrator } from './user-store.ts'
import { viewUser } from './user-view.ts'

/**
 * Deactivates a person: their sessions end and they can't sign in; what they wrote stays under their name.
 * @throws AppError forbidden for a person with more rights than the editor, conflict for the last one who can edit
 * users
 */
export async function setUserActive({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<User> {
  await lockRoles(tx)
  const user = await lockUser(tx, params.userId)
  if (
    !holdsAll(
      actor,
      (await rolesOf(tx, user.id)).flatMap((role) => role.permissions),
    )
  ) {
    throw new AppError('forbidden', 'Somebody with more rights than yours can’t be deactivated by you.')
  }
  const before = await viewUser(tx, actor, user.id)
  if (before.isDeactivated === !body.active) return before
  await tx
    .updateTable('users')
    .set({ deactivated_on: body.active ? null : new Date() })
    .where('id', '=', user.id)
    .execute()
  if (!body.active) await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  if (!(await hasAdministrator(tx))) {
    throw new AppError('conflict', 'This is the last account that can edit users; give another one that right first.')
  }
  await recordEvent(tx, {
    type: body.active ? 'user-reactivated' : 'user-deactivated',
    subjectId: user.id,
    actorId: actor.userId,
    payload: {},
  })
  return viewUser(tx, actor, user.id)
}
