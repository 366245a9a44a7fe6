import { type Kysely, sql } from 'kysely'

/** Who follows a bug, whom it affects, and which duplicates were merged into their originals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table bugs
    add column affected_count integer not null default 1,
    add column is_merged boolean not null default false,
    add check (duplicate_of is not null or not is_merged)`,
  `create index bugs_merged_into on bugs (duplicate_of) where is_merged`,

  // What a person has decided about a bug, by hand or by taking part. Without a row a bug is followed by whoever follows
  // one that was merged into it; a row says otherwise, or says it for good. News are the events after from_event.
  `create table bug_followers (
    bug_id record_id not null references bugs,
    user_id record_id not null references users,
    is_following boolean not null,
    since timestamptz not null,
    from_event bigint not null,
    primary key (bug_id, user_id)
  )`,
  `create index bug_followers_user on bug_followers (user_id) include (bug_id, from_event) where is_following`,

  // The last event of a bug that a follower has seen.
  `create table bug_seen (
    user_id record_id not null references users,
    bug_id record_id not null references bugs,
    event_id bigint not null,
    primary key (user_id, bug_id)
  )`,

  // The same as with followers: who says that a bug affects them, or that it doesn't after all.
  `create table bug_joins (
    bug_id record_id not null references bugs,
    user_id record_id not null references users,
    is_joined boolean not null,
    since timestamptz not null,
    primary key (bug_id, user_id)
  )`,

  // Who has reported or said something here follows it from now on. What an import brought along was said elsewhere.
  `insert into bug_followers (bug_id, user_id, is_following, since, from_event)
    select bug_id, user_id, true, now(), (select coalesce(max(id), 0) from events) from (
      select b.id as bug_id, b.created_by as user_id from bugs b where b.external_id is null
      union
      select c.bug_id, c.user_id from comments c join bugs b on b.id = c.bug_id
        where b.external_id is null or c.created_on > (
          select e.at from events e where e.subject_id = b.id order by e.id limit 1)
    ) as part join users u on u.id = part.user_id where u.email is not null`,
]
