import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { filledText, moment, recordId } from '#shared/http/fields.ts'
import { person } from '#shared/users/contract.ts'

export const maxCommentLength = 50_000

export const comment = z.object({
  commentId: recordId,
  user: person,
  createdOn: moment,
  message: z.string(),
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
