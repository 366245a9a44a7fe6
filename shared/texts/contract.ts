import * as z from 'zod/mini'
import { bugStatuses } from '#shared/bugs/words.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { recordId, text } from '#shared/http/fields.ts'

/** Most short ids that one call may ask for. */
export const maxReferences = 50

const shortIds = new RegExp(`^[0-9a-f]{8}(,[0-9a-f]{8}){0,${maxReferences - 1}}$`)

/** A bug that a text refers to as `#short id`. */
export const bugReference = z.object({
  shortId: z.string(),
  _id: recordId,
  title: z.string(),
  isClosed: z.boolean(),
  status: z.enum(bugStatuses),
})
export type BugReference = z.output<typeof bugReference>

export const listReferences = endpoint({
  method: 'GET',
  path: '/api/bug/references',
  access: 'canViewData',
  summary: 'The bugs that short ids mean; those that mean none are left out, and of two bugs the older one is meant.',
  query: z.object({
    ids: text(9 * maxReferences).check(
      z.regex(shortIds, `must be 1 to ${maxReferences} short ids of 8 hexadecimal digits, with commas between them`),
    ),
  }),
  reply: z.object({ result: z.array(bugReference) }),
})
