import * as z from 'zod/mini'
import { bulk } from '#shared/bulk/contract.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { baseVersion } from '#shared/history/base-version.ts'
import { filledText, recordId, text, timestamp } from '#shared/http/fields.ts'
import { person } from '#shared/users/contract.ts'
import { maxProductDescriptionLength, maxProductIconLength, maxProductNameLength, productKeyPattern } from './words.ts'

export const product = z.object({
  _id: recordId,
  /** Stands before the numbers of its bugs, and never changes. */
  key: z.string(),
  name: z.string(),
  description: z.string(),
  /** An emoji, or empty. */
  icon: z.string(),
  /** Everybody with canViewData may see it; else its members alone. */
  isOpen: z.boolean(),
  /** It takes no new bugs. */
  isArchived: z.boolean(),
  createdOn: timestamp,
  version: z.int(),
  /** How many of its bugs are open; absent where the caller may not see its bugs. */
  openBugs: z.optional(z.int()),
  abilities: z.object({
    /** Seeing its bugs. A holder of canManageProducts manages those too of which they see none. */
    see: z.boolean(),
    /** Reporting bugs to it and moving them there. */
    report: z.boolean(),
    manage: z.boolean(),
  }),
})
export type Product = z.output<typeof product>

export const listProducts = endpoint({
  method: 'GET',
  path: '/api/product/list',
  access: 'canViewData',
  summary:
    'The products that the caller may see, by name, archived ones last; for holders of canManageProducts all of them. Private bugs are counted for holders of canViewPrivateBugs.',
  reply: z.object({ result: z.array(product) }),
})

const productKey = z
  .string()
  .check(z.regex(productKeyPattern, 'must be 2 to 10 capital letters and digits, beginning with a letter'))
const name = filledText(maxProductNameLength)
const description = text(maxProductDescriptionLength)
const icon = text(maxProductIconLength)

export const createProduct = endpoint({
  method: 'POST',
  path: '/api/product/new',
  access: 'canManageProducts',
  summary: 'Creates a product. It is open to everybody with canViewData unless isOpen is false.',
  body: z.object({
    key: productKey,
    name,
    description: z.optional(description),
    icon: z.optional(icon),
    isOpen: z.optional(z.boolean()),
  }),
  reply: z.object({ result: product }),
})

/** How many characters the name of an imported product has at most. */
const importedName = filledText(255)

export const listImportedProducts = endpoint({
  method: 'GET',
  path: '/api/product/imported',
  access: 'canManageProducts',
  summary:
    'The names of products that imported bugs brought along, with how many bugs that the caller may see are in no product that is called so.',
  reply: z.object({ result: z.array(z.object({ name: z.string(), bugs: z.int() })) }),
})

export const adoptImportedProduct = endpoint({
  method: 'POST',
  path: '/api/product/imported/adopt',
  access: 'canManageProducts',
  summary:
    'Makes a product of the name of an imported one, and moves its bugs there as a bulk change of the caller, who must be allowed to edit them. Where there is a product with the key, they are moved into that. Once more moves what has been imported since.',
  body: z.object({ name: importedName, key: productKey }),
  reply: z.object({ product, bulk }),
})

const oneProduct = z.object({ productId: recordId })

export const editProduct = endpoint({
  method: 'PUT',
  path: '/api/product/:productId',
  access: 'canManageProducts',
  summary: 'Changes a product; what is absent stays. Its key stays always. One product at least is not archived.',
  params: oneProduct,
  body: z.object({
    name: z.optional(name),
    description: z.optional(description),
    icon: z.optional(icon),
    isOpen: z.optional(z.boolean()),
    isArchived: z.optional(z.boolean()),
    baseVersion,
  }),
  reply: z.object({ result: product }),
})

const members = z.object({ result: z.array(person) })

export const listProductMembers = endpoint({
  method: 'GET',
  path: '/api/product/:productId/members',
  access: 'canManageProducts',
  summary: 'The members of a product, by name: while it is not open, they alone see it.',
  params: oneProduct,
  reply: members,
})

const oneMember = z.object({ productId: recordId, userId: recordId })

export const addProductMember = endpoint({
  method: 'PUT',
  path: '/api/product/:productId/members/:userId',
  access: 'canManageProducts',
  summary: 'Makes a person a member of a product; holds from their next request on.',
  params: oneMember,
  reply: members,
})

export const removeProductMember = endpoint({
  method: 'DELETE',
  path: '/api/product/:productId/members/:userId',
  access: 'canManageProducts',
  summary: 'Takes a person from the members of a product; holds from their next request on.',
  params: oneMember,
  reply: members,
})
