import type { Routes } from '#server/http/serve.ts'
import * as bugs from '#shared/bugs/contract.ts'
import { reportBug } from './report-bug.ts'

export function bindReporting(routes: Routes): void {
  routes.write(bugs.reportBug, async (call, tx) => ({ result: await reportBug(call, tx) }))
}
