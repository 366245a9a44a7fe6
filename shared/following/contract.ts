import * as z from 'zod/mini'
import { bug } from '#shared/bugs/contract.ts'
import { bugStatuses } from '#shared/bugs/words.ts'
import { maxCommentLength } from '#shared/comments/contract.ts'
import { timelineKinds } from '#shared/history/timeline-entry.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { optionalQuery, recordId, text, timestamp, wholeNumber } from '#shared/http/fields.ts'
import { person } from '#shared/users/contract.ts'

export const defaultNotifications = 20
export const maxNotifications = 50

const oneBug = z.object({ bugId: recordId })

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

/** What has changed at a bug that a person follows, since they last saw it. */
export const bugNotification = z.object({
  bug: z.object({ _id: recordId, title: z.string(), isClosed: z.boolean(), status: z.enum(bugStatuses) }),
  /** New entries of the timeline; only those of others. */
  count: z.int(),
  /** The last of them. */
  last: z.object({ _id: z.string(), kind: z.enum(timelineKinds), at: timestamp, by: z.optional(person) }),
})
export type BugNotification = z.output<typeof bugNotification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/news',
  access: 'canViewData',
  summary: 'Bugs that the caller follows at which others did something since the caller last saw them, latest first.',
  query: z.object({ limit: optionalQuery(wholeNumber(1, maxNotifications)) }),
  reply: z.object({
    result: z.array(bugNotification),
    /** How many bugs have notifications. */
    total: z.int(),
  }),
})

export const seeBug = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/seen',
  access: 'canViewData',
  summary: 'Says that the caller has seen a bug up to an entry of its timeline.',
  params: oneBug,
  body: z.object({ entryId: text(15) }),
  reply: z.object({ total: z.int() }),
})

export const seeAllNotifications = endpoint({
  method: 'PUT',
  path: '/api/news/seen',
  access: 'canViewData',
  summary: 'Says that the caller has seen all news up to now.',
  reply: z.object({ total: z.int() }),
})
