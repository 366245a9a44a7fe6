import type { Actor } from '#server/access/actor.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import { fieldNames, mayChange, maySet } from '#shared/bugs/fields.ts'
import type { Comment } from '#shared/comments/comment.ts'
import type { Change, TimelineKind } from '#shared/history/timeline-entry.ts'

/** A change as the rule about undoing looks at it. */
export interface UndoableEvent {
  readonly kind: TimelineKind
  /** Who did it. */
  readonly actorId: string | null
  /** What the one who wants to undo it may do to its bug. */
  readonly bugAbilities: Bug['abilities']
  /** Of an event about a comment, as it is now. */
  readonly comment: { readonly abilities: Comment['abilities']; readonly isDeleted: boolean } | null
  readonly changes: readonly Pick<Change, 'field' | 'to'>[]
  /** It was taken back already. */
  readonly isUndone: boolean
}

/**
 * A change is taken back by who may make such changes; by who may set a few values alone, where they set one of these
 * themselves. The words of a deleted comment come back by who deleted it, or with canEditAnyBug. What was reported or
 * said is not a change: a comment is deleted, a bug closed.
 */
export function mayUndo(
  actor: Actor,
  { kind, actorId, bugAbilities, comment, changes, isUndone }: UndoableEvent,
): boolean {
  if (isUndone) return false
  const mayTakeBack = ({ field, to }: UndoableEvent['changes'][number]) => {
    if (field === 'link') return bugAbilities.classify
    if (field === 'field') return bugAbilities.editMy || bugAbilities.editAny
    const name = fieldNames.find((one) => one === field)
    if (name === undefined) return true
    return mayChange(bugAbilities, name) || (actorId === actor.userId && maySet(bugAbilities, name, to?.text))
  }
  switch (kind) {
    case 'edited':
    case 'status-changed':
    case 'classified':
    case 'fields-changed':
    case 'links-changed':
    case 'duplicate-linked':
    case 'merged':
    case 'assigned':
      return changes.length > 0 && changes.every((change) => mayTakeBack(change))
    case 'moved':
      // What the move took from it comes back with it.
      return changes.some(({ field }) => field === 'product') && mayChange(bugAbilities, 'product')
    case 'comment-edited':
      return comment?.abilities.edit === true
    case 'comment-deleted':
      return comment?.isDeleted === true && (actorId === actor.userId || bugAbilities.editAny)
    default:
      return false
  }
}
