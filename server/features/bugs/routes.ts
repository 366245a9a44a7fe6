import type { Routes } from '#server/http/serve.ts'
import * as bugs from '#shared/bugs/contract.ts'
import { bugList } from './bug-list.ts'
import { viewBug } from './bug-view.ts'
import { closeBug } from './close-bug.ts'
import { reportBug } from './report-bug.ts'

export function bindBugs(routes: Routes): void {
  routes.read(bugs.listBugs, ({ actor, query }, db) => bugList(db, actor, query))
  routes.read(bugs.viewBug, async ({ actor, params }, db) => ({ result: await viewBug(db, actor, params.bugId) }))
  routes.write(bugs.reportBug, async (call, tx) => ({ result: await reportBug(call, tx) }))
  routes.write(bugs.closeBug, async (call, tx) => ({ result: await closeBug(call, tx) }))
}
