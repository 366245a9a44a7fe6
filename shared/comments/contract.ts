import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { conflict } from '#shared/history/conflict.ts'
import { bugName, filledText, recordId } from '#shared/http/fields.ts'
import { baseVersion } from '#shared/history/base-version.ts'
import { comment } from './comment.ts'

export const maxCommentLength = 50_000

export const addComment = endpoint({
  method: 'POST',
  path: '/api/bug/:bugId/comments/new',
  access: 'canViewData',
  summary:
    'Adds a comment to a bug, which may ask its reporter something. The same Idempotency-Key header from the same person gives the same comment again.',
  params: z.object({ bugId: bugName }),
  body: z.object({
    message: filledText(maxCommentLength),
    /** It is a question to the reporter: the bug waits for them until they answer. By who may `ask`. */
    asks: z.optional(z.boolean()),
  }),
  reply: z.object({ comment }),
})

export const addInternalComment = endpoint({
  method: 'POST',
  path: '/api/bug/:bugId/internal-comments/new',
  access: 'canViewInternalComments',
  summary:
    'Adds a comment to a bug that only holders of canViewInternalComments see. The same Idempotency-Key header from the same person gives the same comment again.',
  params: z.object({ bugId: bugName }),
  body: z.object({ message: filledText(maxCommentLength) }),
  reply: z.object({ comment }),
})

const oneComment = z.object({ bugId: bugName, commentId: recordId })

export const editComment = endpoint({
  method: 'PUT',
  path: '/api/bug/:bugId/comments/:commentId',
  access: 'canViewData',
  summary: 'Changes the words of one’s own comment; the earlier ones stay in the history.',
  params: oneComment,
  body: z.object({
    message: filledText(maxCommentLength),
    baseVersion,
    /** What it is; a comment of one kind never becomes one of the other. */
    isInternal: z.optional(z.boolean()),
  }),
  reply: z.object({ comment }),
  conflict,
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/bug/:bugId/comments/:commentId',
  access: 'canViewData',
  summary: 'Deletes one’s own comment, or any with canEditAnyBug; its place in the conversation stays.',
  params: oneComment,
  reply: z.object({ comment }),
})
