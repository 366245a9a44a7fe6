import type { Routes } from '#server/http/serve.ts'
import * as parts from '#shared/parts/contract.ts'
import { listImportedComponents } from '#shared/parts/imported-contract.ts'
import { changeComponent, changeVersion, createComponent, createVersion, requireProduct } from './change-part.ts'
import { importedComponents } from './imported-components.ts'
import { listParts, versionProgress } from './list-parts.ts'

export function bindParts(routes: Routes): void {
  routes.read(parts.listParts, ({ actor }, db) => listParts(db, actor))
  routes.read(parts.listVersionProgress, async ({ actor, params }, db) => ({
    result: await versionProgress(db, actor, params.productId),
  }))
  routes.read(listImportedComponents, async ({ actor, params }, db) => {
    const { _id } = await requireProduct(db, params.productId)
    return { result: await importedComponents(db, actor, _id) }
  })
  routes.write(parts.createComponent, async (call, tx) => ({ result: await createComponent(call, tx) }))
  routes.write(parts.changeComponent, async (call, tx) => ({ result: await changeComponent(call, tx) }))
  routes.write(parts.createVersion, async (call, tx) => ({ result: await createVersion(call, tx) }))
  routes.write(parts.changeVersion, async (call, tx) => ({ result: await changeVersion(call, tx) }))
}
