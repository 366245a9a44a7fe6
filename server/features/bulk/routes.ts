import type { Routes } from '#server/http/serve.ts'
import * as bulk from '#shared/bulk/contract.ts'
import * as labels from '#shared/labels/imported-contract.ts'
import * as parts from '#shared/parts/imported-contract.ts'
import * as products from '#shared/products/contract.ts'
import { adoptImportedComponent } from './adopt-imported-component.ts'
import { adoptImportedLabel } from './adopt-imported-label.ts'
import { adoptImportedProduct } from './adopt-imported-product.ts'
import { previewMove } from './preview-move.ts'
import { listBulks, listRefusals, readBulk } from './read-bulks.ts'
import { startBulk, type Wake } from './start-bulk.ts'
import { undoBulk } from './undo-bulk.ts'

export { BulkPushes } from './bulk-pushes.ts'
export { bulkJobs } from './bulk-jobs.ts'
export { openBulkWorker } from './bulk-worker.ts'

/** @param wake has a bulk change worked on */
export function bindBulk(routes: Routes, wake: Wake): void {
  routes.write(bulk.changeBugs, async (call, tx) => ({ result: await startBulk(call, tx, wake) }))
  routes.read(bulk.listBulks, async ({ actor }, db) => ({ result: await listBulks(db, actor) }))
  routes.read(bulk.viewBulk, async ({ actor, params }, db) => ({ result: await readBulk(db, actor, params.bulkId) }))
  routes.read(bulk.listBulkRefusals, ({ actor, params, query }, db) => listRefusals(db, actor, params.bulkId, query))
  routes.read(bulk.previewMove, ({ actor, body }, db) => previewMove(db, actor, body))
  routes.write(products.adoptImportedProduct, (call, tx) => adoptImportedProduct(call, tx, wake))
  routes.write(labels.adoptImportedLabel, (call, tx) => adoptImportedLabel(call, tx, wake))
  routes.write(parts.adoptImportedComponent, (call, tx) => adoptImportedComponent(call, tx, wake))
  routes.write(bulk.undoBulk, async (call, tx) => ({ result: await undoBulk(call, tx, wake) }))
}
