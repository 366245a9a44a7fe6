import { bulk } from '#shared/bulk/contract.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { filledText } from '#shared/http/fields.ts'
import * as z from 'zod/mini'
import { label, maxLabelName } from './label.ts'

export const listImportedLabels = endpoint({
  method: 'GET',
  path: '/api/label/imported',
  access: 'canClassifyAnyBug',
  summary:
    'The labels that imported bugs brought along and that earlier versions kept as words alone, with how many bugs that the caller may see have no label of this name.',
  reply: z.object({ result: z.array(z.object({ name: z.string(), bugs: z.int() })) }),
})

/** The database cuts words by characters, of which each may be two code units. */
const importedName = filledText(2 * maxLabelName)

export const adoptImportedLabel = endpoint({
  method: 'POST',
  path: '/api/label/imported/adopt',
  access: 'canClassifyAnyBug',
  summary:
    'Makes a label of a word that imported bugs brought along, and adds it to them as a bulk change of the caller. Where there is a label of this name, in whatever case, they get that.',
  body: z.object({ name: importedName }),
  reply: z.object({ label, bulk }),
})
