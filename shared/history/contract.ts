import * as z from 'zod/mini'
import { bug } from '#shared/bugs/contract.ts'
import { choiceShapes, labelsShapes, partShapes, plainShapes } from '#shared/bugs/field-shapes.ts'
import { fieldValues } from '#shared/custom-fields/custom-field.ts'
import { comment } from '#shared/comments/comment.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { bugName, oneOf, optionalQuery, recordId, timestamp, wholeNumber } from '#shared/http/fields.ts'
import { bugLink, link } from '#shared/links/link.ts'
import { productReference } from '#shared/products/product-reference.ts'
import { person } from '#shared/users/contract.ts'
import { conflict } from './conflict.ts'
import { timelineEntry } from './timeline-entry.ts'

export const timelineFilters = ['all', 'comments', 'changes'] as const
export type TimelineFilter = (typeof timelineFilters)[number]

export const defaultTimelineLength = 30
export const maxTimelineLength = 100
/** Comments that come with a bug as it was, the last ones of that moment. */
export const maxCommentsAsOf = 50

/** The largest number that an event can have here. */
const eventNumber = wholeNumber(0, 999_999_999)

export const listTimeline = endpoint({
  method: 'GET',
  path: '/api/bug/:bugId/timeline',
  access: 'canViewData',
  summary: 'What happened to a bug, comments included: the last entries before a place, oldest first.',
  params: z.object({ bugId: bugName }),
  query: z.object({
    filter: optionalQuery(oneOf(timelineFilters)),
    /** Only entries before this one. */
    before: optionalQuery(eventNumber),
    limit: optionalQuery(wholeNumber(1, maxTimelineLength)),
  }),
  reply: z.object({
    result: z.array(timelineEntry),
    /** There are earlier entries. */
    more: z.boolean(),
  }),
})

/** An entry of a bug's timeline. Any text is accepted as its number; an unknown one is 404. */
const oneEntry = z.object({ bugId: bugName, entryId: z.string() })

export const viewChange = endpoint({
  method: 'GET',
  path: '/api/bug/:bugId/timeline/:entryId',
  access: 'canViewData',
  summary: 'One entry of a bug’s timeline with its texts before and after, however long.',
  params: oneEntry,
  reply: z.object({ result: timelineEntry }),
})

export const bugAsOf = z.object({
  _id: recordId,
  /** As it was then. */
  key: z.string(),
  product: productReference,
  /** When the entry was recorded, after which the bug was so. */
  at: timestamp,
  title: z.string(),
  description: z.string(),
  stepsToReproduce: z.string(),
  createdOn: timestamp,
  createdBy: person,
  assigned: z.optional(z.object({ assignedTo: recordId, fullName: z.string(), assignedOn: timestamp })),
  status: choiceShapes.status,
  isClosed: z.boolean(),
  classification: choiceShapes.classification,
  ...plainShapes,
  ...labelsShapes,
  fields: fieldValues,
  ...partShapes,
  links: z.array(link),
  isPrivate: z.boolean(),
  isWaiting: z.boolean(),
  duplicateOf: z.optional(bugLink),
  /** It had an original that the caller may not see now. */
  hasHiddenOriginal: z.optional(z.boolean()),
  /** With internal ones for who sees these. */
  commentCount: z.int(),
  /** The last comments of that moment, oldest first, without the words of those that are deleted by now. */
  comments: z.array(comment),
})
export type BugAsOf = z.output<typeof bugAsOf>

export const viewBugAsOf = endpoint({
  method: 'GET',
  path: '/api/bug/:bugId/timeline/:entryId/bug',
  access: 'canViewData',
  summary: 'A bug as it was right after an entry of its timeline.',
  params: oneEntry,
  reply: z.object({ result: bugAsOf }),
})

export const undoChange = endpoint({
  method: 'POST',
  path: '/api/bug/:bugId/timeline/:entryId/undo',
  access: 'canViewData',
  summary:
    'Takes a change back, by who may make such a change; later changes stay. Taking back is a change itself. The reply has no comments.',
  params: oneEntry,
  reply: z.object({ result: bug }),
  conflict,
})
