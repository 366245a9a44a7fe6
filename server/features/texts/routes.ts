import type { Routes } from '#server/http/serve.ts'
import * as texts from '#shared/texts/contract.ts'
import { bugReferences } from './references.ts'

export function bindTexts(routes: Routes): void {
  routes.read(texts.listReferences, async ({ query }, db) => ({
    result: await bugReferences(db, query.ids.split(',')),
  }))
}
