import type { Routes } from '#server/http/serve.ts'
import * as users from '#shared/users/contract.ts'
import { myAccount } from './my-account.ts'

export function bindUsers(routes: Routes): void {
  routes.read(users.me, async ({ actor }, db) => ({ result: await myAccount(db, actor.userId) }))
}
