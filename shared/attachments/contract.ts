import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { bugName, filledText, optionalQuery, recordId, text, timestamp } from '#shared/http/fields.ts'
import { person } from '#shared/users/contract.ts'
import { maxAttachmentName, maxAttachmentsAsked, maxAttachmentsListed } from './words.ts'

export const attachment = z.object({
  _id: recordId,
  name: z.string(),
  /** Detected from its first bytes, whatever the sender called it. */
  mediaType: z.string(),
  bytes: z.int(),
  /** In pixels, upright; present on images that a thumbnail could be made of. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  uploadedBy: person,
  createdOn: timestamp,
})
export type Attachment = z.output<typeof attachment>

export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/api/attachments',
  access: 'signed-in',
  summary:
    'Stores a file, whose bytes are the body. It belongs to nobody else until a text of its uploader refers to it as attachment:id, and is deleted after a day when none does.',
  query: z.object({ name: filledText(4 * maxAttachmentName) }),
  takes: 'bytes',
  reply: z.object({ result: attachment }),
})

const ids = new RegExp(`^[0-9a-f]{24}(,[0-9a-f]{24}){0,${maxAttachmentsAsked - 1}}$`)

export const listAttachments = endpoint({
  method: 'GET',
  path: '/api/attachments',
  access: 'signed-in',
  summary: 'What is known of these attachments, in no order; those that the caller may not see are left out.',
  query: z.object({
    ids: text(25 * maxAttachmentsAsked).check(
      z.regex(ids, `must be 1 to ${maxAttachmentsAsked} ids of 24 hexadecimal digits, with commas between them`),
    ),
  }),
  reply: z.object({ result: z.array(attachment) }),
})

export const viewAttachment = endpoint({
  method: 'GET',
  path: '/api/attachments/:attachmentId',
  access: 'signed-in',
  summary:
    'A file’s content: for who may see its bug, or for its uploader while no text refers to it. Images are shown, everything else is saved.',
  params: z.object({ attachmentId: recordId }),
  query: z.object({ size: optionalQuery(z.enum(['thumbnail'], 'must be thumbnail or absent')) }),
  gives: 'file',
  reply: z.never(),
})

export const listBugAttachments = endpoint({
  method: 'GET',
  path: '/api/bug/:bugId/attachments',
  access: 'canViewData',
  summary: `The last ${maxAttachmentsListed} files that the texts of a bug and its comments ever referred to, oldest first. Those of deleted comments are left out.`,
  params: z.object({ bugId: bugName }),
  reply: z.object({ result: z.array(attachment) }),
})
