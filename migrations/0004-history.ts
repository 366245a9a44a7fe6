import { type Kysely, sql } from 'kysely'

/** Versions, by which a change says what it began from: the bug's in each event that made one, and the comment's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const iso = (column: string) => `to_char(c.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const statements = [
  // The version of the subject that the event made. Events from before this column made versions that nobody holds any
  // more: a page that was opened before an upgrade has none to name.
  `alter table events add column version integer`,
  // The event that this one takes back.
  `alter table events add column undoes bigint references events`,
  `create index events_undoes on events (undoes) where undoes is not null`,
  // Not for reports alone any more.
  `alter table report_keys rename to request_keys`,
  `alter table request_keys rename column bug_id to record_id`,
  `alter table request_keys drop constraint report_keys_bug_id_fkey, drop constraint report_keys_pkey`,
  `alter table request_keys add column act text not null default 'report a bug'`,
  `alter table request_keys alter column act drop default, add primary key (user_id, act, key)`,
  // Keys from before this column stand for whatever they are sent with.
  `alter table request_keys add column body_hash bytea`,
  `alter table comments add column version integer not null default 1`,
  // To the millisecond, as events keep moments from now on.
  `update events set payload = payload || jsonb_build_object('editedOn', ${iso('edited_on')})
    from comments c, (select payload ->> 'commentId' as id, max(id) as event from events where type = 'comment-edited' group by 1) last
    where c.id = last.id and events.id = last.event and c.edited_on is not null`,
  `update events set payload = payload || jsonb_build_object('deletedOn', ${iso('deleted_on')})
    from comments c, (select payload ->> 'commentId' as id, max(id) as event from events where type = 'comment-deleted' group by 1) last
    where c.id = last.id and events.id = last.event and c.deleted_on is not null`,
  `update comments set version = version + edits from (
    select payload ->> 'commentId' as id, count(*)::integer as edits from events where type = 'comment-edited' group by 1
  ) as edited where comments.id = edited.id`,
]
