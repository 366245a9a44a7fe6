import type { ImportedComment } from './import-line.ts'
import type { BugPlace, NewEvent, PartAtTime } from '#server/events/event.ts'
import { bugFields, type PartList, type PartName, partNames, plainValuesOf } from '#shared/bugs/fields.ts'
import type { NamedLabel } from '#server/features/labels/public.ts'
import type { StoredFields } from '#shared/custom-fields/custom-field.ts'
import type { PlacedBug, PreparedBug } from './batches.ts'
import { type FoundFields, peopleIn, storedFields } from './imported-fields.ts'
import { type ImportedPerson, unnamedPerson } from './imported-person.ts'

/** A bug of a file whose custom fields were found. */
export interface FieldedBug extends PlacedBug {
  readonly found: FoundFields
}

/** A bug of a file with the people it names found. */
export interface PeopledBug {
  readonly bug: FieldedBug
  readonly createdBy: string
  readonly assignedTo: string | null
  readonly closedBy: string | null
  readonly followers: readonly string[]
  readonly labels: readonly NamedLabel[]
  readonly fields: StoredFields
  readonly parts: { readonly [N in PartName]?: PartAtTime }
  readonly comments: readonly PeopledComment[]
  readonly internalComments: readonly PeopledComment[]
}

interface PeopledComment {
  readonly id: string
  readonly userId: string
  readonly createdOn: Date
  readonly message: string
}

/** Everybody whom a bug names. */
export function peopleOf(bug: FieldedBug): ImportedPerson[] {
  const people = [
    bug.reporter ?? unnamedPerson,
    ...[...bug.comments, ...bug.internalComments].map(({ author }) => author ?? unnamedPerson),
    ...peopleIn(bug.found),
    ...bug.followers,
    ...(bug.closedBy ? [bug.closedBy] : []),
  ]
  return bug.assignee ? [...people, bug.assignee] : people
}

interface NamedThings {
  readonly labels: ReadonlyMap<string, NamedLabel>
  /** Those of its product. */
  readonly parts: PartsMet | undefined
}

/** Components and versions by their names. */
export type PartsMet = Readonly<Record<PartList, ReadonlyMap<string, PartAtTime>>>

/**
 * @param idOf the id of a person whom `peopleOf` named
 * @param named labels, components and versions, by the names that the bug has
 */
export function withPeople(
  bug: FieldedBug,
  idOf: (person: ImportedPerson) => string,
  { labels, parts }: NamedThings,
): PeopledBug {
  return {
    bug,
    labels: bug.labels.flatMap((name) => labels.get(name) ?? []),
    fields: storedFields(bug.found, idOf),
    parts: Object.fromEntries(
      partNames.flatMap((name) => {
        const part = parts?.[bugFields[name].of].get(bug.parts[name] ?? '')
        return part ? [[name, part]] : []
      }),
    ),
    createdBy: idOf(bug.reporter ?? unnamedPerson),
    assignedTo: bug.assignee && idOf(bug.assignee),
    closedBy: bug.closedBy && idOf(bug.closedBy),
    followers: [...new Set(bug.followers.map(idOf))],
    comments: withAuthors(bug.comments, bug.commentIds, idOf),
    internalComments: withAuthors(bug.internalComments, bug.internalCommentIds, idOf),
  }
}

const withAuthors = (
  comments: readonly ImportedComment[],
  ids: readonly string[],
  idOf: (person: ImportedPerson) => string,
): PeopledComment[] =>
  comments.map(({ author, createdOn, message }, index) => ({
    id: ids[index] ?? '',
    userId: idOf(author ?? unnamedPerson),
    createdOn,
    message,
  }))

/** What happened to a bug before it came here, as events: reported, then commented on. */
export function eventsOf(
  { bug, createdBy, assignedTo, closedBy, labels, parts, fields, comments, internalComments }: PeopledBug,
  place: BugPlace,
): NewEvent[] {
  const { title, description, stepsToReproduce, status, classification, externalId, product } = bug
  const kept = { ...bug.found.kept, ...bug.kept }
  const reported: NewEvent<'bug-reported'> = {
    type: 'bug-reported',
    subjectId: bug.id,
    actorId: bug.reporter && createdBy,
    payload: {
      ...plainValuesOf(bug),
      ...(bug.isPrivate && { isPrivate: true }),
      title,
      description,
      stepsToReproduce,
      createdOn: bug.createdOn.toISOString(),
      createdBy,
      status,
      classification,
      externalId,
      place,
      ...(product && { product }),
      ...(labels.length > 0 && { labels }),
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(Object.keys(parts).length > 0 && { parts }),
      ...(assignedTo && bug.assignedOn && { assignedTo, assignedOn: bug.assignedOn.toISOString() }),
      ...(bug.closedOn && { closedOn: bug.closedOn.toISOString() }),
      ...(closedBy && { closedBy }),
      ...(Object.keys(kept).length > 0 && { imported: kept }),
    },
  }
  return [
    reported,
    ...comments.map((comment, index) => commentEvent(bug, comment, index)),
    ...internalComments.map((comment, index) => ({
      ...commentEvent({ id: bug.id, comments: bug.internalComments }, comment, index),
      type: 'internal-comment-added' as const,
    })),
  ]
}

/** Returns what is recorded of a comment. @param index its place among those of the bug */
export function commentEvent(
  bug: Pick<PreparedBug, 'id' | 'comments'>,
  comment: PeopledComment,
  index: number,
): NewEvent<'comment-added'> {
  const { id: commentId, userId, createdOn, message } = comment
  return {
    type: 'comment-added',
    subjectId: bug.id,
    actorId: bug.comments[index]?.author ? userId : null,
    payload: { commentId, createdOn: createdOn.toISOString(), userId, message, isImported: true },
  }
}
