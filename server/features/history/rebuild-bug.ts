import type {
  BugPlace,
  EventPayloads,
  FlagChange,
  FieldChange,
  FieldChanges,
  PartChange,
} from '#server/events/event.ts'
import { type BugEventType, isInternalEvent } from '#server/features/bugs/public.ts'
import type { EndedLabel } from '#server/features/labels/public.ts'
import {
  eachField,
  flagNames,
  type FlagValues,
  initialValues,
  labelsNames,
  type PartName,
  partNames,
  type PartValues,
  plainNames,
  type PlainValues,
} from '#shared/bugs/fields.ts'
import { fieldsWithAccounts, type StoredFields, type StoredValue } from '#shared/custom-fields/custom-field.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'

/** An event of a bug with everything that it keeps. */
export interface KeptEvent {
  readonly id: number
  readonly type: BugEventType
  readonly at: Date
  /** Null for the product itself. */
  readonly actorId: string | null
  readonly payload: Readonly<Record<string, unknown>>
}

export interface RebuiltComment {
  readonly id: string
  readonly userId: string
  readonly isInternal: boolean
  readonly createdOn: Date
  message: string
  version: number
  editedOn: Date | null
  deletedOn: Date | null
}

/** A bug made of its events alone. */
export interface RebuiltBug extends PlainValues, FlagValues, PartValues {
  title: string
  description: string
  stepsToReproduce: string
  readonly createdOn: Date
  readonly createdBy: string
  /** Null for a bug from before there were products, which was given its number then. */
  place: BugPlace | null
  /** When its timeline was last added to. */
  updatedOn: Date
  status: BugStatus
  classification: Classification
  duplicateOf: string | null
  isMerged: boolean
  assignedTo: string | null
  assignedOn: Date | null
  readonly importedProduct: string | null
  readonly importedComponent: string | null
  readonly externalId: string | null
  /** The ids of its labels. */
  readonly labels: Set<string>
  /** Its custom fields, by their keys. */
  fields: StoredFields
  /** What it is linked to, each as its kind and the other bug's id. */
  readonly links: Set<string>
  /** Who was let in, by the order of their ids. */
  readers: string[]
  /** By id, in the order in which they were said. */
  readonly comments: Map<string, RebuiltComment>
  /** By person: whether they say that it affects them, and since when. */
  readonly joins: Map<string, { readonly isJoined: boolean; readonly since: Date }>
}

/**
 * Makes a bug from its events, oldest first.
 * @param ended the labels that were merged or deleted until then, which changes bugs without an event of theirs
 * @param given the accounts that people of imports were found to be, whose bugs and comments these are
 * @throws Error when they don't begin with the report or speak of a comment that nobody made: events are the truth, so
 *   that would be a defect
 */
export function rebuildBug(
  kept: readonly KeptEvent[],
  ended: readonly EndedLabel[],
  given: ReadonlyMap<string, string>,
): RebuiltBug {
  const [first, ...others] = given.size === 0 ? kept : kept.map((event) => withAccounts(event, given))
  if (first?.type !== 'bug-reported') throw new Error('a bug’s first event must be its report')
  const bug = reported(first.payload as unknown as EventPayloads['bug-reported'])
  const ends = ended.values()
  let end = ends.next()
  /** Ends labels in between, as far as that was before an event. */
  const endBefore = (eventId: number) => {
    for (; !end.done && end.value.eventId < eventId; end = ends.next()) endLabel(bug, end.value)
  }
  for (const event of others) {
    endBefore(event.id)
    apply(bug, event)
    const on = updatedBy(event)
    if (on && on > bug.updatedOn) bug.updatedOn = on
  }
  endBefore(Number.POSITIVE_INFINITY)
  bug.fields = fieldsWithAccounts(bug.fields, given)
  return bug
}

/** What of a payload is the id of a person. */
const peopleIn: { readonly [T in BugEventType]?: readonly string[] } = {
  'bug-reported': ['createdBy', 'assignedTo'],
  'bug-assigned': ['from', 'to'],
  'bug-reader-added': ['userId'],
  'bug-reader-removed': ['userId'],
  'bug-joined': ['userId'],
  'bug-left': ['userId'],
  'comment-added': ['userId'],
  'internal-comment-added': ['userId'],
}

function withAccounts(event: KeptEvent, given: ReadonlyMap<string, string>): KeptEvent {
  const { type, payload } = event
  const named = (peopleIn[type] ?? []).flatMap((what) => {
    const id = (payload as Readonly<Record<string, unknown>>)[what]
    const account = typeof id === 'string' ? given.get(id) : undefined
    return account === undefined ? [] : [[what, account]]
  })
  return named.length === 0 ? event : { ...event, payload: { ...payload, ...Object.fromEntries(named) } }
}

function endLabel({ labels }: RebuiltBug, { id, into }: EndedLabel): void {
  if (labels.delete(id) && into !== null) labels.add(into)
}

function reported(payload: EventPayloads['bug-reported']): RebuiltBug {
  return {
    title: payload.title,
    description: payload.description,
    stepsToReproduce: payload.stepsToReproduce,
    createdOn: new Date(payload.createdOn),
    createdBy: payload.createdBy,
    place: payload.place ?? null,
    updatedOn: new Date(payload.createdOn),
    status: (payload.status ?? 'Open') as BugStatus,
    classification: (payload.classification ?? 'unclassified') as Classification,
    duplicateOf: payload.duplicateOf ?? null,
    isMerged: false,
    assignedTo: payload.assignedTo ?? null,
    assignedOn: payload.assignedOn === undefined ? null : new Date(payload.assignedOn),
    importedProduct: payload.product ?? null,
    importedComponent: payload.component ?? null,
    externalId: payload.externalId ?? null,
    labels: new Set(payload.labels?.map(({ id }) => id)),
    fields: payload.fields ?? {},
    links: new Set(),
    readers: [],
    comments: new Map(),
    joins: new Map(),
    ...eachField(flagNames, (name) => payload[name] ?? false),
    ...(eachField(partNames, (name) => payload.parts?.[name]?.id ?? null) as PartValues),
    ...(eachField(plainNames, (name) => payload[name] ?? initialValues[name]) as PlainValues),
  }
}

/**
 * When an event updated the bug, as the trigger of `bug_updates` has it; undefined for the links of an import, and for internal
 * comments, which must not move a bug for who may not see them.
 */
function updatedBy({ type, at, actorId, payload }: KeptEvent): Date | undefined {
  if (isInternalEvent(type)) return undefined
  if ((type === 'bug-duplicate-linked' || type === 'bug-links-changed') && actorId === null) return undefined
  return type === 'comment-added' ? new Date((payload as EventPayloads['comment-added']).createdOn) : at
}

type Apply<T extends BugEventType> = (bug: RebuiltBug, payload: EventPayloads[T], at: Date) => void

const appliers: { readonly [T in BugEventType]: Apply<T> } = {
  'bug-reported': () => {
    throw new Error('a bug is reported once')
  },
  'bug-edited': (bug, { title, description, stepsToReproduce }) => {
    if (title) bug.title = title.to
    if (description) bug.description = description.to
    if (stepsToReproduce) bug.stepsToReproduce = stepsToReproduce.to
  },
  'bug-status-changed': (bug, { to }) => {
    bug.status = to as BugStatus
  },
  'bug-classified': (bug, { to, duplicateOf, merged }) => {
    bug.classification = to as Classification
    if (duplicateOf) bug.duplicateOf = duplicateOf.to
    if (merged) bug.isMerged = merged.to
  },
  'bug-fields-changed': (bug, changes) => {
    applyParts(bug, changes)
    for (const name of [...plainNames, ...flagNames]) {
      const change = changes[name]
      if (change) Object.assign(bug, { [name]: change.to })
    }
    for (const name of labelsNames) {
      for (const { id } of changes[name]?.removed ?? []) bug[name].delete(id)
      for (const { id } of changes[name]?.added ?? []) bug[name].add(id)
    }
    setFields(bug, changes)
  },
  'bug-links-changed': (bug, { added, removed }) => {
    for (const { kind, bugId } of removed) bug.links.delete(`${kind} ${bugId}`)
    for (const { kind, bugId } of added) bug.links.add(`${kind} ${bugId}`)
  },
  'bug-moved': (bug, { to, ...changes }) => {
    applyParts(bug, changes)
    bug.place = to
    setFields(bug, changes)
  },
  'bug-assigned': (bug, { to, assignedOn }) => {
    bug.assignedTo = to
    bug.assignedOn = assignedOn === null ? null : new Date(assignedOn)
  },
  'bug-duplicate-linked': (bug, { to, merged }) => {
    bug.duplicateOf = to
    if (merged) bug.isMerged = merged.to
  },
  'bug-merged': (bug, { merged, duplicateOf, classification, status }) => {
    bug.isMerged = merged.to
    bug.duplicateOf = duplicateOf.to
    if (classification) bug.classification = classification.to as Classification
    if (status) bug.status = status.to as BugStatus
  },
  // Told to the original; what changed stands with the duplicate.
  'bug-duplicate-added': () => {},
  'bug-duplicate-removed': () => {},
  'bug-reader-added': (bug, { userId }) => {
    bug.readers = [...bug.readers, userId].toSorted()
  },
  'bug-reader-removed': (bug, { userId }) => {
    bug.readers = bug.readers.filter((reader) => reader !== userId)
  },
  'bug-joined': (bug, { userId, on }) => {
    bug.joins.set(userId, { isJoined: true, since: new Date(on) })
  },
  'bug-left': (bug, { userId, on }) => {
    bug.joins.set(userId, { isJoined: false, since: new Date(on) })
  },
  'comment-added': (bug, payload) => {
    noteWaiting(bug, payload)
    addComment(bug, payload, false)
  },
  'comment-edited': editComment,
  'comment-deleted': (bug, payload, at) => {
    noteWaiting(bug, payload)
    deleteComment(bug, payload, at)
  },
  'comment-restored': (bug, payload) => {
    noteWaiting(bug, payload)
    restoreComment(bug, payload)
  },
  'internal-comment-added': (bug, payload) => addComment(bug, payload, true),
  'internal-comment-edited': editComment,
  'internal-comment-deleted': deleteComment,
  'internal-comment-restored': restoreComment,
}

/** Comments ask the reporter, and answer. */
function noteWaiting(bug: RebuiltBug, { isWaiting }: { readonly isWaiting?: FlagChange }): void {
  if (isWaiting) bug.isWaiting = isWaiting.to
}

function addComment(
  bug: RebuiltBug,
  { commentId, userId, createdOn, message }: EventPayloads['internal-comment-added'],
  isInternal: boolean,
): void {
  const said = { id: commentId, userId, isInternal, createdOn: new Date(createdOn), message }
  bug.comments.set(commentId, { ...said, version: 1, editedOn: null, deletedOn: null })
}

function editComment(bug: RebuiltBug, { commentId, to, editedOn }: EventPayloads['comment-edited'], at: Date): void {
  const comment = commentOf(bug, commentId)
  comment.message = to
  comment.version += 1
  comment.editedOn = editedOn === undefined ? at : new Date(editedOn)
}

function deleteComment(
  bug: RebuiltBug,
  { commentId, deletedOn }: EventPayloads['internal-comment-deleted'],
  at: Date,
): void {
  commentOf(bug, commentId).deletedOn = deletedOn === undefined ? at : new Date(deletedOn)
}

function restoreComment(bug: RebuiltBug, { commentId }: EventPayloads['internal-comment-restored']): void {
  commentOf(bug, commentId).deletedOn = null
}

/** Returns the changes of custom fields among what an event keeps. */
export function customChangesIn(payload: Readonly<Record<string, unknown>>): FieldChanges {
  return Object.fromEntries(
    Object.entries(payload).filter(([name]) => name.startsWith('field.')) as [keyof FieldChanges, FieldChange][],
  )
}

function setFields(bug: RebuiltBug, payload: Readonly<Record<string, unknown>>): void {
  const fields = new Map<string, StoredValue>(Object.entries(bug.fields))
  for (const { key, to } of Object.values(customChangesIn(payload))) {
    if (to === null) fields.delete(key)
    else fields.set(key, to)
  }
  bug.fields = Object.fromEntries(fields)
}

function applyParts(bug: RebuiltBug, changes: { readonly [N in PartName]?: PartChange }): void {
  for (const name of partNames) {
    const change = changes[name]
    if (change) bug[name] = change.to?.id ?? null
  }
}

function apply(bug: RebuiltBug, { type, payload, at }: KeptEvent): void {
  const applier = appliers[type] as Apply<BugEventType>
  applier(bug, payload as never, at)
}

function commentOf(bug: RebuiltBug, id: string): RebuiltComment {
  const comment = bug.comments.get(id)
  if (!comment) throw new Error(`no event made the comment ${id}`)
  return comment
}
