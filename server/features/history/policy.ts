import type { Actor } from '#server/access/actor.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import { fieldNames, mayChange } from '#shared/bugs/fields.ts'
import type { Comment } from '#shared/comments/comment.ts'
import type { ChangedField, TimelineKind } from '#shared/history/timeline-entry.ts'

/** A change as the rule about undoing looks at it. */
export interface UndoableEvent {
  readonly kind: TimelineKind
  /** Who did it. */
  readonly actorId: string | null
  /** What the one who wants to undo it may do to its bug. */
  readonly bugAbilities: Bug['abilities']
  /** Of an event about a comment, as it is now. */
  readonly comment: { readonly abilities: Comment['abilities']; readonly isDeleted: boolean } | null
  /** The fields that it changed. */
  readonly changed: readonly ChangedField[]
  /** It was taken back already. */
  readonly isUndone: boolean
}

/**
 * A change is taken back by who may make such a change. The words of a deleted comment come back by who deleted it, or
 * with canEditAnyBug. What was reported or said is not a change: a comment is deleted, a bug closed.
 */
export function mayUndo(
  actor: Actor,
  { kind, actorId, bugAbilities, comment, changed, isUndone }: UndoableEvent,
): boolean {
  if (isUndone) return false
  switch (kind) {
    case 'edited':
    case 'status-changed':
    case 'classified':
    case 'fields-changed':
    case 'duplicate-linked':
    case 'merged':
    case 'assigned':
      return changed.length > 0 && fieldNames.every((name) => !changed.includes(name) || mayChange(bugAbilities, name))
    case 'comment-edited':
      return comment?.abilities.edit === true
    case 'comment-deleted':
      return comment?.isDeleted === true && (actorId === actor.userId || bugAbilities.editAny)
    default:
      return false
  }
}
