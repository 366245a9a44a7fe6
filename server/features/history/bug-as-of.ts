import type { Db } from '#server/db/database.ts'
import { isClosedStatus } from '#shared/bugs/words.ts'
import type { Comment } from '#shared/comments/comment.ts'
import { type BugAsOf, maxCommentsAsOf, type viewBugAsOf as endpoint } from '#shared/history/contract.ts'
import type { ParamsOf } from '#shared/http/endpoint.ts'
import { bugEventTypes } from './event-rows.ts'
import { type KeptEvent, rebuildBug, type RebuiltBug, type RebuiltComment } from './rebuild-bug.ts'
import { bugOf, requireEvent } from './timeline.ts'

/** A bug as it was right after one of its events, made from its events alone. @throws AppError not-found */
export async function bugAsOf(db: Db, { bugId, entryId }: ParamsOf<typeof endpoint>): Promise<BugAsOf> {
  await bugOf(db, bugId)
  const entry = await requireEvent(db, bugId, entryId)
  const bug = rebuildBug(await keptEvents(db, bugId, entry.id))
  const said = [...bug.comments.values()]
  const shown = said.slice(-maxCommentsAsOf)
  const people = await namesOf(db, [
    bug.createdBy,
    ...(bug.assignedTo === null ? [] : [bug.assignedTo]),
    ...shown.map(({ userId }) => userId),
  ])
  const deletedByNow = await deletedComments(db, bugId)
  const nameOf = (id: string) => ({ _id: id, fullName: people.get(id) ?? '' })
  return {
    _id: bugId,
    at: entry.at.toISOString(),
    title: bug.title,
    description: bug.description,
    stepsToReproduce: bug.stepsToReproduce,
    createdOn: bug.createdOn.toISOString(),
    createdBy: nameOf(bug.createdBy),
    ...assignedOf(bug, people),
    status: bug.status,
    isClosed: isClosedStatus(bug.status),
    classification: bug.classification,
    ...(bug.duplicateOf !== null && { duplicateOf: await linkOf(db, bug.duplicateOf) }),
    commentCount: said.length,
    comments: shown.map((comment) => presentOld(comment, nameOf(comment.userId), deletedByNow.has(comment.id))),
  }
}

/** A bug's events up to one of them, oldest first. */
async function keptEvents(db: Db, bugId: string, upTo: number): Promise<KeptEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['type', 'at', 'payload'])
    .where('subject_id', '=', bugId)
    .where('type', 'in', [...bugEventTypes])
    .where('id', '<=', upTo)
    .orderBy('id')
    .execute()
  return rows as KeptEvent[]
}

async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, full_name }) => [id, full_name]))
}

/** The words of a comment that was deleted later are nobody's to see, also not in what came before. */
async function deletedComments(db: Db, bugId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('bug_id', '=', bugId)
    .where('deleted_on', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

function assignedOf({ assignedTo, assignedOn }: RebuiltBug, people: ReadonlyMap<string, string>) {
  if (assignedTo === null || assignedOn === null) return {}
  const fullName = people.get(assignedTo) ?? ''
  return { assigned: { assignedTo, fullName, assignedOn: assignedOn.toISOString() } }
}

async function linkOf(db: Db, bugId: string): Promise<NonNullable<BugAsOf['duplicateOf']>> {
  const { title, is_closed: isClosed } = await db
    .selectFrom('bugs')
    .select(['title', 'is_closed'])
    .where('id', '=', bugId)
    .executeTakeFirstOrThrow()
  return { _id: bugId, title, isClosed }
}

/** Nothing can be done to what is past. */
function presentOld(comment: RebuiltComment, user: Comment['user'], isDeletedByNow: boolean): Comment {
  const isDeleted = comment.deletedOn !== null || isDeletedByNow
  return {
    commentId: comment.id,
    user,
    createdOn: comment.createdOn.toISOString(),
    message: isDeleted ? '' : comment.message,
    version: comment.version,
    ...(comment.editedOn !== null && !isDeleted && { editedOn: comment.editedOn.toISOString() }),
    isDeleted,
    mentions: [],
    abilities: { edit: false, delete: false },
  }
}
