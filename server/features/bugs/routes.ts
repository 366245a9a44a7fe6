import type { Routes } from '#server/http/serve.ts'
import * as bugs from '#shared/bugs/contract.ts'
import { assignBug } from './assign-bug.ts'
import { viewBug } from './bug-view.ts'
import { classifyBug } from './classify-bug.ts'
import { closeBug, setBugStatus } from './close-bug.ts'
import { editBug, editMyBug } from './edit-bug.ts'
import { reportBug } from './report-bug.ts'

export { bugUndoers } from './undo-bug-change.ts'

export function bindBugs(routes: Routes): void {
  routes.read(bugs.viewBug, async ({ actor, params, query }, db) => ({
    result: await viewBug(db, actor, params.bugId, query.comments),
  }))
  routes.write(bugs.reportBug, async (call, tx) => ({ result: await reportBug(call, tx) }))
  routes.write(bugs.editBug, async (call, tx) => ({ result: await editBug(call, tx) }))
  routes.write(bugs.editMyBug, async (call, tx) => ({ result: await editMyBug(call, tx) }))
  routes.write(bugs.closeBug, async (call, tx) => ({ result: await closeBug(call, tx) }))
  routes.write(bugs.setBugStatus, async (call, tx) => ({ result: await setBugStatus(call, tx) }))
  routes.write(bugs.classifyBug, async (call, tx) => ({ result: await classifyBug(call, tx) }))
  routes.write(bugs.assignBug, async (call, tx) => ({ result: await assignBug(call, tx) }))
}
