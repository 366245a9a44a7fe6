import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { filledText, moment, recordId } from '#shared/http/fields.ts'
import { person } from '#shared/users/contract.ts'

export const maxCommentLength = 50_000

export const comment = z.object({
  commentId: recordId,
  user: person,
  createdOn: moment,
  /** Empty once the comment is deleted. */
  message: z.string(),
  editedOn: z.optional(moment),
  isDeleted: z.boolean(),
  abilities: z.object({ edit: z.boolean(), delete: z.boolean() }),
})

export type Comment = z.output<typeof comment>

export const addComment = endpoint({
  method: 'POST',
  path: '/api/bug/:bugId/comments/new',
  access: 'canViewData',
  summary: 'Adds a comment to a bug.',
  params: z.object({ bugId: recordId }),
  body: z.object({ message: filledText(maxCommentLength) }),
  reply: z.object({ comment }),
})

const oneComment = z.object({ bugId: recordId, commentId: recordId })

export const editComment = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/comments/:commentId',
  access: 'canViewData',
  summary: 'Changes the words of one’s own comment; the earlier ones stay in the history.',
  params: oneComment,
  body: z.object({ message: filledText(maxCommentLength) }),
  reply: z.object({ comment }),
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/bug/:bugId/comments/:commentId',
  access: 'canViewData',
  summary: 'Deletes one’s own comment, or any with canEditAnyBug; its place in the conversation stays.',
  params: oneComment,
  reply: z.object({ comment }),
})
