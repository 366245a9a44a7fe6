import * as z from 'zod/mini'
import { type FieldName, fieldNames } from '#shared/bugs/fields.ts'
import { comment } from '#shared/comments/comment.ts'
import { recordId, timestamp } from '#shared/http/fields.ts'
import { linkKinds } from '#shared/links/link.ts'
import { person } from '#shared/users/contract.ts'

/** What a timeline tells of a bug. */
export const timelineKinds = [
  'reported',
  'edited',
  'status-changed',
  'classified',
  /** Fields that have no kind of their own. */
  'fields-changed',
  /** To another product; the change `product` has the key there and the one that it had. */
  'moved',
  /** Links to other bugs; each is a change of the field `link`. */
  'links-changed',
  'assigned',
  'duplicate-linked',
  /** This bug was merged into another, or such a merge was taken back. */
  'merged',
  /** Another bug became a duplicate of this one, or no longer is; the change `duplicate` names it. */
  'duplicate-added',
  'duplicate-removed',
  /** A person was let in to a private bug, or no longer is; the change `reader` names them. */
  'reader-added',
  'reader-removed',
  'joined',
  'left',
  'comment-added',
  'comment-edited',
  'comment-deleted',
  'comment-restored',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

const ownChanges = ['duplicate', 'field', 'link', 'message', 'reader'] as const
export type ChangedField = FieldName | (typeof ownChanges)[number]
export const changedFields: readonly ChangedField[] = [...fieldNames, ...ownChanges]

/** A value as people read it; `_id` is that of the person, bug or product that it names. Absent where there was none. */
const value = z.optional(z.object({ text: z.string(), _id: z.optional(recordId) }))

export const change = z.object({
  field: z.enum(changedFields),
  from: value,
  to: value,
  /** Of the field `link`: what the other bug is to this one. */
  link: z.optional(z.enum(linkKinds)),
  /** Of the field `field`: what the custom field was called then. */
  name: z.optional(z.string()),
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
  /** Of the kind `reported`: the reporter, where `by` entered the bug for somebody else. */
  reporter: z.optional(person),
  /** Of the kind `comment-added`: the comment as it is now. */
  comment: z.optional(comment),
  /** Of the kind `comment-added`: it came as a mail, and whether the caller may read that. */
  byMail: z.optional(z.object({ isReadable: z.boolean() })),
  /** Of the other kinds that are about a comment. */
  about: z.optional(
    z.object({ commentId: recordId, user: person, isDeleted: z.boolean(), isInternal: z.optional(z.literal(true)) }),
  ),
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
