import type { Routes } from '#server/http/serve.ts'
import * as views from '#shared/views/contract.ts'
import { countViews } from './count-views.ts'
import { createView, deleteView, editView } from './change-view.ts'
import { pinView } from './pin-view.ts'
import { listViews, readView } from './read-views.ts'
import { setViewBell } from './set-view-bell.ts'

export { viewJobs } from './tell-of-views.ts'

export function bindViews(routes: Routes): void {
  routes.read(views.listViews, async ({ actor }, db) => ({ result: await listViews(db, actor) }))
  routes.read(views.countViews, async ({ actor, query }, db) => ({
    result: await countViews(db, actor, query.ids.split(',')),
  }))
  routes.read(views.viewView, async ({ actor, params }, db) => ({ result: await readView(db, actor, params.viewId) }))
  routes.write(views.createView, async (call, tx) => ({ result: await createView(call, tx) }))
  routes.write(views.editView, async (call, tx) => ({ result: await editView(call, tx) }))
  routes.write(views.deleteView, async (call, tx) => ({ result: await deleteView(call, tx) }))
  routes.write(views.pinView, async (call, tx) => ({ result: await pinView(call, tx) }))
  routes.write(views.setViewBell, setViewBell)
}
