import type { Routes } from '#server/http/serve.ts'
import * as similar from '#shared/similar/contract.ts'
import type { SimilarBugs } from './similar-bugs.ts'

export function bindSimilar(routes: Routes, bugs: SimilarBugs): void {
  routes.read(similar.findSimilar, (call, db) => bugs.find(db, call))
  routes.read(similar.listCandidates, (call, db) => bugs.listCandidates(db, call))
}
