import * as z from 'zod/mini'
import { comment } from '#shared/comments/comment.ts'
import { baseVersion } from '#shared/history/base-version.ts'
import { conflict } from '#shared/history/conflict.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { filledText, namedId, optionalQuery, recordId, timestamp } from '#shared/http/fields.ts'
import { agesInOrder, listQuery, pagination } from '#shared/http/page.ts'
import { mention } from '#shared/texts/mention.ts'
import { person } from '#shared/users/contract.ts'
import { choiceShapes, fieldChanges, filterQuery, plainShapes } from './field-shapes.ts'
import { bugSorts, closedFilters, matchFields, maxBodyLength, maxTitleLength } from './words.ts'

const bugFacts = {
  _id: recordId,
  title: z.string(),
  description: z.string(),
  stepsToReproduce: z.string(),
  createdOn: timestamp,
  createdBy: person,
  assigned: z.optional(z.object({ assignedTo: recordId, fullName: z.string(), assignedOn: timestamp })),
  isClosed: z.boolean(),
  status: choiceShapes.status,
  classification: choiceShapes.classification,
  ...plainShapes,
  /** Where an imported bug belongs in its old tracker. */
  labels: z.array(z.object({ kind: z.enum(['product', 'component']), name: z.string() })),
  commentCount: z.int(),
  /** People whom it affects: its reporter and whoever joined it, those of bugs that were merged into it among them. */
  affectedCount: z.int(),
  /** Counts the changes of everything but comments; a change names the one it began from. */
  version: z.int(),
  /** What the caller may do to this bug, decided by the server. */
  abilities: z.object({
    comment: z.boolean(),
    /** The edit route that the caller may use, if any. */
    edit: z.enum(['my', 'any', 'none']),
    editMy: z.boolean(),
    editAny: z.boolean(),
    close: z.boolean(),
    classify: z.boolean(),
    assign: z.boolean(),
    /** Merging it into another. */
    merge: z.boolean(),
    /** Saying that it affects the caller too; its reporter has said so. */
    join: z.boolean(),
  }),
}

/** A piece of a text in which the searched words stand: plain text on one line. */
const match = z.object({
  /** Lines of linked conversations (`chat`) only for holders of liveChatAdmin. */
  field: z.enum(matchFields),
  text: z.string(),
  /** From (included) and to (not), in UTF-16 code units of `text`, in order and apart. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  /** The comment that it is of. */
  commentId: z.optional(recordId),
})
export type BugMatch = z.output<typeof match>

export const bugListItem = z.object({
  ...bugFacts,
  /** Where the words stand, best first; only in a search with words, and `maxMatches` at most. */
  matches: z.optional(z.array(match)),
})
export type BugListItem = z.output<typeof bugListItem>

const bugLink = z.object({ _id: recordId, title: z.string(), isClosed: z.boolean() })

export const bug = z.object({
  ...bugFacts,
  comments: z.array(comment),
  /** Whom its own texts name. */
  mentions: z.array(mention),
  /** The id this bug had in the tracker it was imported from. */
  externalId: z.optional(z.string()),
  duplicateOf: z.optional(bugLink),
  /** It was merged into `duplicateOf`. */
  isMerged: z.boolean(),
  duplicates: z.array(z.object({ ...bugLink.shape, isMerged: z.boolean() })),
  /** The caller hears of its news. */
  isFollowing: z.boolean(),
  /** The caller counts as affected without being its reporter. */
  isJoined: z.boolean(),
  followerCount: z.int(),
  /** Comments of the bugs that were merged into it. */
  mergedCommentCount: z.int(),
})
export type Bug = z.output<typeof bug>

export const listBugs = endpoint({
  method: 'GET',
  path: '/api/bug/list',
  access: 'canViewData',
  summary:
    'One page of the bugs that match all given filters. The keywords are words, "phrases", -word, (a OR b) and terms such as is:open or assignee:@me.',
  query: z
    .object({
      ...listQuery,
      ...filterQuery,
      closed: optionalQuery(z.enum(closedFilters, `must be one of: ${closedFilters.join(', ')}`)),
      sortBy: optionalQuery(z.enum(bugSorts, `must be one of: ${bugSorts.join(', ')}`)),
    })
    .check(agesInOrder),
  reply: z.object({
    result: z.array(bugListItem),
    pagination,
    /** Words that occur nowhere, and what was searched instead; only when nothing was found for the words as typed. */
    corrected: z.optional(z.array(z.object({ from: z.string(), to: z.string() }))),
  }),
})

const oneBug = z.object({ bugId: recordId })

/** Whether a bug comes with its comments. A page that reads them with the timeline leaves them out. */
const withComments = z.object({ comments: optionalQuery(z.enum(['all', 'none'], 'must be one of: all, none')) })

export const viewBug = endpoint({
  method: 'GET',
  path: '/api/bug/:bugId',
  access: 'canViewData',
  summary: 'One bug with its comments, oldest first.',
  params: oneBug,
  query: withComments,
  reply: z.object({ result: bug }),
})

const bugTexts = z.object({
  title: filledText(maxTitleLength),
  description: filledText(maxBodyLength),
  stepsToReproduce: filledText(maxBodyLength),
})

const changedTexts = z.object({ ...bugTexts.shape, baseVersion })

export const reportBug = endpoint({
  method: 'POST',
  path: '/api/bug/new',
  access: 'signed-in',
  summary:
    'Reports a bug. The same Idempotency-Key header from the same person gives the same bug again; another report within 3 seconds is refused.',
  body: bugTexts,
  reply: z.object({ result: bug }),
})

export const closeBug = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/close',
  access: 'canCloseAnyBug',
  summary: 'Sets a bug closed or open; setting what it already is changes nothing.',
  params: oneBug,
  query: withComments,
  body: z.object({ closed: z.boolean(), baseVersion }),
  reply: z.object({ result: bug }),
  conflict,
})

export const editBug = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId',
  access: 'canEditAnyBug',
  summary: 'Changes the texts of any bug.',
  params: oneBug,
  query: withComments,
  body: changedTexts,
  reply: z.object({ result: bug }),
  conflict,
})

export const editMyBug = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/my',
  access: 'canEditMyBug',
  summary: 'Changes the texts of a bug that the caller reported.',
  params: oneBug,
  query: withComments,
  body: changedTexts,
  reply: z.object({ result: bug }),
  conflict,
})

export const classifyBug = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/classify',
  access: 'canClassifyAnyBug',
  summary: 'Classifies a bug; a duplicate may name its original.',
  params: oneBug,
  query: withComments,
  body: z.object({
    classification: choiceShapes.classification,
    /** The original's id, or null for none; only with the classification `duplicate`. Absent: as it was. */
    duplicateOf: z.optional(z.nullable(namedId)),
    baseVersion,
  }),
  reply: z.object({ result: bug }),
  conflict,
})

export const assignBug = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/assign',
  access: 'canReassignAnyBug',
  summary: 'Assigns a bug to a person.',
  params: oneBug,
  query: withComments,
  body: z.object({ userId: namedId, baseVersion }),
  reply: z.object({ result: bug }),
  conflict,
})

export const setBugStatus = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/status',
  access: 'canCloseAnyBug',
  summary: 'Sets a bug’s status; Closed and Resolved close it.',
  params: oneBug,
  query: withComments,
  body: z.object({ status: choiceShapes.status, baseVersion }),
  reply: z.object({ result: bug }),
  conflict,
})

export const setBugFields = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/fields',
  access: 'canViewData',
  summary:
    'Sets fields that have no route of their own: all that are named, or none. Each needs the permission that changes it.',
  params: oneBug,
  query: withComments,
  body: fieldChanges,
  reply: z.object({ result: bug }),
  conflict,
})
