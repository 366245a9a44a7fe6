import * as z from 'zod/mini'
import { bugStatuses, classifications, maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { moment, optionalQuery, recordId, text, wholeNumber } from '#shared/http/fields.ts'
import { person } from '#shared/users/contract.ts'

/** Rows that a reporter is shown. */
export const defaultSimilar = 5
/** Rows that triage is shown. */
export const defaultCandidates = 15
export const maxCandidates = 20

/** A bug that may be the same as another one; the likelier, the earlier in its list. */
export const similarBug = z.object({
  _id: recordId,
  title: z.string(),
  isClosed: z.boolean(),
  status: z.enum(bugStatuses),
  classification: z.enum(classifications),
  createdOn: moment,
  createdBy: person,
  commentCount: z.int(),
  /** How many people it affects: its reporter and all who joined. */
  affectedCount: z.int(),
  /** The bug that this one repeats, where it is a known duplicate. */
  original: z.optional(z.object({ _id: recordId, title: z.string(), isClosed: z.boolean() })),
  /** Words of the question that it has too, the weightiest first, as the question writes them. */
  matched: z.array(z.string()),
  /** How its description begins. */
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
    /** False while the server still reads its bugs after a start: the answer is an ordinary search's then. */
    isReady: z.boolean(),
  }),
})

export const listCandidates = endpoint({
  method: 'GET',
  path: '/api/bug/:bugId/candidates',
  access: 'canClassifyAnyBug',
  summary: 'Bugs that a bug may be a duplicate of, the likeliest first. Needs canViewData too.',
  params: z.object({ bugId: recordId }),
  query: z.object({ limit: optionalQuery(wholeNumber(1, maxCandidates)) }),
  reply: z.object({ result: z.array(similarBug), isReady: z.boolean() }),
})
