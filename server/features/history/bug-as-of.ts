import type { Actor } from '#server/access/actor.ts'
import { sightValues } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import type { BugPlace } from '#server/events/event.ts'
import { eventTypesFor, keyText, noSuchBug } from '#server/features/bugs/public.ts'
import { presentFields } from '#server/features/custom-fields/public.ts'
import { endedLabels, labelsNamed } from '#server/features/labels/public.ts'
import { partsNamed } from '#server/features/parts/public.ts'
import { linkedBugs } from '#server/features/links/public.ts'
import { givenPlaceholders } from '#server/features/users/public.ts'
import { bugFields, partLists, type PartName, partNames, plainValuesOf } from '#shared/bugs/fields.ts'
import { isClosedStatus } from '#shared/bugs/words.ts'
import type { Comment } from '#shared/comments/comment.ts'
import { type BugAsOf, maxCommentsAsOf, type viewBugAsOf as endpoint } from '#shared/history/contract.ts'
import type { LinkKind } from '#shared/links/link.ts'
import type { ParamsOf } from '#shared/http/endpoint.ts'
import { type KeptEvent, rebuildBug, type RebuiltBug, type RebuiltComment } from './rebuild-bug.ts'
import { timestampOf } from './timeline-presenter.ts'
import { bugOf, requireEvent } from './timeline.ts'

/** A bug as it was right after one of its events, made from its events alone. @throws AppError not-found */
export async function bugAsOf(db: Db, actor: Actor, { bugId, entryId }: ParamsOf<typeof endpoint>): Promise<BugAsOf> {
  await bugOf(db, actor, bugId)
  const entry = await requireEvent(db, actor, bugId, entryId)
  const events = await lightEvents(db, actor, bugId, entry.id)
  const ended = await endedLabels(db)
  const bug = rebuildBug(
    events,
    ended.filter(({ eventId }) => eventId <= entry.id),
    await givenPlaceholders(db),
  )
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
    ...(await placeOf(db, actor, bugId, bug.place)),
    at: timestampOf(entry),
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
    labels: await labelsNamed(db, [...bug.labels]),
    fields: await presentFields(db, bug.fields),
    ...(await partsThen(db, actor, bug)),
    links: await linksThen(db, actor, bug),
    isPrivate: bug.isPrivate,
    isWaiting: bug.isWaiting && !isClosedStatus(bug.status),
    ...(bug.duplicateOf !== null && (await linkOf(db, actor, bug.duplicateOf))),
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
  text: `select e.id, e.type, e.at, e.actor_id as "actorId",
      case e.type
        when 'bug-reported' then
          (e.payload - '{description,stepsToReproduce}'::text[]) || '{"description": "", "stepsToReproduce": ""}'
        when 'bug-edited' then e.payload - '{description,stepsToReproduce}'::text[]
        else case
          when e.type in ('comment-added', 'internal-comment-added') then (e.payload - 'message') || '{"message": ""}'
          when e.type in ('comment-edited', 'internal-comment-edited') then (e.payload - '{from,to}'::text[]) || '{"to": ""}'
          when e.type in ('comment-deleted', 'internal-comment-deleted') then e.payload - 'message'
          else e.payload
        end
      end as payload,
      case
        when e.type = 'bug-reported' then '{description,stepsToReproduce}'::text[]
        when e.type = 'bug-edited' then array(
          select field from unnest('{description,stepsToReproduce}'::text[]) field where e.payload ? field)
        when e.type in ('comment-added', 'comment-edited', 'internal-comment-added', 'internal-comment-edited') then array[e.payload ->> 'commentId']
        else '{}'
      end as texts
    from events e where e.subject_id = $1 and e.type = any($2::text[]) and e.id <= $3 order by e.id`,
}

/** A bug's events up to one of them that somebody may read, oldest first. */
function lightEvents(db: Db, actor: Actor, bugId: string, upTo: number): Promise<LightEvent[]> {
  return db.prepared<LightEvent>(upToEvent, [bugId, eventTypesFor(actor), upTo])
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

/**
 * A bug from before products had its place until the first time it was moved, if it was. Where the reader may not see the
 * product of then, they read that of now.
 */
async function placeOf(
  db: Db,
  actor: Actor,
  bugId: string,
  place: BugPlace | null,
): Promise<Pick<BugAsOf, 'key' | 'product'>> {
  const [row] = await db.prepared<{ bug_key: string; id: string; key: string; name: string }>(placeThen, [
    bugId,
    place?.key ?? null,
    place?.productId ?? null,
    sightValues(actor)[0],
  ])
  if (!row) throw noSuchBug()
  return { key: row.bug_key, product: { _id: row.id, key: row.key, name: row.name } }
}

const placeThen: Prepared = {
  name: 'bug-as-of-place',
  text: `select coalesce(place.key, ${keyText('p', 'b')}) as bug_key, p.id, p.key, p.name
    from bugs b left join lateral (select was.key, was.product_id from (
        select $2::text as key, $3::text as product_id where $2::text is not null
        union all
        (select payload -> 'from' ->> 'key', payload -> 'from' ->> 'productId' from events
          where subject_id = b.id and type = 'bug-moved' order by id limit 1)
        limit 1
      ) was join products s on s.id = was.product_id and ($4::smallint[] is null or s.number = any($4::smallint[]))
      ) place on true
      join products p on p.id = place.product_id or (place.product_id is null and p.number = b.product_number)
    where b.id = $1`,
}

async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, full_name }) => [id, full_name]))
}

const deletedOfBug: Prepared = {
  name: 'bug-as-of-deleted',
  text: ['comments', 'internal_comments']
    .map((table) => `select id from ${table} where bug_id = $1 and deleted_on is not null`)
    .join(' union all '),
}

/** The words of a comment that was deleted later are nobody's to see, also not in what came before. */
async function deletedComments(db: Db, bugId: string): Promise<Set<string>> {
  const rows = await db.prepared<{ id: string }>(deletedOfBug, [bugId])
  return new Set(rows.map(({ id }) => id))
}

function assignedOf({ assignedTo, assignedOn }: RebuiltBug, people: ReadonlyMap<string, string>) {
  if (assignedTo === null || assignedOn === null) return {}
  const fullName = people.get(assignedTo) ?? ''
  return { assigned: { assignedTo, fullName, assignedOn: assignedOn.toISOString() } }
}

/** Its components and versions by their names of now; of a product that the reader may not see, none is named. */
async function partsThen(db: Db, { sees }: Actor, bug: RebuiltBug): Promise<Pick<BugAsOf, PartName>> {
  const parts: Pick<BugAsOf, PartName> = { component: null, foundVersion: null, fixedVersion: null }
  for (const list of partLists) {
    const names = partNames.filter((name) => bugFields[name].of === list)
    const known = await partsNamed(
      db,
      list,
      names.flatMap((name) => bug[name] ?? []),
    )
    for (const name of names) {
      const part = known.get(bug[name] ?? '')
      if (part && sees.products.includes(part.productNumber)) parts[name] = { _id: part.id, name: part.name }
    }
  }
  return parts
}

async function linksThen(db: Db, actor: Actor, bug: RebuiltBug): Promise<BugAsOf['links']> {
  const links = [...bug.links].map((text) => text.split(' ') as [LinkKind, string])
  const bugs = await linkedBugs(
    db,
    actor,
    links.map(([, id]) => id),
  )
  return links.map(([kind, id]) => {
    const other = bugs.get(id)
    return { kind, ...(other && { bug: other }) }
  })
}

async function linkOf(
  db: Db,
  actor: Actor,
  bugId: string,
): Promise<Pick<BugAsOf, 'duplicateOf' | 'hasHiddenOriginal'>> {
  const original = (await linkedBugs(db, actor, [bugId])).get(bugId)
  return original ? { duplicateOf: original } : { hasHiddenOriginal: true }
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
    ...(comment.isInternal && { isInternal: true as const }),
    ...(comment.editedOn !== null && !isDeleted && { editedOn: comment.editedOn.toISOString() }),
    isDeleted,
    mentions: [],
    abilities: { edit: false, delete: false },
  }
}
