import type { Database } from '#server/db/database.ts'
import { indexOf } from './bug-index.ts'
import { sql } from 'kysely'
import { messageLexemes, withinLimit } from './lexemes.ts'
import { storeIndexes } from './store-indexes.ts'

const bugsAtOnce = 500
const linesAtOnce = 2_000
const lockName = 'search upgrade'
const newIndexes = [
  'create index if not exists bug_search_words on bug_search using gin (words)',
  'create index if not exists bug_texts_pairs on bug_texts using gin (pairs)',
]

/** Texts that only some may read, which have their words beside them. */
const apart = [
  { part: 'chat lines', table: 'chat_lines', what: 'the chat' },
  { part: 'chat notes', table: 'chat_notes', what: 'notes in the chat' },
  { part: 'internal comments', table: 'internal_comments', what: 'internal comments' },
] as const

interface UpgradedBug {
  id: string
  title: string
  description: string
  steps: string
  external_id: string | null
  comments: { id: string; message: string }[]
}

/**
 * Indexes what a migration left behind; does nothing where there is nothing to do. Continues where it was interrupted.
 * Several processes may call it at once: one works, the others wait.
 * @param say called now and then with the progress
 */
export async function upgradeSearch(database: Database, say: (what: string) => void): Promise<void> {
  const { rows } = await database.pool.query('select from search_upgrade')
  if (rows.length === 0) return
  const client = await database.pool.connect()
  try {
    await client.query(`set statement_timeout = 0; set maintenance_work_mem = '256MB'`)
    await client.query('select pg_advisory_lock(hashtext($1))', [lockName])
    const { rows: left } = await client.query<{ part: string }>('select part from search_upgrade')
    const parts = new Set(left.map(({ part }) => part))
    for (const { part, table, what } of apart) {
      if (!parts.has(part)) continue
      say(`indexing ${what} for search`)
      await inBatches(database, part, linesAtOnce, upgradeTexts(part, table), () => {})
      await client.query('delete from search_upgrade where part = $1', [part])
    }
    if (!parts.has('bugs')) return
    say('indexing all bugs for search')
    await inBatches(database, 'bugs', bugsAtOnce, upgradeBugs, (done) => {
      if (done % 20_000 === 0) say(`indexing all bugs for search: ${done.toLocaleString('en')} done`)
    })
    say('building the word index')
    // Every row was written again.
    await client.query('vacuum (full, analyze) bug_search')
    for (const statement of newIndexes) await client.query(statement)
    await client.query('vacuum (analyze) bug_texts, search_vocabulary')
    await client.query(`delete from search_upgrade where part = 'bugs'`)
  } finally {
    // The connection is closed instead of reused, because its settings and its lock must end with it.
    client.release(true)
  }
}

type Batch = (database: Database, after: string, limit: number) => Promise<{ last: string; done: number }>

async function inBatches(
  database: Database,
  part: string,
  size: number,
  batch: Batch,
  onProgress: (done: number) => void,
): Promise<void> {
  const { rows } = await database.pool.query<{ done_to: string }>(
    'select done_to from search_upgrade where part = $1',
    [part],
  )
  let after = rows[0]?.done_to ?? ''
  for (let done = 0; ;) {
    const { last, done: count } = await batch(database, after, size)
    after = last
    done += count
    onProgress(done)
    if (count < size) return
  }
}

const bugsAfter = {
  name: '',
  text: `select b.id, b.title, b.description, b.steps_to_reproduce as steps, b.external_id,
      (select coalesce(json_agg(json_build_object('id', c.id, 'message', c.message) order by c.id), '[]')
        from comments c where c.bug_id = b.id and c.deleted_on is null) as comments
    from bugs b where b.id > $1 order by b.id limit $2`,
}

async function upgradeBugs(database: Database, after: string, limit: number) {
  return database.inTx(async (tx) => {
    const bugs = await tx.prepared<UpgradedBug>(bugsAfter, [after, limit])
    const last = bugs.at(-1)?.id ?? after
    await storeIndexes(
      tx,
      bugs.map((bug) => ({
        id: bug.id,
        index: indexOf({ ...bug, stepsToReproduce: bug.steps, externalId: bug.external_id }, bug.comments),
      })),
    )
    await tx.updateTable('search_upgrade').set({ done_to: last }).where('part', '=', 'bugs').execute()
    return { last, done: bugs.length }
  })
}

type Batched = (typeof apart)[number]

/** Indexes texts that have their words beside them. */
const upgradeTexts =
  (part: Batched['part'], table: Batched['table']): Batch =>
  (database, after, limit) =>
    database.inTx(async (tx) => {
      const texts = await tx.run<{ id: string; message: string; is_deleted: boolean }>(
        sql`select t.id, t.message, to_jsonb(t) ->> 'deleted_on' is not null as is_deleted
          from ${sql.table(table)} t where t.id > ${after} order by t.id limit ${limit}`,
      )
      const last = texts.at(-1)?.id ?? after
      // A search does not find what was deleted.
      const rows = texts
        .filter(({ is_deleted }) => !is_deleted)
        .map(({ id, message }) => ({ id, words: withinLimit(messageLexemes(message)).join('\n') }))
      await tx.run(sql`update ${sql.table(table)} t set words = array_to_tsvector(string_to_array(r.words, E'\\n'))
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (id text, words text) where t.id = r.id`)
      await tx.updateTable('search_upgrade').set({ done_to: last }).where('part', '=', part).execute()
      return { last, done: texts.length }
    })
