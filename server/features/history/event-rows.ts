import type { Db, Prepared } from '#server/db/database.ts'
import { type BugEventType, bugEventTypes } from '#server/features/bugs/public.ts'
import type { FieldName } from '#shared/bugs/fields.ts'
import { commentJson, type CommentRow } from '#server/features/comments/public.ts'

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
  /** The person or bug that `from` and `to` name, or a duplicate. */
  readonly from_label: string | null
  readonly to_label: string | null
  /** The comment that the event is about, as it is now. */
  readonly comment: CommentRow | null
}

const labelOf = (side: string) => `case e.type
    when 'bug-assigned' then (select u.full_name from users u where u.id = e.payload ->> '${side}')
    when 'bug-duplicate-linked' then (select o.title from bugs o where o.id = e.payload ->> '${side}')
    when 'bug-duplicate-added' then (select o.title from bugs o where o.id = e.payload ->> 'bugId')
    when 'bug-duplicate-removed' then (select o.title from bugs o where o.id = e.payload ->> 'bugId')
    else (select o.title from bugs o where o.id = e.payload -> 'duplicateOf' ->> '${side}')
  end`

// Each taking back may itself be taken back, and so on: what was taken back an odd number of times is.
const columns = `e.id, e.type, e.at, e.actor_id, actor.full_name as actor_name, e.version, e.undoes,
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
    when 'comment-added' then e.payload - 'message'
    when 'comment-edited' then e.payload - '{from,to}'::text[]
    when 'comment-deleted' then e.payload - 'message'
    else e.payload
  end as detail,
  ${labelOf('from')} as from_label, ${labelOf('to')} as to_label,
  case when e.type like 'comment-%' then (
    select ${commentJson} from comments c join users u on u.id = c.user_id where c.id = e.payload ->> 'commentId'
  ) end as comment`

const source = `events e left join users actor on actor.id = e.actor_id`

/** The last events of a bug that are of the given types and come before a place, latest first. */
const lastEvents: Prepared = {
  name: 'timeline',
  text: `select ${columns} from ${source}
    where e.subject_id = $1 and e.type = any($2::text[]) and e.id < $3 order by e.id desc limit $4`,
}

/** Of events that may change several facts only those that changed one of some. */
const counts = (facts: string) =>
  `(${facts}::text[] is null or e.type not in ('bug-merged', 'bug-fields-changed') or e.payload ?| ${facts})`

const eventsSince: Prepared = {
  name: 'timeline-since',
  text: `select ${columns} from ${source} where e.subject_id = $1 and e.type = any($2::text[]) and e.version > $3
    and ($4::text is null or e.payload ->> 'commentId' = $4) and ${counts('$5')} order by e.id desc limit $6`,
}

const eventsAfter: Prepared = {
  name: 'timeline-after',
  text: `select ${columns} from ${source}
    where e.subject_id = $1 and e.type = any($2::text[]) and e.id > $3 and ${counts('$4')} order by e.id`,
}

const anEvent: Prepared = {
  name: 'timeline-entry',
  text: `select ${columns}, e.payload from ${source} where e.subject_id = $1 and e.type = any($2::text[]) and e.id = $3`,
}

/** Greater than every event's number. */
export const pastTheLast = Number.MAX_SAFE_INTEGER

export function eventsBefore(
  db: Db,
  bugId: string,
  { types, before, limit }: { types: readonly BugEventType[]; before: number; limit: number },
): Promise<EventRow[]> {
  return db.prepared<EventRow>(lastEvents, [bugId, types, before, limit])
}

/** All events of a bug of the given types after one of them, oldest first. */
export function eventsSinceEvent(
  db: Db,
  bugId: string,
  { types, after, facts }: { types: readonly BugEventType[]; after: number; facts?: readonly FieldName[] | undefined },
): Promise<EventRow[]> {
  return db.prepared<EventRow>(eventsAfter, [bugId, types, after, facts ?? null])
}

/** Events that made a later version of a bug, or of one of its comments; latest first. */
export function eventsAfterVersion(
  db: Db,
  bugId: string,
  { types, version, commentId, facts, limit }: SinceVersion,
): Promise<EventRow[]> {
  return db.prepared<EventRow>(eventsSince, [bugId, types, version, commentId ?? null, facts ?? null, limit])
}

interface SinceVersion {
  readonly types: readonly BugEventType[]
  readonly version: number
  readonly commentId?: string | undefined
  /** What an event that may change several facts must have changed to count. */
  readonly facts?: readonly FieldName[] | undefined
  readonly limit: number
}

/** One event with its whole payload; undefined when the bug has none of this number. */
export async function eventOf(
  db: Db,
  bugId: string,
  id: number,
): Promise<(EventRow & { payload: Readonly<Record<string, unknown>> }) | undefined> {
  const [row] = await db.prepared<EventRow & { payload: Readonly<Record<string, unknown>> }>(anEvent, [
    bugId,
    bugEventTypes,
    id,
  ])
  return row
}
