import type { Routes } from '#server/http/serve.ts'
import * as labels from '#shared/labels/contract.ts'
import { listImportedLabels } from '#shared/labels/imported-contract.ts'
import { changeLabel, createLabel, deleteLabel, mergeLabel } from './change-label.ts'
import { importedLabels } from './imported-labels.ts'
import { listLabels } from './label-store.ts'

export function bindLabels(routes: Routes): void {
  routes.read(labels.listLabels, async (_call, db) => ({ result: await listLabels(db) }))
  routes.read(listImportedLabels, async ({ actor }, db) => ({ result: await importedLabels(db, actor) }))
  routes.write(labels.createLabel, async (call, tx) => ({ result: await createLabel(call, tx) }))
  routes.write(labels.changeLabel, async (call, tx) => ({ result: await changeLabel(call, tx) }))
  routes.write(labels.mergeLabel, async (call, tx) => ({ result: await mergeLabel(call, tx) }))
  routes.write(labels.deleteLabel, async (call, tx) => {
    await deleteLabel(call, tx)
    return { deleted: true as const }
  })
}
