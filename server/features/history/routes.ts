import type { Routes } from '#server/http/serve.ts'
import * as history from '#shared/history/contract.ts'
import { bugAsOf } from './bug-as-of.ts'
import { timeline, timelineEntry } from './timeline.ts'
import { undoChange, type Undoers, type Waits } from './undo-change.ts'

/**
 * @param undoers how each kind of change is taken back
 * @param waits what that has to wait for before a bug is locked
 */
export function bindHistory(routes: Routes, undoers: Undoers, waits: Waits): void {
  routes.read(history.listTimeline, ({ actor, params, query }, db) => timeline(db, actor, params, query))
  routes.read(history.viewChange, async ({ actor, params }, db) => ({ result: await timelineEntry(db, actor, params) }))
  routes.read(history.viewBugAsOf, async ({ actor, params }, db) => ({ result: await bugAsOf(db, actor, params) }))
  routes.write(history.undoChange, async (call, tx) => ({ result: await undoChange(call, tx, { undoers, waits }) }))
}
