import * as z from 'zod/mini'
import { maxAttachmentName } from '#shared/attachments/words.ts'
import { choiceShapes } from '#shared/bugs/field-shapes.ts'
import { maxCommentLength } from '#shared/comments/contract.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { bugName, filledText, optionalQuery, recordId, text, timestamp } from '#shared/http/fields.ts'

/** Days for which a link works after its bug was closed. */
export const reporterLinkDays = 180

const token = text(200)
const byToken = z.object({ token })

/** A file of the report, as its reporter sees it. */
export const reportFile = z.object({
  _id: recordId,
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  /** In pixels; present on images that a thumbnail could be made of. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
})
export type ReportFile = z.output<typeof reportFile>

const reportComment = z.object({
  commentId: recordId,
  /** Who wrote it. */
  name: z.string(),
  /** The reporter did. */
  isOwn: z.boolean(),
  createdOn: timestamp,
  editedOn: z.optional(timestamp),
  /** Empty once it is deleted. */
  message: z.string(),
  isDeleted: z.boolean(),
})
export type ReportComment = z.output<typeof reportComment>

/** What a reporter without an account sees of their bug: what everybody may know, and nothing of how the team works on it. */
export const reporterView = z.object({
  key: z.string(),
  productName: z.string(),
  title: z.string(),
  description: z.string(),
  stepsToReproduce: z.string(),
  reporterName: z.string(),
  createdOn: timestamp,
  status: choiceShapes.status,
  isClosed: z.boolean(),
  /** Until when the link works; absent while the bug is open. */
  expiresOn: z.optional(timestamp),
  /** Oldest first. */
  comments: z.array(reportComment),
  /** Those that the texts above refer to. */
  files: z.array(reportFile),
  /** It was merged into another report; with that one's state and title where everybody may see it. */
  merged: z.optional(z.object({ original: z.optional(z.object({ title: z.string(), status: choiceShapes.status })) })),
  /** Whether its reporter is mailed what happens. */
  isMailed: z.boolean(),
})
export type ReporterView = z.output<typeof reporterView>

export const viewReport = endpoint({
  method: 'GET',
  path: '/api/reporter-link/:token',
  access: 'public',
  summary:
    'The report that the link of a reporter without an account is of: its status, texts, comments and files, and nothing else of the bug.',
  params: byToken,
  reply: z.object({ result: reporterView }),
})

export const answerReport = endpoint({
  method: 'POST',
  path: '/api/reporter-link/:token/comments',
  access: 'public',
  summary: 'Adds a comment as the reporter. The same Idempotency-Key header gives the same comment again.',
  params: byToken,
  body: z.object({ message: filledText(maxCommentLength) }),
  reply: z.object({ comment: reportComment }),
})

export const uploadToReport = endpoint({
  method: 'POST',
  path: '/api/reporter-link/:token/attachments',
  access: 'public',
  summary:
    'Stores a file, whose bytes are the body. It is shown once a comment of the reporter refers to it as attachment:id, and deleted after a day when none does.',
  params: byToken,
  query: z.object({ name: filledText(4 * maxAttachmentName) }),
  takes: 'bytes',
  reply: z.object({ result: reportFile }),
})

export const viewReportFile = endpoint({
  method: 'GET',
  path: '/api/reporter-link/:token/attachments/:attachmentId',
  access: 'public',
  summary: 'The content of a file that the report’s texts refer to.',
  params: z.object({ token, attachmentId: recordId }),
  query: z.object({ size: optionalQuery(z.enum(['thumbnail'], 'must be thumbnail or absent')) }),
  gives: 'file',
  reply: z.never(),
})

export const setReportMail = endpoint({
  // It counts against the limits of a link, so it is none that is sent again by itself.
  method: 'POST',
  path: '/api/reporter-link/:token/mail',
  access: 'public',
  summary:
    'Sets whether the reporter is mailed what happens. Who wants it confirms their address by that: the link came there.',
  params: byToken,
  body: z.object({ isMailed: z.boolean() }),
  reply: z.object({ isMailed: z.boolean() }),
})

export const endReporterLink = endpoint({
  method: 'POST',
  path: '/api/reporter-link/:token/end',
  access: 'public',
  summary: 'Ends the link for everybody who has it. The report stays.',
  params: byToken,
  reply: z.object({ isEnded: z.literal(true) }),
})

/** How a bug’s reporter without an account follows it, for the team. */
const reporterLinkState = z.object({
  /** Its reporter has no account, and an address by which a link reaches them. */
  isPossible: z.boolean(),
  /** The reporter’s name; the address is for nobody but them. */
  reporterName: z.string(),
  /** The link that works now, if there is one. */
  link: z.nullable(
    z.object({
      madeOn: timestamp,
      /** When its holder last answered or chose something by it; null: not yet. */
      usedOn: z.nullable(timestamp),
      /** Until when it works; null while the bug is open. */
      expiresOn: z.nullable(timestamp),
      isMailed: z.boolean(),
    }),
  ),
})
export type ReporterLinkState = z.output<typeof reporterLinkState>

const ofBug = z.object({ bugId: bugName })
const stateReply = z.object({ result: reporterLinkState })

export const viewReporterLink = endpoint({
  method: 'GET',
  path: '/api/bug/:bugId/reporter-link',
  access: 'canEditAnyBug',
  summary:
    'Whether the bug’s reporter follows it by a link without an account. The link itself is nobody’s but theirs.',
  params: ofBug,
  reply: stateReply,
})

export const sendReporterLink = endpoint({
  method: 'POST',
  path: '/api/bug/:bugId/reporter-link',
  access: 'canEditAnyBug',
  summary: 'Mails the reporter a new link to their bug; one that they have ends.',
  params: ofBug,
  reply: stateReply,
})

export const revokeReporterLink = endpoint({
  method: 'DELETE',
  path: '/api/bug/:bugId/reporter-link',
  access: 'canEditAnyBug',
  summary: 'Ends the reporter’s link. Where there is none, nothing changes.',
  params: ofBug,
  reply: stateReply,
})
