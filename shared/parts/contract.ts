import { endpoint } from '#shared/http/endpoint.ts'
import { filledText, namedId, recordId, text } from '#shared/http/fields.ts'
import { person } from '#shared/users/contract.ts'
import * as z from 'zod/mini'
import { maxPartDescription, maxPartName } from './part.ts'

const own = {
  _id: recordId,
  /** The product that it is a part of. */
  productId: recordId,
  name: z.string(),
  /** Bugs keep it, and no further one gets it. */
  isArchived: z.boolean(),
}

export const component = z.object({
  ...own,
  description: z.string(),
  /** To whom bugs are assigned that are reported with it. */
  defaultAssignee: z.nullable(person),
})
export type Component = z.output<typeof component>

export const version = z.object({
  ...own,
  /** The day on which it is due, or was released, such as 2026-01-31. */
  dueOn: z.nullable(z.string()),
  isReleased: z.boolean(),
})
export type Version = z.output<typeof version>

export const listParts = endpoint({
  method: 'GET',
  path: '/api/product/parts',
  access: 'canViewData',
  summary:
    'The components and versions of the products that the caller may see, or manages. Components by name; versions that are not released first, by their day.',
  reply: z.object({ components: z.array(component), versions: z.array(version) }),
})

/** How many bugs are to be fixed in a version, and how many of them are closed. */
export const versionProgress = z.object({ versionId: recordId, bugs: z.int(), closed: z.int() })
export type VersionProgress = z.output<typeof versionProgress>

export const listVersionProgress = endpoint({
  method: 'GET',
  path: '/api/product/:productId/progress',
  access: 'canViewData',
  summary:
    'Of each version of a product how many bugs it is to fix, of those that the caller may see, and how many of these are closed. A version without any is left out.',
  params: z.object({ productId: recordId }),
  reply: z.object({ result: z.array(versionProgress) }),
})

const name = filledText(maxPartName)
const description = text(maxPartDescription)
const defaultAssignee = z.nullable(namedId)
const day = z
  .string()
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-01-31'),
    z.refine(isDay, 'must be a day such as 2026-01-31'),
  )

/** Whether a text of the right shape is a day of the calendar, from the year 1970 on. */
function isDay(written: string): boolean {
  const date = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) && date.getTime() >= 0
}

export const createComponent = endpoint({
  method: 'POST',
  path: '/api/product/:productId/components',
  access: 'canManageProducts',
  summary: 'Adds a component to a product. A name that another one of it has, in whatever case, is a conflict.',
  params: z.object({ productId: recordId }),
  body: z.object({
    name,
    description: z.optional(description),
    defaultAssignee: z.optional(defaultAssignee),
  }),
  reply: z.object({ result: component }),
})

export const changeComponent = endpoint({
  method: 'PUT',
  path: '/api/component/:componentId',
  access: 'canManageProducts',
  summary: 'Changes a component, wherever it is shown; what is absent stays. An archived one stays where it is.',
  params: z.object({ componentId: recordId }),
  body: z.object({
    name: z.optional(name),
    description: z.optional(description),
    defaultAssignee: z.optional(defaultAssignee),
    isArchived: z.optional(z.boolean()),
  }),
  reply: z.object({ result: component }),
})

export const createVersion = endpoint({
  method: 'POST',
  path: '/api/product/:productId/versions',
  access: 'canManageProducts',
  summary: 'Adds a version to a product. A name that another one of it has, in whatever case, is a conflict.',
  params: z.object({ productId: recordId }),
  body: z.object({
    name,
    dueOn: z.optional(z.nullable(day)),
    isReleased: z.optional(z.boolean()),
  }),
  reply: z.object({ result: version }),
})

export const changeVersion = endpoint({
  method: 'PUT',
  path: '/api/version/:versionId',
  access: 'canManageProducts',
  summary: 'Changes a version, wherever it is shown; what is absent stays. An archived one stays where it is.',
  params: z.object({ versionId: recordId }),
  body: z.object({
    name: z.optional(name),
    dueOn: z.optional(z.nullable(day)),
    isReleased: z.optional(z.boolean()),
    isArchived: z.optional(z.boolean()),
  }),
  reply: z.object({ result: version }),
})
