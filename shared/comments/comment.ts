import * as z from 'zod/mini'
import { recordId, timestamp } from '#shared/http/fields.ts'
import { mention } from '#shared/texts/mention.ts'
import { person } from '#shared/users/contract.ts'

export const comment = z.object({
  commentId: recordId,
  user: person,
  createdOn: timestamp,
  /** Empty once the comment is deleted. */
  message: z.string(),
  /** Counts the changes of its text; an edit names the one it began from. */
  version: z.int(),
  editedOn: z.optional(timestamp),
  /** Only holders of canViewInternalComments see it. Absent on others. */
  isInternal: z.optional(z.literal(true)),
  isDeleted: z.boolean(),
  /** The people whom its text mentions; empty once the comment is deleted. */
  mentions: z.array(mention),
  abilities: z.object({ edit: z.boolean(), delete: z.boolean() }),
})

export type Comment = z.output<typeof comment>
