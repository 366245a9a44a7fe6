import * as z from 'zod/mini'
import { bug } from '#shared/bugs/contract.ts'
import { bugStatuses } from '#shared/bugs/words.ts'
import { maxCommentLength } from '#shared/comments/contract.ts'
import { timelineKinds } from '#shared/history/timeline-entry.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { bugName, oneOf, optionalQuery, recordId, text, timestamp, wholeNumber } from '#shared/http/fields.ts'
import { listQuery, pagination } from '#shared/http/page.ts'
import { bugLink } from '#shared/links/link.ts'
import { followsAt, notificationLevels, notificationReasons } from './level.ts'
import { person } from '#shared/users/contract.ts'

export const defaultNotifications = 20
export const maxNotifications = 50

const oneBug = z.object({ bugId: bugName })

export const followBug = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/follow',
  access: 'canViewData',
  summary:
    'Follows a bug, or stops following it; setting what it already is changes nothing. The reply has no comments.',
  params: oneBug,
  body: z.object({ following: z.boolean() }),
  reply: z.object({ result: bug }),
})

export const joinBug = endpoint({
  method: 'POST',
  path: '/api/bug/:bugId/join',
  access: 'canViewData',
  summary:
    'Says that the caller is affected too, who follows the bug from then on; a note becomes a comment. Joining a duplicate joins its original; joining twice joins once. Takes an Idempotency-Key. The reply has no comments.',
  params: oneBug,
  body: z.object({ note: z.optional(text(maxCommentLength)) }),
  /** The bug that was joined. */
  reply: z.object({ result: bug }),
})

export const leaveBug = endpoint({
  method: 'DELETE',
  path: '/api/bug/:bugId/join',
  access: 'canViewData',
  summary: 'Takes back that the caller is affected by a bug; following it stays. The reply has no comments.',
  params: oneBug,
  reply: z.object({ result: bug }),
})

const notificationLevel = oneOf(notificationLevels)

export const setBugLevel = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/level',
  access: 'canViewData',
  summary:
    'Sets how much the caller hears of a bug. Who hears everything, what matters, or what becomes of it, follows it; who hears of mentions or nothing does not. With null, what they chose for its product or for everything holds. The reply has what was chosen before, which as the body puts that back. The bug of the reply has no comments.',
  params: oneBug,
  body: z
    .object({
      level: z.nullable(notificationLevel),
      following: z.optional(z.nullable(z.boolean())),
      putsBack: z.optional(z.boolean()),
    })
    .check(
      z.refine(
        ({ level, following = null }) => level === null || following === null || following === followsAt(level),
        {
          path: ['following'],
          message: 'must be as the level says; without one it may be either',
        },
      ),
    ),
  reply: z.object({
    result: bug,
    /** What the caller had chosen for this bug alone; null: nothing. */
    former: z.object({ level: z.nullable(notificationLevel), following: z.nullable(z.boolean()) }),
  }),
})

export const viewBugLevel = endpoint({
  method: 'GET',
  path: '/api/bug/:bugId/level',
  access: 'canViewData',
  summary:
    'How much the caller hears of a bug, by what they chose for it, for its product, or for everything; or by what they are to it.',
  params: oneBug,
  reply: z.object({
    result: z.object({ level: notificationLevel, chosenFor: z.enum(['bug', 'product', 'person', 'usual']) }),
  }),
})

export const listProductLevels = endpoint({
  method: 'GET',
  path: '/api/news/products',
  access: 'canViewData',
  summary:
    'The products that the caller sees, with how much they chose to hear of each, null where they did not choose; and how much the installation lets people hear of a bug until they choose, by what they are to it.',
  reply: z.object({
    result: z.array(
      z.object({
        product: z.object({ _id: z.string(), key: z.string(), name: z.string() }),
        level: z.nullable(notificationLevel),
      }),
    ),
    usual: z.object({
      assignee: notificationLevel,
      reporter: notificationLevel,
      affected: notificationLevel,
      follower: notificationLevel,
    }),
  }),
})

export const setProductLevel = endpoint({
  method: 'PUT',
  path: '/api/product/:productId/level',
  access: 'canViewData',
  summary:
    'Sets how much the caller hears of a product’s bugs. Everything, what matters and status are told of all of its bugs, also of those that the caller does not follow. null takes it back.',
  params: z.object({ productId: recordId }),
  body: z.object({ level: z.nullable(notificationLevel) }),
  reply: z.object({ result: z.object({ level: z.nullable(notificationLevel) }) }),
})

/** An entry of a timeline, without what it says. */
export const deed = z.object({
  _id: z.string(),
  kind: z.enum(timelineKinds),
  /** It is about an internal comment. */
  isInternal: z.optional(z.literal(true)),
  at: timestamp,
  by: z.optional(person),
})

/** What others did at a bug that concerns a person and that they have not seen; or have, among what was read or is done. */
export const bugNotification = z.object({
  bug: z.object({ ...bugLink.shape, status: z.enum(bugStatuses) }),
  /** New entries of the timeline; only those of others. */
  count: z.int(),
  /** Why they are told; the strongest reason of all. */
  reason: z.enum(notificationReasons),
  /** The level below the one that holds for this bug now, for who wants to hear less of it; absent below the last. */
  less: z.optional(notificationLevel),
  /** The last of them. */
  last: deed,
  /** The view that it came into, where that alone is the reason. */
  view: z.optional(z.object({ _id: z.string(), name: z.string() })),
  /** Of several bugs that one bulk change changed last, or that came into a view at once: how many they are. `bug`, `count` and `last` are those of one of them, and so is what was done to it. */
  bulk: z.optional(z.object({ _id: recordId, bugs: z.int(), kinds: z.array(z.enum(timelineKinds)) })),
})
export type BugNotification = z.output<typeof bugNotification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/news',
  access: 'canViewData',
  summary:
    'Bugs that concern the caller and at which others did something that the caller has not seen, latest first. Those that one bulk change changed last are one entry, and so are those that came into a view at once.',
  query: z.object({ limit: optionalQuery(wholeNumber(1, maxNotifications)) }),
  reply: z.object({
    result: z.array(bugNotification),
    /** How many entries there are. */
    total: z.int(),
  }),
})

/** What becomes of a notification: looking at the bug reads it, and only its reader says that it is done. */
export const notificationStates = ['unread', 'read', 'done'] as const

export const listAllNotifications = endpoint({
  method: 'GET',
  path: '/api/news/list',
  access: 'canViewData',
  summary:
    'One page of the caller’s news by bug, latest first: what is unread; what was read, and is not done; or what is done. What was seen is kept for 30 days.',
  query: z.object({
    state: optionalQuery(oneOf(notificationStates)),
    pageNumber: listQuery.pageNumber,
    pageSize: listQuery.pageSize,
  }),
  reply: z.object({ result: z.array(bugNotification), pagination }),
})

/** As PostgreSQL has it: to the microsecond. */
const exactTimestamp = z.iso.datetime({ precision: 6, error: 'must be the seenOn of an answer' })

const seenReply = z.object({
  /** How many entries are still unread. */
  total: z.int(),
  /** By which `unseeNotifications` takes it back; absent where nothing was marked. */
  seenOn: z.optional(exactTimestamp),
})

export const seeBug = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/seen',
  access: 'canViewData',
  summary:
    'Marks what the caller was told of a bug, up to an entry of its timeline, as read, or as done. What no view has told of it yet counts as read too.',
  params: oneBug,
  body: z.object({ entryId: text(15), isDone: z.optional(z.boolean()) }),
  reply: seenReply,
})

export const seeAllNotifications = endpoint({
  method: 'PUT',
  path: '/api/news/seen',
  access: 'canViewData',
  summary: 'Marks all that is unread, or all that was read, as done.',
  query: z.object({ state: optionalQuery(oneOf(['unread', 'read'])) }),
  reply: seenReply,
})

export const unseeNotifications = endpoint({
  method: 'PUT',
  path: '/api/news/unseen',
  access: 'canViewData',
  summary: 'Takes back what one call marked as read or as done, by its `seenOn`: that is as it was before.',
  body: z.object({ seenOn: exactTimestamp }),
  reply: z.object({ total: z.int() }),
})

const oneBulk = z.object({ bulkId: recordId })

export const listBulkNotifications = endpoint({
  method: 'GET',
  path: '/api/news/bulk/:bulkId',
  access: 'canViewData',
  summary:
    'The bugs behind one entry of the caller’s news: those that a bulk change changed last, or that came into a view at once, latest first.',
  params: oneBulk,
  query: z.object({ pageNumber: listQuery.pageNumber, pageSize: listQuery.pageSize }),
  reply: z.object({ result: z.array(bugNotification), pagination }),
})

export const seeBulkNotifications = endpoint({
  method: 'PUT',
  path: '/api/news/bulk/:bulkId/seen',
  access: 'canViewData',
  summary: 'Marks what a bulk change did as done.',
  params: oneBulk,
  reply: seenReply,
})
