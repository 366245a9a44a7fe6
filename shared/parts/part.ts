import { partLists } from '#shared/bugs/fields.ts'
import { recordId } from '#shared/http/fields.ts'
import * as z from 'zod/mini'

export const maxPartName = 100
export const maxPartDescription = 1_000

/** A component or a version of a bug's product, as bugs have it. */
export const partReference = z.object({ _id: recordId, name: z.string() })
export type PartReference = z.output<typeof partReference>

/** Which lists of parts of a product have entries that bugs may get. */
export const productParts = z.object({ productId: recordId, lists: z.array(z.enum(partLists)) })
export type ProductParts = z.output<typeof productParts>

/** What asks for bugs that have none. */
export const noPart = 'none'

/** Returns what two names of the same part have in common: upper and lower case are the same. */
export function partKey(name: string): string {
  return name.trim().toLowerCase()
}
