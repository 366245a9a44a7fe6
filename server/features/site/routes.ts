import type { Routes } from '#server/http/serve.ts'
import { getSite } from '#shared/site/contract.ts'
import * as contract from '#shared/site/settings-contract.ts'
import { changeSettings, listSettings } from './change-settings.ts'
import type { SettingsInForce } from './settings-in-force.ts'

export { SettingsInForce } from './settings-in-force.ts'

export function bindSite(routes: Routes, settings: SettingsInForce): void {
  routes.read(getSite, async () => ({ result: settings.site }))
  routes.read(contract.listSettings, async (_call, db) => ({ result: await listSettings(db, settings.given) }))
  routes.act(contract.changeSettings, async (call, { db, inTx }) => {
    await inTx((tx) => changeSettings(call, tx, settings.given))
    // Other processes learn of it by the event; the caller's next call must find it in this one.
    await settings.read(db)
    return { reply: { result: await listSettings(db, settings.given) } }
  })
}
