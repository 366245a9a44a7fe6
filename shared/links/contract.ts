import { bug } from '#shared/bugs/contract.ts'
import { baseVersion } from '#shared/history/base-version.ts'
import { conflict } from '#shared/history/conflict.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { bugName, exactId, oneOf, optionalQuery } from '#shared/http/fields.ts'
import * as z from 'zod/mini'
import { linkKinds, maxLinks } from './link.ts'

const links = z
  .array(z.strictObject({ kind: oneOf(linkKinds), bugId: exactId }))
  .check(z.maxLength(maxLinks, `must be at most ${maxLinks} links`))

/** Links that begin and end: one of both at least. */
export const linksChange = z
  .strictObject({ add: z.optional(links), remove: z.optional(links), baseVersion })
  .check(z.refine(({ add, remove }) => add !== undefined || remove !== undefined, 'must have add or remove'))

export const setLinks = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/links',
  access: 'canClassifyAnyBug',
  summary:
    'Links a bug to others, and ends links; each is shown at both bugs. A bug has one parent: another one takes its place. Those that are so already, or not, change nothing.',
  params: z.object({ bugId: bugName }),
  query: z.object({ comments: optionalQuery(oneOf(['all', 'none'])) }),
  body: linksChange,
  reply: z.object({ result: bug }),
  conflict,
})
