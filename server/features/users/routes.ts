import type { Routes } from '#server/http/serve.ts'
import * as users from '#shared/users/contract.ts'
import { confirmPassword, type PasswordChecks } from './confirm-password.ts'
import { editMe, editUser } from './edit-user.ts'
import { myAccount } from './my-account.ts'
import { setPreferences } from './preferences.ts'
import { setUserActive } from './set-user-active.ts'
import { userList } from './user-list.ts'
import { findUser, viewUser } from './user-view.ts'

export function bindUsers(routes: Routes, checks: PasswordChecks): void {
  routes.read(users.me, async ({ actor }, db) => ({ result: await myAccount(db, actor.userId) }))
  routes.read(users.listUsers, ({ actor, query }, db) => userList(db, actor, query))
  routes.read(users.getUser, async ({ actor, params, query }, db) => {
    if (query.keywords === undefined) return { result: await viewUser(db, actor, params.userId) }
    const found = await findUser(db, actor, params.userId)
    return { result: found ? [found] : [] }
  })
  routes.act(users.editUser, async (call, { db, inTx }) => {
    const { actor, params, body } = call
    // One's own is changed with the current one elsewhere: this call must not be the way around it.
    if (body.password && params.userId === actor.userId) await confirmPassword(db, actor, undefined, checks)
    return { reply: { result: await editUser(call, inTx) } }
  })
  routes.act(users.editMe, async (call, { db, inTx }) => {
    const { password, currentPassword } = call.body
    if (password !== undefined) await confirmPassword(db, call.actor, currentPassword, checks)
    return { reply: { result: await editMe(call, inTx) } }
  })
  routes.write(users.setPreferences, async (call, tx) => ({ result: await setPreferences(call, tx) }))
  routes.write(users.setUserActive, async (call, tx) => ({ result: await setUserActive(call, tx) }))
}
