import type { EventPayloads } from '#server/events/event.ts'
import type { BugEventType } from '#server/features/bugs/public.ts'
import { eachField, initialValues, plainNames, type PlainValues } from '#shared/bugs/fields.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'

/** An event of a bug with everything that it keeps. */
export interface KeptEvent {
  readonly type: BugEventType
  readonly at: Date
  readonly payload: Readonly<Record<string, unknown>>
}

export interface RebuiltComment {
  readonly id: string
  readonly userId: string
  readonly createdOn: Date
  message: string
  version: number
  editedOn: Date | null
  deletedOn: Date | null
}

/** A bug made of its events alone. */
export interface RebuiltBug extends PlainValues {
  title: string
  description: string
  stepsToReproduce: string
  readonly createdOn: Date
  readonly createdBy: string
  status: BugStatus
  classification: Classification
  duplicateOf: string | null
  isMerged: boolean
  assignedTo: string | null
  assignedOn: Date | null
  readonly product: string | null
  readonly component: string | null
  readonly externalId: string | null
  /** By id, in the order in which they were said. */
  readonly comments: Map<string, RebuiltComment>
  /** By person: whether they say that it affects them, and since when. */
  readonly joins: Map<string, { readonly isJoined: boolean; readonly since: Date }>
}

/**
 * Makes a bug from its events, oldest first.
 * @throws Error when they don't begin with the report or speak of a comment that nobody made: events are the truth, so
 *   that would be a defect
 */
export function rebuildBug(events: readonly KeptEvent[]): RebuiltBug {
  const [first, ...others] = events
  if (first?.type !== 'bug-reported') throw new Error('a bug’s first event must be its report')
  const bug = reported(first.payload as unknown as EventPayloads['bug-reported'])
  for (const event of others) apply(bug, event)
  return bug
}

function reported(payload: EventPayloads['bug-reported']): RebuiltBug {
  return {
    title: payload.title,
    description: payload.description,
    stepsToReproduce: payload.stepsToReproduce,
    createdOn: new Date(payload.createdOn),
    createdBy: payload.createdBy,
    status: (payload.status ?? 'Open') as BugStatus,
    classification: (payload.classification ?? 'unclassified') as Classification,
    duplicateOf: payload.duplicateOf ?? null,
    isMerged: false,
    assignedTo: payload.assignedTo ?? null,
    assignedOn: payload.assignedOn === undefined ? null : new Date(payload.assignedOn),
    product: payload.product ?? null,
    component: payload.component ?? null,
    externalId: payload.externalId ?? null,
    comments: new Map(),
    joins: new Map(),
    ...eachField(plainNames, (name) => payload[name] ?? initialValues[name]),
  }
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
    for (const name of plainNames) {
      const change = changes[name]
      if (change) Object.assign(bug, { [name]: change.to })
    }
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
  'bug-joined': (bug, { userId, on }) => {
    bug.joins.set(userId, { isJoined: true, since: new Date(on) })
  },
  'bug-left': (bug, { userId, on }) => {
    bug.joins.set(userId, { isJoined: false, since: new Date(on) })
  },
  'comment-added': (bug, { commentId, userId, createdOn, message }) => {
    const said = { id: commentId, userId, createdOn: new Date(createdOn), message }
    bug.comments.set(commentId, { ...said, version: 1, editedOn: null, deletedOn: null })
  },
  'comment-edited': (bug, { commentId, to, editedOn }, at) => {
    const comment = commentOf(bug, commentId)
    comment.message = to
    comment.version += 1
    comment.editedOn = editedOn === undefined ? at : new Date(editedOn)
  },
  'comment-deleted': (bug, { commentId, deletedOn }, at) => {
    commentOf(bug, commentId).deletedOn = deletedOn === undefined ? at : new Date(deletedOn)
  },
  'comment-restored': (bug, { commentId }) => {
    commentOf(bug, commentId).deletedOn = null
  },
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
