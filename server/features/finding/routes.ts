import type { Routes } from '#server/http/serve.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import { listBugs as list } from './list-bugs.ts'

export function bindFinding(routes: Routes): void {
  routes.read(listBugs, ({ actor, query }, db) => list(db, actor, query))
}
