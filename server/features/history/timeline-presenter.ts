import type { Actor } from '#server/access/actor.ts'
import { bugAbilities, timelineKinds } from '#server/features/bugs/public.ts'
import type { BugPlace, LabelsAtTime, LinkChange, LinksAtTime, PartAtTime, PartChange } from '#server/events/event.ts'
import { presentComment } from '#server/features/comments/public.ts'
import { flagNames, type LabelsName, labelsNames, type PartName, partNames, plainNames } from '#shared/bugs/fields.ts'
import { fieldText, type StoredValue } from '#shared/custom-fields/custom-field.ts'
import { hiddenBugTitle } from '#shared/bugs/words.ts'
import { hiddenPart, hiddenProduct } from '#shared/products/words.ts'
import type { ChangedField, Change, TimelineEntry } from '#shared/history/timeline-entry.ts'
import type { LinkKind } from '#shared/links/link.ts'
import type { EventRow } from './event-rows.ts'
import { customChangesIn } from './rebuild-bug.ts'
import { mayUndo, type UndoableEvent } from './policy.ts'

/** An event as `actor` may see it; the words of a deleted comment are nobody's to see. */
export function presentEntry(row: EventRow, actor: Actor, bug: { readonly createdBy: string }): TimelineEntry {
  const { comment } = row
  return {
    _id: String(row.id),
    kind: timelineKinds[row.type],
    at: timestampOf(row),
    ...(row.actor_id !== null && { by: { _id: row.actor_id, fullName: row.actor_name ?? '' } }),
    ...(comment &&
      (timelineKinds[row.type] === 'comment-added'
        ? { comment: presentComment(comment, actor), ...byMail(row, actor) }
        : {
            about: {
              commentId: comment.commentId,
              user: comment.user,
              isDeleted: comment.deletedOn !== null,
              ...(comment.isInternal && { isInternal: true as const }),
            },
          })),
    changes: changesOf(row),
    ...reporterOf(row),
    ...mergedOf(row),
    ...(row.undoes !== null && { undoes: String(row.undoes) }),
    ...(row.undone_by !== null && { undoneBy: String(row.undone_by) }),
    abilities: {
      undo: mayUndo(actor, undoableEvent(row, actor, bug)),
    },
  }
}

/** That a comment came as a mail; those who may edit any bug read the mail itself, unless the comment was deleted. */
function byMail({ detail, comment }: EventRow, actor: Actor): Pick<TimelineEntry, 'byMail'> {
  if (detail['byMail'] !== true) return {}
  return { byMail: { isReadable: comment?.deletedOn === null && actor.permissions.has('canEditAnyBug') } }
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
    changes: changesOf(row),
    isUndone: undone_by !== null,
  }
}

/** An event of an old tracker happened when that says, and was recorded later. */
export function timestampOf({ type, at, detail }: Pick<EventRow, 'type' | 'at' | 'detail'>): string {
  const before = type === 'bug-reported' || timelineKinds[type] === 'comment-added' ? detail['createdOn'] : undefined
  return typeof before === 'string' ? before : at.toISOString()
}

function changesOf({ type, detail, from_label, to_label, names, parts_seen, comment }: EventRow): Change[] {
  const from = detail['from'] as string | null | undefined
  const to = detail['to'] as string | null | undefined
  const named = (nameOf: typeof person) => ({
    from: nameOf(from, from_label),
    to: nameOf(to, to_label),
    isApart: false,
  })
  const partsOf = (name: PartName) => partOf(detail[name] as PartChange | undefined, name, parts_seen)
  const plain = (field: ChangedField) => ({ field, from: text(from), to: text(to), isApart: false })
  switch (type) {
    case 'bug-reported':
      return reportedWith(detail, from_label, parts_seen)
    case 'bug-edited':
      return editedTexts(detail)
    case 'bug-status-changed':
      return [plain('status')]
    case 'bug-classified':
      return [plain('classification'), ...linkOf(detail, from_label, to_label)]
    case 'bug-fields-changed':
      return [
        ...[...plainNames, ...flagNames].flatMap((name) => factOf(detail, name)),
        ...partNames.flatMap(partsOf),
        ...labelsNames.flatMap((name) => labelsOf(detail, name)),
        ...customOf(detail, names ?? {}),
      ]
    case 'bug-moved':
      return [
        { field: 'product', from: place(from, from_label), to: place(to, to_label), isApart: false },
        ...partNames.flatMap(partsOf),
        ...customOf(detail, names ?? {}),
      ]
    case 'bug-links-changed':
      return linksOf(detail, names ?? {})
    case 'bug-merged':
      return [...linkOf(detail, from_label, to_label), ...factOf(detail, 'classification'), ...factOf(detail, 'status')]
    case 'bug-duplicate-added':
      return [{ field: 'duplicate', from: undefined, to: duplicate(detail, to_label), isApart: false }]
    case 'bug-duplicate-removed':
      return [{ field: 'duplicate', from: duplicate(detail, to_label), to: undefined, isApart: false }]
    case 'bug-reader-added':
      return [{ field: 'reader', from: undefined, to: person(detail['userId'] as string, to_label), isApart: false }]
    case 'bug-reader-removed':
      return [{ field: 'reader', from: person(detail['userId'] as string, to_label), to: undefined, isApart: false }]
    case 'bug-assigned':
      return [{ field: 'assignee', ...named(person) }]
    case 'bug-duplicate-linked':
      return [{ field: 'duplicateOf', ...named(otherBug) }]
    case 'comment-added':
      return factOf(detail, 'isWaiting')
    case 'comment-edited':
    case 'internal-comment-edited':
      return comment?.deletedOn === null ? [apart('message')] : []
    default:
      return []
  }
}

function linkOf(detail: EventRow['detail'], fromLabel: string | null, toLabel: string | null): Change[] {
  const link = detail['duplicateOf'] as LinkChange | undefined
  if (!link) return []
  return [
    { field: 'duplicateOf', from: otherBug(link.from, fromLabel), to: otherBug(link.to, toLabel), isApart: false },
  ]
}

function factOf(detail: EventRow['detail'], field: ChangedField): Change[] {
  const fact = detail[field] as { from: string | boolean; to: string | boolean } | undefined
  return fact ? [{ field, from: text(fact.from), to: text(fact.to), isApart: false }] : []
}

/** Each link by itself: one that ended has no `to`, one that began no `from`. */
function linksOf(detail: EventRow['detail'], names: Readonly<Record<string, string>>): Change[] {
  const { added, removed } = detail as unknown as LinksAtTime
  const told = (link: LinksAtTime['added'][number]) => otherBug(link.bugId, names[link.bugId] ?? null)
  const kindOf = (link: LinksAtTime['added'][number]) => link.kind as LinkKind
  return [
    ...removed.map((link) => ({
      field: 'link' as const,
      from: told(link),
      to: undefined,
      link: kindOf(link),
      isApart: false,
    })),
    ...added.map((link) => ({
      field: 'link' as const,
      from: undefined,
      to: told(link),
      link: kindOf(link),
      isApart: false,
    })),
  ]
}

/** A component or version by the name that it had then. @param seen the ids of those that the reader may see */
function partOf(change: Partial<PartChange> | undefined, field: PartName, seen: EventRow['parts_seen']): Change[] {
  const told = (value: PartAtTime | null | undefined): Change['to'] => {
    if (!value) return undefined
    return seen?.includes(value.id) ? { text: value.name, _id: value.id } : { text: hiddenPart }
  }
  return change ? [{ field, from: told(change.from), to: told(change.to), isApart: false }] : []
}

/** What a report came with beside its texts: components and versions, and to whom that assigned it. An import tells nothing. */
function reportedWith(detail: EventRow['detail'], assignee: string | null, seen: EventRow['parts_seen']): Change[] {
  if (detail['externalId'] !== undefined) return []
  const parts = (detail['parts'] ?? {}) as { readonly [N in PartName]?: PartAtTime }
  const assignedTo = detail['assignedTo'] as string | undefined
  return [
    ...partNames.flatMap((field) => partOf(parts[field] && { to: parts[field] }, field, seen)),
    ...(assignedTo === undefined
      ? []
      : [{ field: 'assignee' as const, from: undefined, to: person(assignedTo, assignee), isApart: false }]),
  ]
}

/** Each label by itself: one that was removed has no `to`, one that was added no `from`. */
function labelsOf(detail: EventRow['detail'], field: LabelsName): Change[] {
  const { added = [], removed = [] } = (detail[field] ?? {}) as Partial<LabelsAtTime>
  return [
    ...removed.map(({ id, name }) => ({ field, from: person(id, name), to: undefined, isApart: false })),
    ...added.map(({ id, name }) => ({ field, from: undefined, to: person(id, name), isApart: false })),
  ]
}

/** Custom fields by the names that they had then. @param names those of people, by their ids */
function customOf(detail: EventRow['detail'], names: Readonly<Record<string, string>>): Change[] {
  const told = (value: StoredValue | null) =>
    value === null ? undefined : { text: fieldText(value, (id) => names[id] ?? '') }
  const changes = Object.values(customChangesIn(detail))
  return changes
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(({ name, from, to }) => ({
      field: 'field',
      name,
      from: told(from),
      to: told(to),
      isApart: false,
    }))
}

/** The reporter of a bug that somebody else entered, such as from a chat. */
function reporterOf({ type, detail, actor_id, to_label }: EventRow): Pick<TimelineEntry, 'reporter'> {
  const { createdBy } = detail
  if (type !== 'bug-reported' || actor_id === null || typeof createdBy !== 'string' || createdBy === actor_id) return {}
  return { reporter: { _id: createdBy, fullName: to_label ?? '' } }
}

const duplicate = (detail: EventRow['detail'], label: string | null) => otherBug(detail['bugId'] as string, label)

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

/** Of a flag only that it is true; nothing is as if it had no value. */
const text = (value: string | boolean | null | undefined) =>
  typeof value === 'string' ? { text: value } : value === true ? { text: 'yes' } : undefined

/** By its key, which tells the product too, unless the reader may not see that. */
const place = (value: unknown, key: string | null) =>
  key === null ? { text: hiddenProduct } : { text: key, _id: (value as BugPlace).productId }

/** A person, or a label, by the name. */
const person = (id: string | null | undefined, name: string | null): Change['to'] =>
  typeof id === 'string' ? { text: name ?? '', _id: id } : undefined

/** A bug by its key and title; one that the reader may not see has none of them, and no id. */
function otherBug(id: string | null | undefined, name: string | null): Change['to'] {
  if (typeof id !== 'string') return undefined
  return name === null ? { text: hiddenBugTitle } : { text: name, _id: id }
}
