import { openDatabaseServer } from '#bench/data-set/database-server.ts'
import { openDatabase } from '#server/db/database.ts'
import { upgradeSearch } from '#server/features/search/public.ts'
const server = await openDatabaseServer(undefined, console.log)
const names = await server.connected('postgres', async (c) => (await c.query("select datname from pg_database where datname like 'bench_1%'")).rows.map((r: {datname:string}) => r.datname))
const db = openDatabase({ connectionString: server.urlOf(names[0]!) }, 4, () => {})
await db.pool.query(`drop table bug_texts`)
await db.pool.query(`create table bug_texts (bug_id record_id not null references bugs, comment_id record_id, plain text collate "C" not null, pairs integer[] not null)`)
await db.pool.query(`create unique index bug_texts_of_bug on bug_texts (bug_id, comment_id) nulls not distinct`)
await db.pool.query(`create or replace function bugs_with_words(query tsquery, title tsquery)
    returns table (bug_id record_id, created_on timestamptz, is_closed boolean, classification text, in_title boolean)
    language sql stable set enable_seqscan = off as $$
    select bug_id, created_on, is_closed, classification, coalesce(title_words @@ title, false)
      from bug_search where words @@ query
  $$`)
await db.pool.query(`drop index if exists bug_search_words`)
await db.pool.query(`truncate search_vocabulary`)
await db.pool.query(`insert into search_upgrade values ('bugs', '') on conflict (part) do update set done_to = ''`)
const t = Date.now()
await upgradeSearch(db, (what) => console.log(((Date.now() - t) / 1000).toFixed(0), what))
console.log('upgrade', ((Date.now() - t) / 1000).toFixed(0), 's')
await db.close(); await server.stop()
