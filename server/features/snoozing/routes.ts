import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import type { Routes } from '#server/http/serve.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import * as snoozing from '#shared/snoozing/contract.ts'
import { snoozeBug, wakeBug } from './snooze-bug.ts'

/** @param viewBug reads the whole bug, with which these writes answer; of a feature that needs this one */
export function bindSnoozing(
  routes: Routes,
  viewBug: (tx: Tx, actor: Actor, bugId: string, comments: 'none') => Promise<Bug>,
): void {
  routes.write(snoozing.snoozeBug, async (call, tx) => {
    await snoozeBug(call, tx)
    return { result: await viewBug(tx, call.actor, call.params.bugId, 'none') }
  })
  routes.write(snoozing.wakeBug, async (call, tx) => {
    await wakeBug(call, tx)
    return { result: await viewBug(tx, call.actor, call.params.bugId, 'none') }
  })
}
