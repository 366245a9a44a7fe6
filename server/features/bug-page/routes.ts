import type { Routes } from '#server/http/serve.ts'
import * as bugs from '#shared/bugs/contract.ts'
import { viewBug } from './view-bug.ts'

export function bindBugPage(routes: Routes): void {
  routes.read(bugs.viewBug, async ({ actor, params, query }, db) => ({
    result: await viewBug(db, actor, params.bugId, query.comments),
  }))
}
