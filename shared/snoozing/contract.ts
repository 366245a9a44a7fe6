import * as z from 'zod/mini'
import { bug } from '#shared/bugs/contract.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { bugName, text } from '#shared/http/fields.ts'

/** Most bugs that one person may have snoozed at a time. */
export const maxSnoozes = 1_000
export const maxSnoozeDays = 3_660

const until = /^activity$|^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

const oneBug = z.object({ bugId: bugName })

export const snoozeBug = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/snooze',
  access: 'canViewData',
  summary:
    'Hides a bug in the caller’s own queues: until a time, or until somebody else does something to it. It stays in the list and in searches, and nobody else is told. The reply has no comments.',
  params: oneBug,
  body: z.object({
    until: text(40).check(z.regex(until, 'must be activity, or a timestamp such as 2026-01-31T09:00:00Z')),
  }),
  reply: z.object({ result: bug }),
})

export const wakeBug = endpoint({
  method: 'DELETE',
  path: '/api/bug/:bugId/snooze',
  access: 'canViewData',
  summary: 'Brings a snoozed bug back at once. The reply has no comments.',
  params: oneBug,
  reply: z.object({ result: bug }),
})
