import { endpoint } from '#shared/http/endpoint.ts'
import type { ErrorCode } from '#shared/http/errors.ts'
import { exactId, recordId, text, timestamp } from '#shared/http/fields.ts'
import { listQuery, pagination } from '#shared/http/page.ts'
import { viewSearch } from '#shared/views/contract.ts'
import * as z from 'zod/mini'
import { bulkValues, bulkValuesTold } from './bulk-values.ts'

/** Most ids that one bulk change names. */
export const maxBulkIds = 1_000
/** Most bugs that one bulk change may find by a search. */
export const maxBulkBugs = 10_000
/** Most bulk changes of one person that are not done yet. */
export const maxUnfinishedBulks = 10
/** Of those that are done, only the last ones are listed. */
export const maxListedBulks = 20
/** After so many days a bulk change is forgotten, and can't be taken back at once any more. */
export const bulkDays = 30

const codes = [
  'forbidden',
  'not-found',
  'invalid-input',
  'conflict',
  'internal',
] as const satisfies readonly ErrorCode[]

/** Why a bug, or one field of it, was not changed. */
const factRefusal = z.object({
  /** Its name, a custom one as `fields.key`; absent where it concerns the whole bug. */
  field: z.optional(z.string()),
  code: z.enum(codes),
  message: z.string(),
})
export type FactRefusal = z.output<typeof factRefusal>

export const bulk = z.object({
  _id: recordId,
  createdOn: timestamp,
  /** What it sets; empty for one that takes another back. */
  fields: bulkValuesTold,
  /** How many bugs there are to change, and how many of them were looked at. */
  total: z.int(),
  done: z.int(),
  /** Of these: where something changed, where all was so already, and where something was refused. A bug may count as changed and refused. */
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  isFinished: z.boolean(),
  /** The bulk change that this one takes back. */
  undoes: z.optional(recordId),
  /** The one that takes this one back. */
  undoneBy: z.optional(recordId),
  abilities: z.object({ undo: z.boolean() }),
})
export type Bulk = z.output<typeof bulk>

/** The bugs: named one by one, or all that a search finds. */
export const bulkOrder = z
  .strictObject({
    ids: z.optional(z.array(exactId).check(z.minLength(1), z.maxLength(maxBulkIds))),
    /** The search of a saved view. */
    query: z.optional(viewSearch),
    /** How many bugs the search has found: where it finds another number now, nothing is changed. */
    total: z.optional(z.int().check(z.gte(0), z.lte(2_000_000_000))),
    fields: bulkValues,
  })
  .check(
    z.refine(
      ({ ids, query, total }) =>
        ids ? query === undefined && total === undefined : query !== undefined && total !== undefined,
      'must have either ids, or query and total',
    ),
  )
export type BulkOrder = z.output<typeof bulkOrder>

export const changeBugs = endpoint({
  method: 'POST',
  path: '/api/bug/bulk',
  access: 'canViewData',
  summary:
    'Changes many bugs, in the background: the answer comes at once. Each field of each bug is judged as by its own call. In fields.fields stand custom fields by their keys, null for none: a bug whose product lacks one is refused it, and none is emptied that is required there. The same Idempotency-Key header from the same person gives the same bulk change again.',
  body: bulkOrder,
  reply: z.object({ result: bulk }),
  /** How many bugs the search finds now. */
  conflict: z.object({ total: z.int() }),
})

export const listBulks = endpoint({
  method: 'GET',
  path: '/api/bug/bulk',
  access: 'canViewData',
  summary: 'The caller’s bulk changes: those that are not done yet, and the last ones that are, latest first.',
  reply: z.object({ result: z.array(bulk) }),
})

const oneBulk = z.object({ bulkId: recordId })

export const viewBulk = endpoint({
  method: 'GET',
  path: '/api/bug/bulk/:bulkId',
  access: 'canViewData',
  summary: 'One of the caller’s bulk changes, and how far it is.',
  params: oneBulk,
  reply: z.object({ result: bulk }),
})

export const listBulkRefusals = endpoint({
  method: 'GET',
  path: '/api/bug/bulk/:bulkId/refusals',
  access: 'canViewData',
  summary: 'What one of the caller’s bulk changes could not change, bug by bug.',
  params: oneBulk,
  query: z.object({ pageNumber: listQuery.pageNumber, pageSize: listQuery.pageSize }),
  reply: z.object({
    result: z.array(
      z.object({
        /** Without a title where there is no such bug. */
        bug: z.object({ _id: recordId, title: z.optional(z.string()) }),
        refusals: z.array(factRefusal),
      }),
    ),
    pagination,
  }),
})

export const undoBulk = endpoint({
  method: 'POST',
  path: '/api/bug/bulk/:bulkId/undo',
  access: 'canViewData',
  summary:
    'Takes one of the caller’s bulk changes back, as a bulk change of its own; one that is not done yet is stopped. What has changed since stays. Once more gives the same again.',
  params: oneBulk,
  reply: z.object({ result: bulk }),
})

/** Bugs that would be moved, named one by one or by a search. */
export const previewed = z
  .strictObject({
    /** The id or the key of the product that they would go to. */
    productId: text(24),
    ids: z.optional(z.array(exactId).check(z.minLength(1), z.maxLength(maxBulkIds))),
    /** The search of a saved view, instead of ids. */
    query: z.optional(viewSearch),
  })
  .check(z.refine(({ ids, query }) => (ids === undefined) !== (query === undefined), 'must have either ids or query'))

export const previewMove = endpoint({
  method: 'POST',
  path: '/api/bug/move/preview',
  access: 'canViewData',
  summary:
    'What bugs would lose by a move to another product: components and versions that it has not by name, and custom fields that it has not by key and kind. Counts the bugs that the caller may see; changes nothing.',
  body: previewed,
  reply: z.object({
    /** What has a `value` is lost by bugs with this one; the others whatever they have. */
    lost: z.array(z.object({ field: z.string(), label: z.string(), value: z.optional(z.string()), bugs: z.int() })),
  }),
})
