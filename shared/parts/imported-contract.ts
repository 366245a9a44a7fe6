import { bulk } from '#shared/bulk/contract.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { filledText, recordId } from '#shared/http/fields.ts'
import * as z from 'zod/mini'
import { component } from './contract.ts'
import { maxPartName } from './part.ts'

const oneProduct = z.object({ productId: recordId })

export const listImportedComponents = endpoint({
  method: 'GET',
  path: '/api/product/:productId/components/imported',
  access: 'canManageProducts',
  summary:
    'The components that imported bugs of a product brought along and that earlier versions kept as words alone, with how many bugs that the caller may see have no component.',
  params: oneProduct,
  reply: z.object({ result: z.array(z.object({ name: z.string(), bugs: z.int() })) }),
})

/** The database cuts words by characters, of which each may be two code units. */
const importedName = filledText(2 * maxPartName)

export const adoptImportedComponent = endpoint({
  method: 'POST',
  path: '/api/product/:productId/components/imported/adopt',
  access: 'canManageProducts',
  summary:
    'Makes a component of a word that imported bugs of a product brought along, and gives it to those that have none as a bulk change of the caller, who must be allowed to classify them. Where the product has a component of this name, in whatever case, they get that.',
  params: oneProduct,
  body: z.object({ name: importedName }),
  reply: z.object({ component, bulk }),
})
