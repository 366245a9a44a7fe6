import type { EventPayloads, EventType } from '#server/events/event.ts'
import type { BugRecord } from './bug-records.ts'

/** An event as it stands in the list. */
export interface HistoryEvent {
  readonly type: EventType
  readonly at: Date
  readonly actorId: string
  /** The version of the bug, or of the comment, after the event. */
  readonly version: number
  readonly payload: object
}

const hour = 3_600_000

/** Returns when a bug was closed: some time after its last comment. Null while it is open. */
export function closedOn(bug: BugRecord): Date | null {
  return bug.isClosed ? new Date(lastWord(bug) + hour) : null
}

const lastWord = (bug: BugRecord) => (bug.comments.at(-1)?.createdOn ?? bug.createdOn).getTime()

/**
 * Returns the events of a bug, oldest first: it was reported, classified, assigned, commented on and got its status.
 */
export function historyOf(bug: BugRecord): HistoryEvent[] {
  let version = 1
  return acts(bug)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((act) => ({ ...act, version: act.type === 'comment-added' || act.type === 'bug-reported' ? 1 : ++version }))
}

/** Returns the number of changes of a bug plus one, which is its version. */
export const versionOf = (history: readonly HistoryEvent[]) =>
  Math.max(...history.map(({ type, version }) => (type === 'comment-added' ? 1 : version)))

function acts(bug: BugRecord): Omit<HistoryEvent, 'version'>[] {
  const { createdOn, createdBy, assignedTo, assignedOn } = bug
  const since = createdOn.getTime()
  return [
    act('bug-reported', createdOn, createdBy, reportOf(bug)),
    ...(bug.classification === 'unclassified'
      ? []
      : [
          act('bug-classified', new Date(since + hour / 2), createdBy, {
            from: 'unclassified',
            to: bug.classification,
            ...(bug.duplicateOf && { duplicateOf: { from: null, to: bug.duplicateOf } }),
          }),
        ]),
    ...(assignedTo && assignedOn
      ? [
          act('bug-assigned', assignedOn, assignedTo, {
            from: null,
            to: assignedTo,
            assignedOn: assignedOn.toISOString(),
          }),
        ]
      : []),
    ...bug.comments.map(({ id, userId, createdOn: on, message }) =>
      act('comment-added', on, userId, { commentId: id, createdOn: on.toISOString(), userId, message }),
    ),
    ...(bug.status === 'Open'
      ? []
      : [
          act('bug-status-changed', new Date(lastWord(bug) + hour), assignedTo ?? createdBy, {
            from: 'Open',
            to: bug.status,
          }),
        ]),
  ]
}

function act<T extends EventType>(type: T, at: Date, actorId: string, payload: EventPayloads[T]) {
  return { type, at, actorId, payload }
}

function reportOf(bug: BugRecord): EventPayloads['bug-reported'] {
  const { title, description, stepsToReproduce, createdOn, createdBy, product, component, externalId } = bug
  return {
    ...{ title, description, stepsToReproduce, createdOn: createdOn.toISOString(), createdBy },
    ...(product && { product }),
    ...(component && { component }),
    ...(externalId && { externalId }),
  }
}
