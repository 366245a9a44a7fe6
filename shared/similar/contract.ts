import * as z from 'zod/mini'
import { bugStatuses, classifications, maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { bugName, optionalQuery, text, timestamp, wholeNumber } from '#shared/http/fields.ts'
import { bugLink } from '#shared/links/link.ts'
import { person } from '#shared/users/contract.ts'

/** Number of rows that a reporter sees. */
export const defaultSimilar = 5
/** Number of rows that triage shows. */
export const defaultCandidates = 15
export const maxCandidates = 20

/** A bug that may be the same as another one; lists have the likeliest first. */
export const similarBug = z.object({
  ...bugLink.shape,
  /** Such are suggested to holders of canViewPrivateBugs alone. */
  isPrivate: z.boolean(),
  status: z.enum(bugStatuses),
  classification: z.enum(classifications),
  createdOn: timestamp,
  createdBy: person,
  commentCount: z.int(),
  /** How many people it affects: its reporter and all who joined. */
  affectedCount: z.int(),
  /** The original of this bug, if it is a known duplicate. */
  original: z.optional(bugLink),
  /** Words of the query that it has too, in the spelling of the query, highest weight first. */
  matched: z.array(z.string()),
  /** The beginning of its description. */
  excerpt: z.string(),
})
export type SimilarBug = z.output<typeof similarBug>

export const findSimilar = endpoint({
  method: 'POST',
  path: '/api/bug/similar',
  access: 'canViewData',
  summary: 'Bugs that may be the same as a report that is being written; changes nothing.',
  body: z.object({
    title: text(maxTitleLength),
    description: z.optional(text(maxBodyLength)),
    stepsToReproduce: z.optional(text(maxBodyLength)),
    limit: z.optional(z.int().check(z.gte(1), z.lte(maxCandidates))),
  }),
  reply: z.object({
    result: z.array(similarBug),
    /**
     * False while the server still builds its index after a start, so that the answer comes from an ordinary search.
     */
    isReady: z.boolean(),
  }),
})

export const listCandidates = endpoint({
  method: 'GET',
  path: '/api/bug/:bugId/candidates',
  access: 'canClassifyAnyBug',
  summary: 'Bugs that a bug may be a duplicate of, the likeliest first. Needs canViewData too.',
  params: z.object({ bugId: bugName }),
  query: z.object({ limit: optionalQuery(wholeNumber(1, maxCandidates)) }),
  reply: z.object({ result: z.array(similarBug), isReady: z.boolean() }),
})
