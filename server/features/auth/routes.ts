import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { someProductHasForms } from '#server/features/custom-fields/public.ts'
import { partListsOf } from '#server/features/parts/public.ts'
import { productChoices } from '#server/features/products/public.ts'
import { preferencesOf } from '#server/features/users/public.ts'
import type { Routes } from '#server/http/serve.ts'
import { isPermission, type Permission } from '#shared/access/permissions.ts'
import * as auth from '#shared/auth/contract.ts'
import type { Site } from '#shared/site/contract.ts'
import { endSessions } from './end-sessions.ts'
import type { AuthLimits } from './limits.ts'
import { sessionsOf } from './list-sessions.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { register, type Welcome } from './register.ts'

export function bindAuth(routes: Routes, limits: AuthLimits, site: Pick<Site, 'isSignUpOpen'>, welcome: Welcome): void {
  routes.act(auth.register, (call, { inTx }) => register(call, inTx, limits, site.isSignUpOpen, welcome))
  routes.act(auth.login, (call, { db, inTx }) => login(call, db, inTx, limits))
  routes.act(auth.logout, ({ actor }, { inTx }) => logout(actor, inTx))
  routes.read(auth.loginStatus, async ({ actor }, db) => ({
    ...(actor && (await severalProducts(db, actor))),
    loggedIn: actor !== null,
    name: actor?.fullName ?? '',
    permissions: permissionsOf(actor),
    ...idOf(actor),
    ...(actor && { preferences: await preferencesOf(db, actor.userId) }),
  }))
  routes.read(auth.hasPermission, async ({ actor, body }) => ({
    hasPermission: actor !== null && isPermission(body.permission) && actor.permissions.has(body.permission),
    ...idOf(actor),
  }))
  routes.read(auth.listMySessions, ({ actor }, db) => sessionsOf(db, actor, actor.userId))
  routes.read(auth.listUserSessions, ({ actor, params }, db) => sessionsOf(db, actor, params.userId))
  routes.write(auth.endMySession, async ({ actor, params }, tx) => {
    await endSessions(tx, actor, actor.userId, params.sessionId)
    return sessionsOf(tx, actor, actor.userId)
  })
  routes.write(auth.endUserSession, async ({ actor, params }, tx) => {
    await endSessions(tx, actor, params.userId, params.sessionId)
    return sessionsOf(tx, actor, params.userId)
  })
  routes.read(auth.permissions, async ({ actor }) => ({ result: permissionsOf(actor), ...idOf(actor) }))
}

/** What there is to choose from, where there is anything. */
async function severalProducts(db: Db, actor: Actor) {
  const products = await productChoices(db, actor)
  const hasForms = await someProductHasForms(db, actor)
  const parts = await partListsOf(db, actor)
  return {
    ...(products.length > 0 && { products }),
    ...(parts.length > 0 && { parts }),
    ...(hasForms && { hasForms }),
  }
}

const permissionsOf = (actor: Actor | null): Permission[] => [...(actor?.permissions ?? [])].toSorted()
const idOf = (actor: Actor | null) => (actor ? { _id: actor.userId } : {})
