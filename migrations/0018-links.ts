import { type Kysely, sql } from 'kysely'

/** What bugs are to one another, beside duplicates: parents, what blocks what, and what is related. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const updates = `(starts_with(type, 'bug-') or starts_with(type, 'comment-'))
  and type <> 'bug-reported' and not (type in ('bug-duplicate-linked', 'bug-links-changed') and actor_id is null)`
const happenedOn = `case when type = 'comment-added' then (payload ->> 'createdOn')::timestamptz else at end`

const statements = [
  // Each link once: the parent at its child, what blocks at the one that blocks, what is related at the older of the two.
  `create table bug_links (
    bug_id record_id not null references bugs,
    kind text not null check (kind in ('parent', 'blocks', 'relates-to')),
    other_id record_id not null references bugs,
    primary key (bug_id, kind, other_id),
    check (bug_id <> other_id),
    check (kind <> 'relates-to' or bug_id < other_id)
  )`,
  `create index bug_links_back on bug_links (other_id, kind, bug_id)`,
  `create unique index bug_links_parent on bug_links (bug_id) where kind = 'parent'`,
  // The links of an import don't count, as those of duplicates don't.
  `create or replace function bug_updates_follow() returns trigger language plpgsql as $$
  declare
    e record;
  begin
    for e in select subject_id, max(${happenedOn}) as last from added where ${updates} group by 1 order by 1 loop
      update bug_updates set updated_on = e.last where id = e.subject_id and updated_on < e.last;
    end loop;
    return null;
  end $$`,
]
