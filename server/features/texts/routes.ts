import type { Routes } from '#server/http/serve.ts'
import * as texts from '#shared/texts/contract.ts'
import { bugReferences } from './references.ts'

export function bindTexts(routes: Routes): void {
  routes.read(texts.listReferences, async ({ actor, query }, db) => ({
    result: await bugReferences(db, actor, query.ids.split(',')),
  }))
}
