import * as z from 'zod/mini'
import { bugStatuses } from '#shared/bugs/words.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { recordId, text } from '#shared/http/fields.ts'

/** Most short ids and keys that one call may ask for. */
export const maxReferences = 50

const one = '([0-9a-f]{8}|[A-Z][A-Z0-9]{1,9}-[1-9][0-9]{0,8})'
const references = new RegExp(`^${one}(,${one}){0,${maxReferences - 1}}$`)
const longestReference = 20

/** A bug that a text refers to as `#short id`, or by its key. */
export const bugReference = z.object({
  /** What was asked for: a short id, or a key. */
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
  summary:
    'The bugs that short ids and keys mean; those that mean none are left out, and of two bugs with one short id the older one is meant.',
  query: z.object({
    ids: text((longestReference + 1) * maxReferences).check(
      z.regex(
        references,
        `must be 1 to ${maxReferences} short ids of 8 hexadecimal digits or keys such as BUG-7, with commas between them`,
      ),
    ),
  }),
  reply: z.object({ result: z.array(bugReference) }),
})
