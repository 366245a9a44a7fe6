import type pg from 'pg'

/**
 * Takes everything off the tables that makes many rows slow: indexes but those of keys, foreign keys, triggers.
 * @returns puts it back, which checks the foreign keys, and does at once what the triggers would have done row by row
 */
export async function bareTables(client: pg.ClientBase): Promise<(say: (what: string) => void) => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
        and conrelid::regclass::text = any($1::text[])`,
    [filled],
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid::regclass::text = any($1::text[])
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [filled],
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query('alter table bugs disable trigger user')
  return async (say) => {
    for (const { name, definition } of indexes) {
      say(`building ${name}`)
      await client.query(definition)
    }
    say('checking the foreign keys')
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    await client.query('alter table bugs enable trigger user')
    await client.query(`insert into bug_counts (product_number, is_private, is_closed, classification, shard, n)
      select product_number, is_private, is_closed, classification, 0, count(*) from bugs group by 1, 2, 3, 4`)
    await client.query(`select setval('bug_numbers_0', max(number)) from bugs having max(number) is not null`)
    // As migration 0014 does it.
    const facts = 'is_closed, classification, product_number, is_private'
    await client.query(`insert into bug_updates (id, updated_on, created_on, ${facts})
      select b.id, greatest(b.created_on, e.last), b.created_on, ${facts} from bugs b left join (
        select subject_id,
            max(case when type = 'comment-added' then (payload ->> 'createdOn')::timestamptz else at end) as last
          from events where (starts_with(type, 'bug-') or starts_with(type, 'comment-')) and type <> 'bug-reported'
          group by 1) e on e.subject_id = b.id`)
    await client.query(`select setval(pg_get_serial_sequence('events', 'id'), (select max(id) from events))`)
    // Nobody is told of what is there.
    await client.query(`update notification_position set (tx, event_id) = (e.tx, e.id)
      from (select tx, id from events order by events.tx desc, id desc limit 1) e`)
  }
}

const filled = ['bugs', 'comments', 'events', 'bug_followers', 'bug_search', 'bug_ranks', 'bug_texts']
