import * as z from 'zod/mini'
import {
  fieldsFilter,
  filterShapes,
  labelFilter,
  partFilters,
  peopleShapes,
  productShape,
  sortShape,
} from '#shared/bugs/field-shapes.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { filledText, oneOf, text, timestamp } from '#shared/http/fields.ts'
import { agesInOrder, maxAgeDays, maxKeywordsLength, maxPageSize } from '#shared/http/page.ts'
import { person } from '#shared/users/contract.ts'

export const maxViewNameLength = 80
/** Most views that one person may keep. */
export const maxViews = 200

const age = z.int().check(z.gte(0), z.lte(maxAgeDays))

/** Most views of which one person is told what is new. */
export const maxBells = 50

/** When somebody is told of a bug that comes into a view: within minutes, once a day, or not. */
export const viewTells = ['now', 'daily', 'off'] as const
export type ViewTells = (typeof viewTells)[number]

/** The search of a view: the bug list's search without its page. Absent fields do not filter. */
export const viewSearch = z
  .object({
    keywords: z.optional(text(maxKeywordsLength)),
    ...filterShapes,
    assignee: z.optional(peopleShapes.assignee),
    author: z.optional(peopleShapes.author),
    product: z.optional(productShape),
    label: z.optional(labelFilter),
    fields: z.optional(fieldsFilter),
    ...partFilters,
    closed: z.optional(z.enum(['open', 'closed'])),
    minAge: z.optional(age),
    maxAge: z.optional(age),
    sortBy: z.optional(sortShape),
    sortByInvert: z.optional(z.literal(true)),
    pageSize: z.optional(z.int().check(z.gte(1), z.lte(maxPageSize))),
  })
  .check(agesInOrder)
export type ViewSearch = z.output<typeof viewSearch>

export const view = z.object({
  /** A record's id, or the name of a standard view. */
  _id: z.string(),
  name: z.string(),
  search: viewSearch,
  /** Whether everybody with its link may open it. */
  isShared: z.boolean(),
  /** Whether it is in the caller's Bugs menu. */
  isPinned: z.boolean(),
  /** When the caller is told of bugs that come into it. */
  tells: z.enum(viewTells),
  /** Absent for standard views. */
  owner: z.optional(person),
  createdOn: z.optional(timestamp),
  abilities: z.object({ edit: z.boolean() }),
})
export type View = z.output<typeof view>

/**
 * The standard views, which everybody has; pinned until a person unpins them. Those that somebody works through leave out
 * what that person snoozed.
 */
export const standardViews = [
  { _id: 'untriaged', name: 'Untriaged', search: { keywords: 'class:unclassified is:open -is:snoozed' } },
  { _id: 'assigned-to-me', name: 'Mine', search: { keywords: 'assignee:@me is:open -is:snoozed' } },
  { _id: 'snoozed', name: 'Snoozed', search: { keywords: 'is:snoozed' } },
  { _id: 'owes-an-answer', name: 'Owes an answer', search: { keywords: 'is:unanswered -is:snoozed sort:waiting' } },
  {
    _id: 'waiting-for-reporter',
    name: 'Waiting for reporter',
    search: { keywords: 'is:waiting is:open sort:waiting' },
  },
  { _id: 'stale', name: 'Stale', search: { keywords: 'is:open updated:>30d -is:snoozed' } },
  { _id: 'reported-by-me', name: 'Reported by me', search: { keywords: 'author:@me' } },
] as const satisfies readonly { _id: string; name: string; search: ViewSearch }[]

const oneView = z.object({ viewId: z.string() })
const viewName = filledText(maxViewNameLength)

export const listViews = endpoint({
  method: 'GET',
  path: '/api/views',
  access: 'canViewData',
  summary: 'The views that everybody has, the caller’s own, and those of others that the caller pinned.',
  reply: z.object({ result: z.array(view) }),
})

/** Most views that one call counts. */
export const maxCounted = 50
const someIds = new RegExp(`^[\\w-]{1,40}(,[\\w-]{1,40}){0,${maxCounted - 1}}$`)

export const countViews = endpoint({
  method: 'GET',
  path: '/api/views/counts',
  access: 'canViewData',
  summary:
    'How many bugs each of these views finds for the caller now; ages count back from at most 5 seconds ago. Views that the caller may not open are left out.',
  query: z.object({
    ids: text(41 * maxCounted).check(z.regex(someIds, `must be 1 to ${maxCounted} ids with commas between them`)),
  }),
  reply: z.object({ result: z.array(z.object({ _id: z.string(), total: z.int() })) }),
})

export const viewView = endpoint({
  method: 'GET',
  path: '/api/views/:viewId',
  access: 'canViewData',
  summary: 'One view: the caller’s own, or a shared one.',
  params: oneView,
  reply: z.object({ result: view }),
})

export const createView = endpoint({
  method: 'POST',
  path: '/api/views',
  access: 'canViewData',
  summary: 'Names a search, for its owner alone or for all who have its link; pinned from the start.',
  body: z.object({ name: viewName, search: viewSearch, isShared: z.boolean() }),
  reply: z.object({ result: view }),
})

export const editView = endpoint({
  method: 'PUT',
  path: '/api/views/:viewId',
  access: 'canViewData',
  summary: 'Changes one of the caller’s own views; what is absent stays.',
  params: oneView,
  body: z.object({
    name: z.optional(viewName),
    search: z.optional(viewSearch),
    isShared: z.optional(z.boolean()),
  }),
  reply: z.object({ result: view }),
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/views/:viewId',
  access: 'canViewData',
  summary: 'Deletes one of the caller’s own views, also from the menus of those who pinned it.',
  params: oneView,
  reply: z.object({ result: z.object({ _id: z.string() }) }),
})

export const pinView = endpoint({
  method: 'PUT',
  path: '/api/views/:viewId/pin',
  access: 'canViewData',
  summary: 'Pins a view to the caller’s Bugs menu, or takes it from there.',
  params: oneView,
  body: z.object({ pinned: z.boolean() }),
  reply: z.object({ result: view }),
})

export const setViewBell = endpoint({
  method: 'PUT',
  path: '/api/views/:viewId/bell',
  access: 'canViewData',
  summary:
    'Sets whether the caller is told of bugs that come into a view: within minutes, each day a quarter of an hour before the `mailTime` of their preferences, or not. Who may classify any bug begins with the untriaged ones, each day. The reply has what held before.',
  params: oneView,
  body: z.object({ tells: oneOf(viewTells) }),
  /** `former` is what held before, which as the body puts that back. */
  reply: z.object({ result: view, former: z.enum(viewTells) }),
})
