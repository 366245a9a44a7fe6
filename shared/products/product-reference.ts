import * as z from 'zod/mini'
import { recordId } from '#shared/http/fields.ts'

/** The product of a bug. */
export const productReference = z.object({ _id: recordId, key: z.string(), name: z.string() })
export type ProductReference = z.output<typeof productReference>

/** A product among several. */
export const productChoice = z.object({ ...productReference.shape, icon: z.string(), isArchived: z.boolean() })
export type ProductChoice = z.output<typeof productChoice>
