import { type Kysely, sql } from 'kysely'

/**
 * Questions to reporters: whether a bug waits for its reporter, which question was asked last, and since when the team owes its
 * reporter an answer. Bugs that are open and whose reporter spoke last begin with that; imported ones do not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** As `isOfTeam` in `server/features/bugs/policy.ts` has it. */
const teamPermissions = `'{canEditAnyBug,canCloseAnyBug,canClassifyAnyBug,canReassignAnyBug}'::text[]`

/** Since when one side waits for the other, of a row of `bugs`. A closed bug waits for nobody. */
const waitingSince = (row: string) =>
  `case when not ${row}.is_closed then case when ${row}.is_waiting then ${row}.asked_on else ${row}.owed_since end end`

const watched = ['is_closed', 'classification', 'product_number', 'is_private', 'is_waiting', 'asked_on', 'owed_since']

const statements = [
  // The question stays known after its answer, so that waiting can be taken up again. `asked_in` is the comment that asks.
  `alter table bugs
    add column is_waiting boolean not null default false,
    add column asked_on timestamptz,
    add column asked_by record_id references users,
    add column asked_in record_id,
    add column reminders smallint not null default 0,
    add column owed_since timestamptz,
    add constraint bugs_asked check (not is_waiting or (asked_on is not null and asked_by is not null))`,
  `update bugs b set owed_since = case when said.answered is null then b.created_on else said.since end
    from bugs o cross join lateral (
      select max(c.created_on) filter (where c.user_id <> o.created_by) as answered,
        min(c.created_on) filter (where c.user_id = o.created_by and c.created_on > coalesce((
          select max(a.created_on) from comments a where a.bug_id = o.id and a.deleted_on is null and a.user_id <> o.created_by
        ), '-infinity')) as since
      from comments c where c.bug_id = o.id and c.deleted_on is null
    ) said
    where o.id = b.id and not b.is_closed and b.external_id is null and not exists (
      select from user_roles u join roles r on r.name = u.role
        where u.user_id = b.created_by and r.permissions && ${teamPermissions})`,

  // Beside the time of the last change, which each comment writes anyway.
  `alter table bug_updates add column is_waiting boolean not null default false, add column waiting_since timestamptz`,
  `update bug_updates u set waiting_since = b.owed_since from bugs b
    where b.id = u.id and b.owed_since is not null`,
  `create index bug_updates_waiting on bug_updates (waiting_since, id)
    include (is_waiting, created_on, is_closed, classification, product_number, is_private) where waiting_since is not null`,
  `create or replace function bug_updates_add() returns trigger language plpgsql as $$
  begin
    insert into bug_updates (id, updated_on, created_on, is_closed, classification, product_number, is_private,
        is_waiting, waiting_since)
      select id, created_on, created_on, is_closed, classification, product_number, is_private,
        is_waiting and not is_closed, ${waitingSince('added')} from added;
    return null;
  end $$`,
  `create or replace function bug_updates_filter() returns trigger language plpgsql as $$
  begin
    update bug_updates set is_closed = new.is_closed, classification = new.classification,
      product_number = new.product_number, is_private = new.is_private,
      is_waiting = new.is_waiting and not new.is_closed, waiting_since = ${waitingSince('new')} where id = new.id;
    return null;
  end $$`,
  `drop trigger bug_updates_filter on bugs`,
  `create trigger bug_updates_filter after update of ${watched.join(', ')} on bugs for each row
    when (${watched.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})
    execute function bug_updates_filter()`,

  `alter table notifications drop constraint notifications_reason_check`,
  `alter table notifications add constraint notifications_reason_check check (reason in
    ('asked', 'answered', 'mentioned', 'assigned', 'reported', 'joined', 'follows', 'watches'))`,

  `analyze bug_updates`,
]

/** The version before writes none of this. */
export const addsOnly = true
