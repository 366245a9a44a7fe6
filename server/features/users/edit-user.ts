import type { Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { editMe as myEndpoint, editUser as endpoint, User } from '#shared/users/contract.ts'
import { changeNames, changePassword, lockUser, readNewPassword } from './change-user.ts'
import { changeRoles, lockRoles, rolesOf } from './change-roles.ts'
import { holdsAll } from './policy.ts'
import { viewUser } from './user-view.ts'

/**
 * Changes a person's names, roles and password. The editor can't set the password of a person with more permissions,
 * because that would give the editor those permissions.
 */
export async function editUser({ actor, params, body }: Call<typeof endpoint>, inTx: InTx): Promise<User> {
  const password = await readNewPassword(body.password)
  return inTx(async (tx: Tx) => {
    if (body.role) await lockRoles(tx)
    const user = await lockUser(tx, params.userId)
    if (password) {
      const permissions = (await rolesOf(tx, user.id)).flatMap((role) => role.permissions)
      if (!holdsAll(actor, permissions)) {
        throw new AppError('forbidden', 'Somebody with more rights than yours keeps their password.', {
          field: 'password',
        })
      }
      await changePassword(tx, actor, user, password, body)
    }
    await changeNames(tx, actor, user, body)
    if (body.role) await changeRoles(tx, actor, user.id, body.role)
    return viewUser(tx, actor, user.id)
  })
}

/** Changes the caller's own names and password. */
export async function editMe({ actor, body }: Call<typeof myEndpoint>, inTx: InTx): Promise<User> {
  const password = await readNewPassword(body.password)
  return inTx(async (tx: Tx) => {
    const user = await lockUser(tx, actor.userId)
    if (password) await changePassword(tx, actor, user, password, body)
    await changeNames(tx, actor, user, body)
    return viewUser(tx, actor, user.id)
  })
}
