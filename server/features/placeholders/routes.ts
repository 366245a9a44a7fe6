import type { Routes } from '#server/http/serve.ts'
import * as placeholders from '#shared/placeholders/contract.ts'
import { givePlaceholder } from './give-placeholder.ts'
import { listPlaceholders } from './list-placeholders.ts'

export function bindPlaceholders(routes: Routes): void {
  routes.read(placeholders.listPlaceholders, async ({ query }, db) => ({ result: await listPlaceholders(db, query) }))
  routes.write(placeholders.givePlaceholder, async (call, tx) => ({ result: await givePlaceholder(call, tx) }))
}
