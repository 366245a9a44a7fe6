import type { NewEvent } from '#server/events/event.ts'
import { plainValuesOf } from '#shared/bugs/fields.ts'
import type { PreparedBug } from './batches.ts'
import { type ImportedPerson, unnamedPerson } from './imported-person.ts'

/** A bug of a file with the people it names found. */
export interface PeopledBug {
  readonly bug: PreparedBug
  readonly createdBy: string
  readonly assignedTo: string | null
  readonly comments: readonly { id: string; userId: string; createdOn: Date; message: string }[]
}

/** Everybody whom a bug names. */
export function peopleOf(bug: PreparedBug): ImportedPerson[] {
  const people = [bug.reporter ?? unnamedPerson, ...bug.comments.map(({ author }) => author ?? unnamedPerson)]
  return bug.assignee ? [...people, bug.assignee] : people
}

/** @param idOf the id of a person whom `peopleOf` named */
export function withPeople(bug: PreparedBug, idOf: (person: ImportedPerson) => string): PeopledBug {
  return {
    bug,
    createdBy: idOf(bug.reporter ?? unnamedPerson),
    assignedTo: bug.assignee && idOf(bug.assignee),
    comments: bug.comments.map(({ author, createdOn, message }, index) => ({
      id: bug.commentIds[index] ?? '',
      userId: idOf(author ?? unnamedPerson),
      createdOn,
      message,
    })),
  }
}

/** What happened to a bug before it came here, as events: reported, then commented on. */
export function eventsOf({ bug, createdBy, assignedTo, comments }: PeopledBug): NewEvent[] {
  const { title, description, stepsToReproduce, status, classification, externalId, product, component, kept } = bug
  const reported: NewEvent<'bug-reported'> = {
    type: 'bug-reported',
    subjectId: bug.id,
    actorId: bug.reporter && createdBy,
    payload: {
      ...plainValuesOf(bug),
      title,
      description,
      stepsToReproduce,
      createdOn: bug.createdOn.toISOString(),
      createdBy,
      status,
      classification,
      externalId,
      ...(product && { product }),
      ...(component && { component }),
      ...(assignedTo && bug.assignedOn && { assignedTo, assignedOn: bug.assignedOn.toISOString() }),
      ...(kept && Object.keys(kept).length > 0 && { imported: kept }),
    },
  }
  return [reported, ...comments.map((comment, index) => commentEvent(bug, comment, index))]
}

function commentEvent(
  bug: PreparedBug,
  comment: PeopledBug['comments'][number],
  index: number,
): NewEvent<'comment-added'> {
  const { id: commentId, userId, createdOn, message } = comment
  return {
    type: 'comment-added',
    subjectId: bug.id,
    actorId: bug.comments[index]?.author ? userId : null,
    payload: { commentId, createdOn: createdOn.toISOString(), userId, message },
  }
}
