import type { Actor } from '#server/access/actor.ts'
import type { TimelineKind } from '#shared/history/timeline-entry.ts'

/** A change as the rule about undoing looks at it. */
export interface UndoableEvent {
  readonly kind: TimelineKind
  /** Who did it. */
  readonly actorId: string | null
  readonly bugCreatedBy: string
  /** Of an event about a comment. */
  readonly comment: { readonly authorId: string; readonly isDeleted: boolean } | null
  /** It was taken back already. */
  readonly isUndone: boolean
}

/**
 * A change is taken back by who may make such a change. The words of a deleted comment come back by who deleted it, or
 * with canEditAnyBug. What was reported or said is not a change: a comment is deleted, a bug closed.
 */
export function mayUndo(actor: Actor, event: UndoableEvent): boolean {
  const { permissions, userId } = actor
  if (event.isUndone) return false
  switch (event.kind) {
    case 'edited':
      return permissions.has('canEditAnyBug') || (permissions.has('canEditMyBug') && event.bugCreatedBy === userId)
    case 'status-changed':
      return permissions.has('canCloseAnyBug')
    case 'classified':
    case 'duplicate-linked':
      return permissions.has('canClassifyAnyBug')
    case 'assigned':
      return permissions.has('canReassignAnyBug')
    case 'comment-edited':
      return event.comment?.authorId === userId && !event.comment.isDeleted
    case 'comment-deleted':
      return event.comment?.isDeleted === true && (event.actorId === userId || permissions.has('canEditAnyBug'))
    default:
      return false
  }
}
