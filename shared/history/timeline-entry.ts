import * as z from 'zod/mini'
import { type FieldName, fieldNames } from '#shared/bugs/fields.ts'
import { comment } from '#shared/comments/comment.ts'
import { recordId, timestamp } from '#shared/http/fields.ts'
import { person } from '#shared/users/contract.ts'

/** What a timeline tells of a bug. */
export const timelineKinds = [
  'reported',
  'edited',
  'status-changed',
  'classified',
  /** Fields that have no kind of their own. */
  'fields-changed',
  'assigned',
  'duplicate-linked',
  /** This bug was merged into another, or such a merge was taken back. */
  'merged',
  /** Another bug became a duplicate of this one, or no longer is; the change `duplicate` names it. */
  'duplicate-added',
  'duplicate-removed',
  'joined',
  'left',
  'comment-added',
  'comment-edited',
  'comment-deleted',
  'comment-restored',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

export type ChangedField = FieldName | 'duplicate' | 'message'
export const changedFields: readonly ChangedField[] = [...fieldNames, 'duplicate', 'message']

/** A value as people read it; `_id` is that of the person or bug that it names. Absent where there was none. */
const value = z.optional(z.object({ text: z.string(), _id: z.optional(recordId) }))

export const change = z.object({
  field: z.enum(changedFields),
  from: value,
  to: value,
  /** A long text: both sides are left out here and come with the change's own address. */
  isApart: z.boolean(),
})
export type Change = z.output<typeof change>

export const timelineEntry = z.object({
  /** The number of the event that it tells of; later ones are greater. */
  _id: z.string(),
  kind: z.enum(timelineKinds),
  at: timestamp,
  /** Who did it; absent for the product itself and where an old tracker did not say. */
  by: z.optional(person),
  /** Of the kind `comment-added`: the comment as it is now. */
  comment: z.optional(comment),
  /** Of the other kinds that are about a comment. */
  about: z.optional(z.object({ commentId: recordId, user: person, isDeleted: z.boolean() })),
  changes: z.array(change),
  /** Of the kind `merged`: whether the bug is merged since; of `duplicate-added` and `-removed`: whether it was by a merge. */
  isMerged: z.optional(z.boolean()),
  /** The entry that this one takes back. */
  undoes: z.optional(z.string()),
  /** The last entry that took this one back. */
  undoneBy: z.optional(z.string()),
  abilities: z.object({
    /** Whether the caller may take this change back. What came after it may still stand against it. */
    undo: z.boolean(),
  }),
})
export type TimelineEntry = z.output<typeof timelineEntry>
