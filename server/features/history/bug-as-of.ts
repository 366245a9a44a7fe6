import type { Db, Prepared } from '#server/db/database.ts'
import { bugEventTypes } from '#server/features/bugs/public.ts'
import { plainValuesOf } from '#shared/bugs/fields.ts'
import { isClosedStatus } from '#shared/bugs/words.ts'
import type { Comment } from '#shared/comments/comment.ts'
import { type BugAsOf, maxCommentsAsOf, type viewBugAsOf as endpoint } from '#shared/history/contract.ts'
import type { ParamsOf } from '#shared/http/endpoint.ts'
import { type KeptEvent, rebuildBug, type RebuiltBug, type RebuiltComment } from './rebuild-bug.ts'
import { momentOf } from './timeline-presenter.ts'
import { bugOf, requireEvent } from './timeline.ts'

/** A bug as it was right after one of its events, made from its events alone. @throws AppError not-found */
export async function bugAsOf(db: Db, { bugId, entryId }: ParamsOf<typeof endpoint>): Promise<BugAsOf> {
  await bugOf(db, bugId)
  const entry = await requireEvent(db, bugId, entryId)
  const events = await lightEvents(db, bugId, entry.id)
  const bug = rebuildBug(events)
  const said = [...bug.comments.values()]
  const shown = said.slice(-maxCommentsAsOf)
  const written = await textsOf(db, events, ['description', 'stepsToReproduce', ...shown.map(({ id }) => id)])
  const textOf = (what: string) => written.get(what) ?? ''
  const people = await namesOf(db, [
    bug.createdBy,
    ...(bug.assignedTo === null ? [] : [bug.assignedTo]),
    ...shown.map(({ userId }) => userId),
  ])
  const deletedByNow = await deletedComments(db, bugId)
  const nameOf = (id: string) => ({ _id: id, fullName: people.get(id) ?? '' })
  return {
    _id: bugId,
    at: momentOf(entry),
    title: bug.title,
    description: textOf('description'),
    stepsToReproduce: textOf('stepsToReproduce'),
    createdOn: bug.createdOn.toISOString(),
    createdBy: nameOf(bug.createdBy),
    ...assignedOf(bug, people),
    status: bug.status,
    isClosed: isClosedStatus(bug.status),
    classification: bug.classification,
    ...plainValuesOf(bug),
    ...(bug.duplicateOf !== null && { duplicateOf: await linkOf(db, bug.duplicateOf) }),
    commentCount: said.length,
    comments: shown.map((comment) =>
      presentOld(
        { ...comment, message: textOf(comment.id) },
        { user: nameOf(comment.userId), isDeletedByNow: deletedByNow.has(comment.id) },
      ),
    ),
  }
}

/** An event without its long texts; `texts` names those that it set. */
interface LightEvent extends KeptEvent {
  readonly id: number
  /** The fields of the bug, or the comment. */
  readonly texts: readonly string[]
}

const upToEvent: Prepared = {
  name: 'bug-as-of',
  text: `select e.id, e.type, e.at,
      case e.type
        when 'bug-reported' then
          (e.payload - '{description,stepsToReproduce}'::text[]) || '{"description": "", "stepsToReproduce": ""}'
        when 'bug-edited' then e.payload - '{description,stepsToReproduce}'::text[]
        when 'comment-added' then (e.payload - 'message') || '{"message": ""}'
        when 'comment-edited' then (e.payload - '{from,to}'::text[]) || '{"to": ""}'
        when 'comment-deleted' then e.payload - 'message'
        else e.payload
      end as payload,
      case
        when e.type = 'bug-reported' then '{description,stepsToReproduce}'::text[]
        when e.type = 'bug-edited' then array(
          select field from unnest('{description,stepsToReproduce}'::text[]) field where e.payload ? field)
        when e.type in ('comment-added', 'comment-edited') then array[e.payload ->> 'commentId']
        else '{}'
      end as texts
    from events e where e.subject_id = $1 and e.type = any($2::text[]) and e.id <= $3 order by e.id`,
}

/** A bug's events up to one of them, oldest first. */
function lightEvents(db: Db, bugId: string, upTo: number): Promise<LightEvent[]> {
  return db.prepared<LightEvent>(upToEvent, [bugId, bugEventTypes, upTo])
}

const textsSet: Prepared = {
  name: 'bug-as-of-texts',
  text: `select what, coalesce(e.payload -> what ->> 'to', e.payload ->> what, e.payload ->> 'to', e.payload ->> 'message') as text
    from unnest($1::text[], $2::bigint[]) as set (what, event) join events e on e.id = set.event`,
}

/** The texts as the last of these events left them, by field and by comment. */
async function textsOf(
  db: Db,
  events: readonly LightEvent[],
  wanted: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const setBy = new Map<string, number>()
  for (const { id, texts } of events) for (const what of texts) setBy.set(what, id)
  const asked = wanted.filter((what) => setBy.has(what))
  const rows = await db.prepared<{ what: string; text: string }>(textsSet, [
    asked,
    asked.map((what) => setBy.get(what)),
  ])
  return new Map(rows.map(({ what, text }) => [what, text]))
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
function presentOld(
  comment: RebuiltComment,
  { user, isDeletedByNow }: { readonly user: Comment['user']; readonly isDeletedByNow: boolean },
): Comment {
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
