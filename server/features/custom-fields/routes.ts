import type { Routes } from '#server/http/serve.ts'
import * as contract from '#shared/custom-fields/contract.ts'
import { createField, editField } from './change-field.ts'
import { listFields } from './field-store.ts'
import { createTemplate, editTemplate, listTemplates } from './templates.ts'

export function bindCustomFields(routes: Routes): void {
  routes.read(contract.listFields, async ({ actor }, db) => ({ result: await listFields(db, actor) }))
  routes.write(contract.createField, async (call, tx) => ({ result: await createField(call, tx) }))
  routes.write(contract.editField, async (call, tx) => ({ result: await editField(call, tx) }))
  routes.read(contract.listTemplates, async ({ actor }, db) => ({ result: await listTemplates(db, actor) }))
  routes.write(contract.createTemplate, async (call, tx) => ({ result: await createTemplate(call, tx) }))
  routes.write(contract.editTemplate, async (call, tx) => ({ result: await editTemplate(call, tx) }))
}
