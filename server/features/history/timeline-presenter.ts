import type { Actor } from '#server/access/actor.ts'
import { bugAbilities, timelineKinds } from '#server/features/bugs/public.ts'
import type { LinkChange } from '#server/events/event.ts'
import { presentComment } from '#server/features/comments/public.ts'
import { plainNames } from '#shared/bugs/fields.ts'
import type { ChangedField, Change, TimelineEntry } from '#shared/history/timeline-entry.ts'
import type { EventRow } from './event-rows.ts'
import { mayUndo, type UndoableEvent } from './policy.ts'

/** An event as `actor` may see it; the words of a deleted comment are nobody's to see. */
export function presentEntry(row: EventRow, actor: Actor, bug: { readonly createdBy: string }): TimelineEntry {
  const { comment } = row
  return {
    _id: String(row.id),
    kind: timelineKinds[row.type],
    at: momentOf(row),
    ...(row.actor_id !== null && { by: { _id: row.actor_id, fullName: row.actor_name ?? '' } }),
    ...(comment &&
      (row.type === 'comment-added'
        ? { comment: presentComment(comment, actor) }
        : {
            about: { commentId: comment.commentId, user: comment.user, isDeleted: comment.deletedOn !== null },
          })),
    changes: changesOf(row),
    ...mergedOf(row),
    ...(row.undoes !== null && { undoes: String(row.undoes) }),
    ...(row.undone_by !== null && { undoneBy: String(row.undone_by) }),
    abilities: {
      undo: mayUndo(actor, undoableEvent(row, actor, bug)),
    },
  }
}

/** What the rule about undoing wants to know of an event. */
export function undoableEvent(row: EventRow, actor: Actor, bug: { readonly createdBy: string }): UndoableEvent {
  const { type, actor_id: actorId, comment, undone_by } = row
  const said = comment && presentComment(comment, actor)
  return {
    kind: timelineKinds[type],
    actorId,
    bugAbilities: bugAbilities(actor, bug),
    comment: said && { abilities: said.abilities, isDeleted: said.isDeleted },
    changed: changesOf(row).map(({ field }) => field),
    isUndone: undone_by !== null,
  }
}

/** An event of an old tracker happened when that says, and was recorded later. */
export function momentOf({ type, at, detail }: Pick<EventRow, 'type' | 'at' | 'detail'>): string {
  const before = type === 'bug-reported' || type === 'comment-added' ? detail['createdOn'] : undefined
  return typeof before === 'string' ? before : at.toISOString()
}

function changesOf({ type, detail, from_label, to_label, comment }: EventRow): Change[] {
  const from = detail['from'] as string | null | undefined
  const to = detail['to'] as string | null | undefined
  const named = { from: record(from, from_label), to: record(to, to_label), isApart: false }
  const plain = (field: ChangedField) => ({ field, from: text(from), to: text(to), isApart: false })
  switch (type) {
    case 'bug-edited':
      return editedTexts(detail)
    case 'bug-status-changed':
      return [plain('status')]
    case 'bug-classified':
      return [plain('classification'), ...linkOf(detail, from_label, to_label)]
    case 'bug-fields-changed':
      return plainNames.flatMap((name) => factOf(detail, name))
    case 'bug-merged':
      return [...linkOf(detail, from_label, to_label), ...factOf(detail, 'classification'), ...factOf(detail, 'status')]
    case 'bug-duplicate-added':
      return [{ field: 'duplicate', from: undefined, to: duplicate(detail, to_label), isApart: false }]
    case 'bug-duplicate-removed':
      return [{ field: 'duplicate', from: duplicate(detail, to_label), to: undefined, isApart: false }]
    case 'bug-assigned':
      return [{ field: 'assignee', ...named }]
    case 'bug-duplicate-linked':
      return [{ field: 'duplicateOf', ...named }]
    case 'comment-edited':
      return comment?.deletedOn === null ? [apart('message')] : []
    default:
      return []
  }
}

function linkOf(detail: EventRow['detail'], fromLabel: string | null, toLabel: string | null): Change[] {
  const link = detail['duplicateOf'] as LinkChange | undefined
  if (!link) return []
  return [{ field: 'duplicateOf', from: record(link.from, fromLabel), to: record(link.to, toLabel), isApart: false }]
}

function factOf(detail: EventRow['detail'], field: ChangedField): Change[] {
  const fact = detail[field] as { from: string; to: string } | undefined
  return fact ? [{ field, from: text(fact.from), to: text(fact.to), isApart: false }] : []
}

const duplicate = (detail: EventRow['detail'], label: string | null) => record(detail['bugId'] as string, label)

/** Whether a merge began or ended, of the entries that may tell of one. */
function mergedOf({ type, detail }: EventRow): { isMerged?: boolean } {
  if (type === 'bug-merged') return { isMerged: (detail['merged'] as { to: boolean }).to }
  const { isMerged } = detail
  return typeof isMerged === 'boolean' ? { isMerged } : {}
}

function editedTexts(detail: EventRow['detail']): Change[] {
  const title = detail['title'] as { from: string; to: string } | undefined
  const changes: Change[] = title
    ? [{ field: 'title', from: text(title.from), to: text(title.to), isApart: false }]
    : []
  for (const field of ['description', 'stepsToReproduce'] as const) {
    if (detail.texts?.includes(field)) changes.push(apart(field))
  }
  return changes
}

/** A long text, which comes with the change's own address. */
const apart = (field: ChangedField): Change => ({ field, from: undefined, to: undefined, isApart: true })

const text = (value: string | null | undefined) => (typeof value === 'string' ? { text: value } : undefined)

const record = (id: string | null | undefined, label: string | null) =>
  typeof id === 'string' ? { text: label ?? '', _id: id } : undefined
