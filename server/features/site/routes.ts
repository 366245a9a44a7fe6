import type { Logger } from '#server/config/log.ts'
import type { Routes } from '#server/http/serve.ts'
import { getSite } from '#shared/site/contract.ts'
import * as contract from '#shared/site/settings-contract.ts'
import { changeSettings, listSettings } from './change-settings.ts'
import type { SettingsInForce } from './settings-in-force.ts'

export { SettingsInForce } from './settings-in-force.ts'

export function bindSite(routes: Routes, settings: SettingsInForce, log: Logger): void {
  routes.read(getSite, async () => ({ result: settings.site }))
  routes.read(contract.listSettings, async (_call, db) => ({ result: await listSettings(db, settings.given) }))
  routes.act(contract.changeSettings, async (call, { db, inTx }) => {
    const result = await inTx(async (tx) => {
      await changeSettings(call, tx, settings.given)
      return listSettings(tx, settings.given)
    })
    // Other processes learn of it by the event; the caller's next call must find it in this one.
    await settings.keepUp(db, log)
    return { reply: { result } }
  })
}
