import type { Routes } from '#server/http/serve.ts'
import * as setup from '#shared/setup/contract.ts'
import { createFirstAdministrator, isSetupOpen } from './first-administrator.ts'

export function bindSetup(routes: Routes): void {
  routes.read(setup.checkSetupToken, async ({ body }, db) => ({ valid: await isSetupOpen(db, body.token) }))
  routes.act(setup.createFirstAdministrator, (call, { db, inTx }) => createFirstAdministrator(call, db, inTx))
}
