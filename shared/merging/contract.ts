import * as z from 'zod/mini'
import { bug } from '#shared/bugs/contract.ts'
import { comment } from '#shared/comments/comment.ts'
import { baseVersion } from '#shared/history/base-version.ts'
import { conflict } from '#shared/history/conflict.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { bugName, namedId, optionalQuery, wholeNumber } from '#shared/http/fields.ts'
import { bugLink } from '#shared/links/link.ts'

export const defaultMergedComments = 30
export const maxMergedComments = 100

const oneBug = z.object({ bugId: bugName })

export const mergeBug = endpoint({
  method: 'POST',
  path: '/api/bug/:bugId/merge',
  access: 'canClassifyAnyBug',
  summary:
    'Merges a duplicate into its original: its followers and affected people count there too, and its comments are shown there. Nothing is lost; undoing the timeline’s entry takes it back. The reply has no comments.',
  params: oneBug,
  body: z.object({
    /** The original's id. */
    into: namedId,
    /** Closes the duplicate too, which needs canCloseAnyBug. */
    close: z.optional(z.boolean()),
    baseVersion,
  }),
  /** The duplicate. */
  reply: z.object({ result: bug }),
  conflict,
})

/** A comment of a bug that was merged into another. */
export const mergedComment = z.object({
  comment,
  bug: bugLink,
})
export type MergedComment = z.output<typeof mergedComment>

export const listMergedComments = endpoint({
  method: 'GET',
  path: '/api/bug/:bugId/merged-comments',
  access: 'canViewData',
  summary: 'Comments of the bugs that were merged into this one, oldest first: the last ones before a place.',
  params: oneBug,
  query: z.object({
    /** Only comments before the one with this id. */
    before: optionalQuery(namedId),
    limit: optionalQuery(wholeNumber(1, maxMergedComments)),
  }),
  reply: z.object({
    result: z.array(mergedComment),
    /** How many there are. */
    total: z.int(),
    /** There are earlier ones. */
    more: z.boolean(),
  }),
})
