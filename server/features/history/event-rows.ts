import type { Actor } from '#server/access/actor.ts'
import { seen, sightLength, sightValues } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import type { FieldChanges } from '#server/events/event.ts'
import { type BugEventType, eventTypesFor, keyText } from '#server/features/bugs/public.ts'
import { type FieldName, partLists, partNames } from '#shared/bugs/fields.ts'
import { commentJson, type CommentRow, internalCommentJson } from '#server/features/comments/public.ts'

/** An event of a bug, without long texts. */
export interface EventRow {
  readonly id: number
  readonly type: BugEventType
  readonly at: Date
  readonly actor_id: string | null
  readonly actor_name: string | null
  /** The version of the bug, or of the comment that it is about, that it made. */
  readonly version: number | null
  readonly undoes: number | null
  readonly undone_by: number | null
  /** The payload without long texts; instead of those of an edit, the names of its fields in `texts`. */
  readonly detail: Readonly<Record<string, unknown>> & { readonly texts?: readonly string[] }
  /**
   * What `from` and `to` name: a person, a bug by its key and title, or a product's key; also a duplicate, or the reporter.
   * Null for what the reader may not see.
   */
  readonly from_label: string | null
  readonly to_label: string | null
  /**
   * The keys and titles of the bugs to which links began or ended, by their ids, of those that the reader may see; or the
   * names of the people in custom fields.
   */
  readonly names: Readonly<Record<string, string>> | null
  /** The ids of the components and versions that it names, of those that the reader may see. */
  readonly parts_seen: readonly string[] | null
  /** The comment that the event is about, as it is now. */
  readonly comment: CommentRow | null
}

const keyAndTitle = `${keyText('p', 'o')} || ' ' || o.title`
const bugsWithKeys = `bugs o join products p on p.number = o.product_number`

/** The first parameters of each statement are the reader's sight. */
const nameOfBug = (bugId: string) =>
  `(select ${keyAndTitle} from ${bugsWithKeys} where o.id = ${bugId} and ${seen('o', 1)})`

/** The name of a person; of one of an import that was given to an account, that of the account. */
const nameOf = (id: string) => `(select u.full_name from users u where u.id = ${accountOf(id)})`

const accountOf = (id: string) =>
  `coalesce((select g.user_id from given_placeholders g where g.placeholder_id = ${id}), ${id})`

/** Both sides of a change of a part; none of a text, which an old tracker's component is. */
const sides = (change: string) => ['from', 'to'].map((side) => `${change} -> '${side}' ->> 'id'`).join(', ')

const labelOf = (side: string) => `case e.type
    when 'bug-reported' then ${nameOf(`e.payload ->> '${side === 'from' ? 'assignedTo' : 'createdBy'}'`)}
    when 'bug-reader-added' then ${nameOf("e.payload ->> 'userId'")}
    when 'bug-reader-removed' then ${nameOf("e.payload ->> 'userId'")}
    when 'bug-assigned' then ${nameOf(`e.payload ->> '${side}'`)}
    when 'bug-moved' then (select e.payload -> '${side}' ->> 'key' from products p
      where p.id = e.payload -> '${side}' ->> 'productId' and ($1::smallint[] is null or p.number = any($1::smallint[])))
    when 'bug-duplicate-linked' then ${nameOfBug(`e.payload ->> '${side}'`)}
    when 'bug-duplicate-added' then ${nameOfBug("e.payload ->> 'bugId'")}
    when 'bug-duplicate-removed' then ${nameOfBug("e.payload ->> 'bugId'")}
    else ${nameOfBug(`e.payload -> 'duplicateOf' ->> '${side}'`)}
  end`

/** The ids of the components and versions that an event names, of products that the reader may see. */
const partsSeen = `(select array_agg(part.id::text) from (
      ${partLists.map((list) => `select id, product_number from ${list}`).join(' union all ')}
    ) part where ($1::smallint[] is null or part.product_number = any($1::smallint[])) and part.id in (
      ${partNames.map((name) => `${sides(`e.payload -> '${name}'`)}, e.payload -> 'parts' -> '${name}' ->> 'id'`).join(', ')}))`

/** Whether something became of a comment of either kind. */
const isOfComment = (what: string) => `e.type in ('comment-${what}', 'internal-comment-${what}')`

// Each taking back may itself be taken back, and so on: what was taken back an odd number of times is.
const columns = `e.id, e.type, e.at, actor.id as actor_id, actor.full_name as actor_name, e.version, e.undoes,
  (with recursive chain (id, depth) as (
      select max(u.id), 1 from events u where u.undoes = e.id
      union all
      select (select max(u.id) from events u where u.undoes = chain.id), chain.depth + 1 from chain where chain.id is not null
    )
    select case when max(depth) % 2 = 1 then min(id) end from chain where id is not null) as undone_by,
  case e.type
    when 'bug-reported' then e.payload - '{title,description,stepsToReproduce}'::text[]
    when 'bug-edited' then (e.payload - '{description,stepsToReproduce}'::text[]) || jsonb_build_object('texts',
      (select coalesce(jsonb_agg(key), '[]') from jsonb_object_keys(e.payload) key
        where key in ('description', 'stepsToReproduce')))
    else case
      when ${isOfComment('added')} or ${isOfComment('deleted')} then e.payload - 'message'
      when ${isOfComment('edited')} then e.payload - '{from,to}'::text[]
      else e.payload
    end
  end as detail,
  case when e.type = 'bug-links-changed' then (
    select jsonb_object_agg(o.id, ${keyAndTitle}) from ${bugsWithKeys} where ${seen('o', 1)} and o.id in (
      select link ->> 'bugId' from jsonb_array_elements((e.payload -> 'added') || (e.payload -> 'removed')) link)
  ) when e.type in ('bug-fields-changed', 'bug-moved') then (
    select jsonb_object_agg(someone.id, ${nameOf('someone.id')})
      from (select jsonb_path_query(e.payload, '$.*.*._id') #>> '{}' as id) someone
  ) end as names,
  case when e.type in ('bug-reported', 'bug-fields-changed', 'bug-moved') then ${partsSeen} end as parts_seen,
  ${labelOf('from')} as from_label, ${labelOf('to')} as to_label,
  case when e.type like 'comment-%' then (
    select ${commentJson} from comments c join users u on u.id = c.user_id where c.id = e.payload ->> 'commentId'
  ) when e.type like 'internal-comment-%' then (
    select ${internalCommentJson} from internal_comments c join users u on u.id = c.user_id where c.id = e.payload ->> 'commentId'
  ) end as comment`

const source = `events e left join users actor on actor.id = ${accountOf('e.actor_id')}`

/** The name of the parameter that comes so many after the reader's sight, from 1. */
const given = (n: number) => `$${sightLength + n}`
const isOfBug = `e.subject_id = ${given(1)} and e.type = any(${given(2)}::text[])`

/** The last events of a bug that are of the given types and come before a place, latest first. */
const lastEvents: Prepared = {
  name: 'timeline',
  text: `select ${columns} from ${source}
    where ${isOfBug} and e.id < ${given(3)} order by e.id desc limit ${given(4)}`,
}

/** Of events that may change several facts only those that changed one of some. */
const counts = (facts: string) =>
  `(${facts}::text[] is null or e.type not in ('bug-merged', 'bug-fields-changed', 'bug-moved',
    'comment-added', 'comment-deleted', 'comment-restored') or e.payload ?| ${facts})`

const eventsSince: Prepared = {
  name: 'timeline-since',
  text: `select ${columns} from ${source} where ${isOfBug} and e.version > ${given(3)}
    and (${given(4)}::text is null or e.payload ->> 'commentId' = ${given(4)}) and ${counts(given(5))}
    order by e.id desc limit ${given(6)}`,
}

const eventsAfter: Prepared = {
  name: 'timeline-after',
  text: `select ${columns} from ${source}
    where ${isOfBug} and e.id > ${given(3)} and ${counts(given(4))} order by e.id`,
}

const anEvent: Prepared = {
  name: 'timeline-entry',
  text: `select ${columns}, e.payload from ${source} where ${isOfBug} and e.id = ${given(3)}`,
}

/** Some events of a bug by their numbers, oldest first. */
const someEvents: Prepared = {
  name: 'timeline-some',
  text: `select ${columns} from ${source} where ${isOfBug} and e.id = any(${given(3)}::bigint[]) order by e.id`,
}

/** What an event that may change several facts names each of them by. */
export type FactName = FieldName | keyof FieldChanges

/** Greater than every event's number. */
export const pastTheLast = Number.MAX_SAFE_INTEGER

export function eventsBefore(
  db: Db,
  actor: Actor,
  bugId: string,
  { types, before, limit }: { types: readonly BugEventType[]; before: number; limit: number },
): Promise<EventRow[]> {
  return db.prepared<EventRow>(lastEvents, [...sightValues(actor), bugId, types, before, limit])
}

/** All events of a bug of the given types after one of them, oldest first. */
export function eventsSinceEvent(
  db: Db,
  actor: Actor,
  bugId: string,
  { types, after, facts }: { types: readonly BugEventType[]; after: number; facts?: readonly FactName[] | undefined },
): Promise<EventRow[]> {
  return db.prepared<EventRow>(eventsAfter, [...sightValues(actor), bugId, types, after, facts ?? null])
}

export function eventsOfNumbers(db: Db, actor: Actor, bugId: string, ids: readonly number[]): Promise<EventRow[]> {
  return db.prepared<EventRow>(someEvents, [...sightValues(actor), bugId, eventTypesFor(actor), ids])
}

/** Events that made a later version of a bug, or of one of its comments; latest first. */
export function eventsAfterVersion(
  db: Db,
  actor: Actor,
  bugId: string,
  { types, version, commentId, facts, limit }: SinceVersion,
): Promise<EventRow[]> {
  return db.prepared<EventRow>(eventsSince, [
    ...sightValues(actor),
    ...[bugId, types, version, commentId ?? null, facts ?? null, limit],
  ])
}

interface SinceVersion {
  readonly types: readonly BugEventType[]
  readonly version: number
  readonly commentId?: string | undefined
  /** What an event that may change several facts must have changed to count. */
  readonly facts?: readonly FactName[] | undefined
  readonly limit: number
}

/** One event with its whole payload; undefined when the bug has none of this number. */
export async function eventOf(
  db: Db,
  actor: Actor,
  bugId: string,
  id: number,
): Promise<(EventRow & { payload: Readonly<Record<string, unknown>> }) | undefined> {
  const [row] = await db.prepared<EventRow & { payload: Readonly<Record<string, unknown>> }>(anEvent, [
    ...sightValues(actor),
    bugId,
    eventTypesFor(actor),
    id,
  ])
  return row
}
