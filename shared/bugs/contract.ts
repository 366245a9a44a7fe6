import * as z from 'zod/mini'
import { comment } from '#shared/comments/comment.ts'
import { baseVersion } from '#shared/history/base-version.ts'
import { conflict } from '#shared/history/conflict.ts'
import { fieldValues, givenFields } from '#shared/custom-fields/custom-field.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import {
  bugName,
  exactId,
  filledText,
  namedId,
  oneOf,
  optionalQuery,
  recordId,
  text,
  timestamp,
} from '#shared/http/fields.ts'
import { agesInOrder, listQuery, maxPageSize, pagination } from '#shared/http/page.ts'
import { bugLink, link } from '#shared/links/link.ts'
import { productReference } from '#shared/products/product-reference.ts'
import { mention } from '#shared/texts/mention.ts'
import { person, user } from '#shared/users/contract.ts'
import {
  choiceShapes,
  fieldChanges,
  fieldsFilter,
  filterQuery,
  labelFilter,
  labelsShapes,
  partQuery,
  partShapes,
  peopleShapes,
  plainShapes,
  productShape,
  sortShape,
} from './field-shapes.ts'
import { closedFilters, matchFields, maxBodyLength, maxTitleLength } from './words.ts'

const bugFacts = {
  _id: recordId,
  /** Its product's key and its number there; it stands for the id wherever a path names a bug. Another one after a move. */
  key: z.string(),
  product: productReference,
  /** Only its reporter, its assignee, people who were let in, and holders of canViewPrivateBugs may see it. */
  isPrivate: z.boolean(),
  /** Its reporter was asked something and has not answered; never of a closed one. */
  isWaiting: z.boolean(),
  /** Since when: its reporter is waited for while `isWaiting`, and else the team owes its reporter an answer. Absent for neither. */
  waitingSince: z.optional(timestamp),
  title: z.string(),
  description: z.string(),
  stepsToReproduce: z.string(),
  createdOn: timestamp,
  createdBy: z.object({
    ...person.shape,
    /** They have no account, and are known by an address that only they and the product know. */
    isGuest: z.optional(z.literal(true)),
  }),
  /** When it was last changed or commented on: the last entry of its timeline. */
  updatedOn: timestamp,
  assigned: z.optional(
    z.object({
      assignedTo: recordId,
      fullName: z.string(),
      assignedOn: timestamp,
      /** False for a person who was deactivated. */
      isActive: z.boolean(),
    }),
  ),
  isClosed: z.boolean(),
  status: choiceShapes.status,
  classification: choiceShapes.classification,
  ...plainShapes,
  ...labelsShapes,
  ...partShapes,
  /** The custom fields of its product that have a value, by their keys. */
  fields: fieldValues,
  /** Where an imported bug belongs in its old tracker, in its words. */
  importedProduct: z.optional(z.string()),
  importedComponent: z.optional(z.string()),
  commentCount: z.int(),
  /** People whom it affects: its reporter and whoever joined it, those of bugs that were merged into it among them. */
  affectedCount: z.int(),
  /** Counts the changes of everything but comments; a change names the one it began from. */
  version: z.int(),
  /**
   * Where the caller snoozed it: the timestamp until which, or `activity` for until somebody else does something. Nobody else
   * is told.
   */
  snoozedUntil: z.optional(z.string()),
  /** What the caller may do to this bug, decided by the server. */
  abilities: z.object({
    comment: z.boolean(),
    /** The edit route that the caller may use, if any. */
    edit: z.enum(['my', 'any', 'none']),
    editMy: z.boolean(),
    editAny: z.boolean(),
    /** Closing and opening by the close route. */
    close: z.boolean(),
    /** What the caller may set as its status: all four, or what its creator may. */
    statuses: z.array(choiceShapes.status),
    classify: z.boolean(),
    assign: z.boolean(),
    /** Asking its reporter something, and saying that it waits for them. */
    ask: z.boolean(),
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
  /** Of an internal comment, or of a note in a conversation: for holders of canViewInternalComments alone. */
  isInternal: z.optional(z.literal(true)),
})
export type BugMatch = z.output<typeof match>

export const bugListItem = z.object({
  ...bugFacts,
  /** Where the words stand, best first; only in a search with words, and `maxMatches` at most. */
  matches: z.optional(z.array(match)),
})
export type BugListItem = z.output<typeof bugListItem>

export const bug = z.object({
  ...bugFacts,
  comments: z.array(comment),
  /** Whom its own texts name. */
  mentions: z.array(mention),
  /** The id this bug had in the tracker it was imported from. */
  externalId: z.optional(z.string()),
  /** People who were let in: they may see it while it is private. */
  readers: z.array(person),
  duplicateOf: z.optional(bugLink),
  /** It has an original that the caller may not see. */
  hasHiddenOriginal: z.optional(z.boolean()),
  /** What its reporter was asked, while it waits for them: the comment is absent where somebody only said that it waits. */
  question: z.optional(z.object({ askedBy: person, commentId: z.optional(recordId) })),
  /** It was merged into `duplicateOf`. */
  isMerged: z.boolean(),
  duplicates: z.array(z.object({ ...bugLink.shape, isMerged: z.boolean() })),
  /** Further duplicates that the caller may not see. */
  hiddenDuplicates: z.optional(z.int()),
  /** What it is to other bugs, beside duplicates; the open ones first. */
  links: z.array(link),
  /** The caller hears of its news. */
  isFollowing: z.boolean(),
  /** The caller counts as affected without being its reporter. */
  isJoined: z.boolean(),
  followerCount: z.int(),
  /** Comments of the bugs that were merged into it, with internal ones for who sees these. */
  mergedCommentCount: z.int(),
  /** For holders of canViewInternalComments: internal comments, which `commentCount` leaves out. */
  internalCommentCount: z.optional(z.int()),
})
export type Bug = z.output<typeof bug>

/** What the list of bugs is narrowed and ordered by, beside what every list has. */
export const bugQuery = {
  ...filterQuery,
  assignee: optionalQuery(peopleShapes.assignee),
  author: optionalQuery(peopleShapes.author),
  product: optionalQuery(productShape),
  /** The name of a label. */
  label: optionalQuery(labelFilter),
  ...partQuery,
  /** Terms of custom fields, such as `field.browser:Firefox`. */
  fields: optionalQuery(fieldsFilter),
  closed: optionalQuery(oneOf(closedFilters)),
  sortBy: optionalQuery(sortShape),
}

/** Ids of bugs with commas between them. */
const someBugs = text(25 * maxPageSize).check(
  z.regex(
    new RegExp(`^[0-9a-f]{24}(,[0-9a-f]{24}){0,${maxPageSize - 1}}$`),
    `must be 1 to ${maxPageSize} ids with commas between them`,
  ),
)

export const listBugs = endpoint({
  method: 'GET',
  path: '/api/bug/list',
  access: 'canViewData',
  summary:
    'One page of the bugs that match all given filters. The keywords are words, "phrases", -word, (a OR b) and terms such as is:open or assignee:@me.',
  query: z.object({ ...listQuery, ...bugQuery, ids: optionalQuery(someBugs) }).check(agesInOrder),
  reply: z.object({
    result: z.array(bugListItem),
    pagination,
    /** Words that occur nowhere, and what was searched instead; only when nothing was found for the words as typed. */
    corrected: z.optional(z.array(z.object({ from: z.string(), to: z.string() }))),
    /** Names before a colon in the keywords that are no terms: they were searched as words. */
    unknownTerms: z.optional(z.array(z.string())),
  }),
})

const oneBug = z.object({ bugId: bugName })

/** Whether a bug comes with its comments. A page that reads them with the timeline leaves them out. */
const withComments = z.object({ comments: optionalQuery(oneOf(['all', 'none'])) })

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

/** The id of a product, or its key; an unknown one is refused by the handler. */
const productName = text(24)

const changedTexts = z.object({ ...bugTexts.shape, baseVersion })

export const reportBug = endpoint({
  method: 'POST',
  path: '/api/bug/new',
  access: 'signed-in',
  summary:
    'Reports a bug. The same Idempotency-Key header from the same person gives the same bug again; another report within 3 seconds is refused.',
  body: z.object({
    ...bugTexts.shape,
    /** Needs canEditMyBug or canClassifyAnyBug. */
    isPrivate: z.optional(z.boolean()),
    /** The id or the key of the product that it goes to; absent: the first one that takes bugs. */
    productId: z.optional(productName),
    /** Custom fields of the product, by their keys. Those that it requires are asked of who names it. */
    fields: z.optional(givenFields),
    /** The ids of a component and of a version of that product. */
    component: z.optional(z.nullable(exactId)),
    foundVersion: z.optional(z.nullable(exactId)),
  }),
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
  summary: 'Assigns a bug to a person, or to nobody.',
  params: oneBug,
  query: withComments,
  body: z.object({ userId: z.nullable(namedId), baseVersion }),
  reply: z.object({ result: bug }),
  conflict,
})

export const moveBug = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/product',
  access: 'canViewData',
  summary:
    'Moves a bug to another product, where it gets another number, or the one that it had there before. Its key until now leads to it further on. By who may edit it, and sees both products.',
  params: oneBug,
  query: withComments,
  body: z.object({ productId: productName, baseVersion }),
  reply: z.object({ result: bug }),
  conflict,
})

export const addReader = endpoint({
  method: 'POST',
  path: '/api/bug/:bugId/readers',
  access: 'canViewData',
  summary:
    'Lets a person see a bug while it is private, who follows it from then on. By who may make it private. The reply has no comments.',
  params: oneBug,
  body: z.object({ userId: namedId }),
  reply: z.object({ result: bug }),
})

export const removeReader = endpoint({
  method: 'DELETE',
  path: '/api/bug/:bugId/readers/:userId',
  access: 'canViewData',
  summary:
    'Takes back that a person was let in to a private bug. By who may make it private. The reply has no comments.',
  params: z.object({ ...oneBug.shape, userId: namedId }),
  reply: z.object({ result: bug }),
})

export const setBugStatus = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/status',
  access: 'signed-in',
  summary:
    'Sets a bug’s status; Closed and Resolved close it. With canCloseAnyBug any; its creator with canEditMyBug Closed, and Open where it is closed.',
  params: oneBug,
  query: withComments,
  body: z.object({ status: choiceShapes.status, baseVersion }),
  reply: z.object({ result: bug }),
  conflict,
})

export const reopenBug = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/reopen',
  access: 'canViewData',
  summary:
    'Opens a closed bug again and has it triaged anew, because it still happens: for its reporter and whom it affects. What happens is said by a comment before.',
  params: oneBug,
  query: withComments,
  body: z.object({}),
  reply: z.object({ result: bug }),
})

export const setBugFields = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/fields',
  access: 'canViewData',
  summary:
    'Sets fields that have no route of their own, and custom fields: all that are named, or none. Each needs the permission that changes it. Labels that others have added or removed since baseVersion stay so.',
  params: oneBug,
  query: withComments,
  body: fieldChanges,
  reply: z.object({ result: bug }),
  conflict,
})

/** Most people that are offered before anybody is searched for. */
export const maxLikelyAssignees = 8

export const listLikelyAssignees = endpoint({
  method: 'GET',
  path: '/api/bug/:bugId/assignees',
  access: 'canReassignAnyBug',
  summary:
    'People to whom the bug is likely to be assigned: the caller, those who have the last bugs of its component, those to whom the caller last assigned bugs, its reporter, and who commented on it.',
  params: oneBug,
  reply: z.object({ result: z.array(user) }),
})
