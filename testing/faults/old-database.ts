import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#migrations/all.ts'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type pg from 'pg'

const released = resolve(import.meta.dirname, '../released')

/** Fills an empty database as it was while a migration was the newest, with what people had written until then. */
export async function fillAsOf(pool: pg.Pool, newest: string): Promise<void> {
  for (const name of Object.keys(migrations).filter((key) => key <= newest)) {
    await migrate(pool, Object.fromEntries(Object.entries(migrations).filter(([key]) => key <= name)))
    await pool.query(readFileSync(resolve(released, `${name}.sql`), 'utf8'))
  }
}

/** Adds bugs with a comment each in the schema of 0006, so that migrating them takes a while. */
export async function addOldBugs(pool: pg.Pool, count: number): Promise<void> {
  const person = '640000000000000000000002'
  const timestamp = `timestamptz '2025-11-01 00:00:00+00'`
  const iso = '2025-11-01T00:00:00.000Z'
  await pool.query(`
    create temporary table fresh as select '68' || lpad(to_hex(n), 22, '0') as bug, '69' || lpad(to_hex(n), 22, '0') as comment,
      'Lamp number ' || n as title from generate_series(1, ${count}) n;
    insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by, comment_count)
      select bug, title, repeat('It flickers at dusk. ', 40), '1. Wait', ${timestamp}, '${person}', 1 from fresh;
    insert into bug_search (bug_id, created_on, is_closed, classification, words)
      select bug, ${timestamp}, false, 'unclassified', to_tsvector('simple', title) from fresh;
    insert into comments (id, bug_id, user_id, created_on, message)
      select comment, bug, '${person}', ${timestamp}, 'Seen with ' || title from fresh;
    insert into events (type, subject_id, actor_id, version, payload)
      select 'bug-reported', bug, '${person}', 1, jsonb_build_object('title', title, 'description',
        repeat('It flickers at dusk. ', 40), 'stepsToReproduce', '1. Wait', 'createdOn', '${iso}', 'createdBy', '${person}') from fresh;
    insert into events (type, subject_id, actor_id, version, payload)
      select 'comment-added', bug, '${person}', 1, jsonb_build_object('commentId', comment, 'createdOn', '${iso}',
        'userId', '${person}', 'message', 'Seen with ' || title) from fresh;
    drop table fresh`)
}
