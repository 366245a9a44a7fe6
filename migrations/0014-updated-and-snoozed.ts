import { type Kysely, sql } from 'kysely'

/** When each bug was last changed or commented on, the order of how many people bugs affect, and what people snoozed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * Whether an event changes when a bug was last updated: everything of its timeline after the report, but for the links
 * that an import brings along.
 */
const updates = `(starts_with(type, 'bug-') or starts_with(type, 'comment-'))
  and type <> 'bug-reported' and not (type = 'bug-duplicate-linked' and actor_id is null)`
/** When it happened: an imported comment was said before its event was recorded. */
const happenedOn = `case when type = 'comment-added' then (payload ->> 'createdOn')::timestamptz else at end`
/** When the events of a table last updated each bug. */
const lastOf = (table: string) =>
  `select subject_id, max(${happenedOn}) as last from ${table} where ${updates} group by 1`

const statements = [
  // Apart from the bugs: an index of this beside the texts would make PostgreSQL enter a bug into all its indexes again
  // with each comment.
  // It also has what filters need, so that a page of this order is found without the bugs' rows.
  `create table bug_updates (
    id record_id primary key references bugs,
    updated_on timestamptz not null,
    created_on timestamptz not null,
    is_closed boolean not null,
    classification text not null
  ) with (fillfactor = 85)`,
  `insert into bug_updates (id, updated_on, created_on, is_closed, classification)
    select b.id, greatest(b.created_on, e.last), b.created_on, b.is_closed, b.classification
      from bugs b left join (${lastOf('events')}) e on e.subject_id = b.id`,
  `create index bug_updates_order on bug_updates (updated_on, id) include (created_on, is_closed, classification)`,
  `create function bug_updates_add() returns trigger language plpgsql as $$
  begin
    insert into bug_updates (id, updated_on, created_on, is_closed, classification)
      select id, created_on, created_on, is_closed, classification from added;
    return null;
  end $$`,
  `create trigger bug_updates_add after insert on bugs referencing new table as added
    for each statement execute function bug_updates_add()`,
  `create function bug_updates_filter() returns trigger language plpgsql as $$
  begin
    update bug_updates set is_closed = new.is_closed, classification = new.classification where id = new.id;
    return null;
  end $$`,
  `create trigger bug_updates_filter after update of is_closed, classification on bugs for each row
    when (old.is_closed <> new.is_closed or old.classification <> new.classification)
    execute function bug_updates_filter()`,
  // From the events, as the history reads it: whoever records a change can't forget it. The bug is locked meanwhile.
  // By statement: of a row that one transaction writes thousands of times, each time reads all the times before.
  `create function bug_updates_follow() returns trigger language plpgsql as $$
  declare
    e record;
  begin
    for e in ${lastOf('added')} order by 1 loop
      update bug_updates set updated_on = e.last where id = e.subject_id and updated_on < e.last;
    end loop;
    return null;
  end $$`,
  `create trigger bug_updates_follow after insert on events referencing new table as added
    for each statement execute function bug_updates_follow()`,

  `create index bugs_by_affected on bugs (affected_count, created_on, id) include (is_closed, classification)`,

  // Until a time; or, without one, until somebody else does something after from_event.
  `create table bug_snoozes (
    user_id record_id not null references users,
    bug_id record_id not null references bugs,
    until timestamptz,
    from_event bigint not null,
    primary key (user_id, bug_id)
  )`,

  // The view of what waits for triage became one of all that nobody touches. Whoever decided about its pin did so here too.
  `update view_pins set standard_view = 'stale' where standard_view = 'stale-triage'`,
  `analyze bugs, bug_updates`,
]
