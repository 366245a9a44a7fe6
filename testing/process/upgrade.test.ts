import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { upgradeSearch } from '#server/features/search/public.ts'
import { migrations } from '#migrations/all.ts'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { withBareDatabase } from '#testing/test-database.ts'

/** Runs with a database that has the migrations before one of them. */
async function withDatabaseBefore(number: string, run: (database: Database) => Promise<void>): Promise<void> {
  await withBareDatabase(async (database) => {
    await migrate(database.pool, Object.fromEntries(Object.entries(migrations).filter(([key]) => key < number)))
    await run(database)
  })
}

it('a database from before versions keeps its keys, and its history says what its tables say', async () => {
  await withDatabaseBefore('0004', async (database) => {
    const { pool } = database
    const [userId, bugId, edited, deleted] = [newRecordId(), newRecordId(), newRecordId(), newRecordId()]
    // Stored shortly before the events that report them, as it was then.
    const [said, changed] = ['2024-05-01T10:00:00.123Z', '2024-05-02T10:00:00.456Z']
    await pool.query(
      `insert into users (id, full_name, given_name, family_name, created_on) values ($1, 'A', 'A', 'A', $2)`,
      [userId, said],
    )
    await pool.query(
      `insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by, comment_count)
       values ($1, 't', 'd', 's', $2, $3, 2)`,
      [bugId, said, userId],
    )
    await pool.query(
      `insert into comments (id, bug_id, user_id, created_on, message, edited_on, deleted_on) values
       ($1, $3, $4, $5, 'third', $6, null), ($2, $3, $4, $5, 'gone', null, $6)`,
      [edited, deleted, bugId, userId, said, changed],
    )
    await pool.query(`insert into report_keys (user_id, key, bug_id) values ($1, 'k', $2)`, [userId, bugId])
    const added = (commentId: string, message: string) => ({ commentId, createdOn: said, userId, message })
    const events = [
      ['bug-reported', { title: 't', description: 'd', stepsToReproduce: 's', createdOn: said, createdBy: userId }],
      ['comment-added', added(edited, 'first')],
      ['comment-added', added(deleted, 'gone')],
      ['comment-edited', { commentId: edited, from: 'first', to: 'second' }],
      ['comment-edited', { commentId: edited, from: 'second', to: 'third' }],
      ['comment-deleted', { commentId: deleted, message: 'gone' }],
    ] as const
    for (const [type, payload] of events) {
      await pool.query('insert into events (type, subject_id, actor_id, payload) values ($1, $2, $3, $4)', [
        ...[type, bugId, userId, JSON.stringify(payload)],
      ])
    }

    await migrate(pool, migrations)
    expect(await verifyHistory(database.db)).toEqual({ bugs: 1, deviations: [] })
    const { rows } = await pool.query('select act, key, record_id from request_keys')
    expect(rows).toEqual([{ act: 'report a bug', key: 'k', record_id: bugId }])
  })
})

it('who has reported or said something before following was there follows it, without old notifications', async () => {
  await withDatabaseBefore('0008', async (database) => {
    const { pool } = database
    const [ann, ben, contact] = [newRecordId(), newRecordId(), newRecordId()]
    for (const [id, email] of [
      [ann, 'ann@example.test'],
      [ben, 'ben@example.test'],
      [contact, null],
    ] as const) {
      await pool.query(
        `insert into users (id, email, password_hash, full_name, given_name, family_name, created_on)
         values ($1, $2, $3, 'P', 'P', 'P', now())`,
        [id, email, email && 'none'],
      )
    }
    const [own, imported, duplicate] = [newRecordId(), newRecordId(), newRecordId()]
    const said = async (bugId: string, userId: string, on: string) =>
      pool.query(`insert into comments (id, bug_id, user_id, created_on, message) values ($1, $2, $3, $4, 'm')`, [
        ...[newRecordId(), bugId, userId, on],
      ])
    for (const [id, reporter, externalId, original] of [
      [own, ann, null, null],
      [imported, ann, 'X-1', null],
      [duplicate, contact, null, own],
    ] as const) {
      const createdOn = '2024-05-01T10:00:00.000Z'
      const facts = { title: 't', description: 'd', stepsToReproduce: 's', createdOn, createdBy: reporter }
      await pool.query(
        `insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by, external_id,
            classification, duplicate_of)
         values ($1, 't', 'd', 's', $2, $3, $4, $5, $6)`,
        [id, createdOn, reporter, externalId, original ? 'duplicate' : 'unclassified', original],
      )
      const payload = { ...facts, ...(externalId && { externalId }) }
      await pool.query(
        `insert into events (type, subject_id, actor_id, at, payload) values ('bug-reported', $1, $2, '2024-06-01', $3)`,
        [id, reporter, JSON.stringify(payload)],
      )
    }
    await said(own, ben, '2024-05-02')
    await said(own, contact, '2024-05-02')
    await said(imported, ann, '2024-05-02')
    await said(imported, ben, '2024-06-02')

    await migrate(pool, migrations)
    const { rows } = await pool.query('select bug_id, user_id, is_following, from_event from bug_followers')
    const { rows: last } = await pool.query('select max(id) as id from events')
    const follower = (bugId: string, userId: string) => ({
      bug_id: bugId,
      user_id: userId,
      is_following: true,
      from_event: last[0].id,
    })
    expect(rows).toHaveLength(3)
    expect(rows).toEqual(expect.arrayContaining([follower(own, ann), follower(own, ben), follower(imported, ben)]))
    const { rows: bugs } = await pool.query('select distinct affected_count, is_merged from bugs')
    expect(bugs).toEqual([{ affected_count: 1, is_merged: false }])
  })
})

it('a database from before stems is indexed anew by one of the processes that start, and knows when bugs were closed', async () => {
  await withDatabaseBefore('0007', async (database) => {
    const { pool } = database
    const [userId, bugId, otherId, commentId, talkId] = [0, 1, 2, 3, 4].map((n) => newRecordId(new Date(n * 1000)))
    const timestamp = '2024-05-01T10:00:00.123Z'
    await pool.query(
      `insert into users (id, full_name, given_name, family_name, created_on) values ($1, 'A', 'A', 'A', $2)`,
      [userId, timestamp],
    )
    for (const [id, title] of [
      [bugId, 'Crashing lamps'],
      [otherId, 'Another one'],
    ]) {
      await pool.query(
        `insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by, is_closed, status)
         values ($1, $2, 'd', 's', $3, $4, true, 'Closed')`,
        [id, title, timestamp, userId],
      )
      await pool.query(
        `insert into bug_search (bug_id, created_on, is_closed, classification, words)
         values ($1, $2, true, 'unclassified', '')`,
        [id, timestamp],
      )
    }
    await pool.query(
      `insert into comments (id, bug_id, user_id, created_on, message) values ($1, $2, $3, $4, 'moths were seen')`,
      [commentId, bugId, userId, timestamp],
    )
    await pool.query(
      `insert into events (type, subject_id, actor_id, payload, at)
       values ('bug-status-changed', $1, $2, '{"from": "Open", "to": "Closed"}', $3)`,
      [bugId, userId, timestamp],
    )
    await pool.query(
      `insert into conversations (id, visitor_name, opened_on, last_line_on, network, user_agent)
       values ($1, 'V', $2, $2, 'n', 'u')`,
      [talkId, timestamp],
    )
    await pool.query(
      `insert into chat_lines (conversation_id, seq, id, sender, sender_name, message, sent_on, words)
       values ($1, 1, $1, 'visitor', 'V', 'glowing', $2, '')`,
      [talkId, timestamp],
    )
    await migrate(pool, migrations)
    await Promise.all([upgradeSearch(database, () => {}), upgradeSearch(database, () => {})])

    const holding = async (query: string, table = 'bug_search', id = 'bug_id') =>
      (await pool.query(`select ${id} as id from ${table} where words @@ $1::tsquery`, [query])).rows.map(
        (row) => row.id,
      )
    expect(await holding(`'=crash' & '=moth' & '=lamp'`)).toEqual([bugId])
    expect(await holding(`'=glow'`, 'chat_lines', 'id')).toEqual([talkId])
    const { rows: texts } = await pool.query('select plain from bug_texts where comment_id = $1', [commentId])
    expect(texts).toEqual([{ plain: ' moths were seen ' }])
    const { rows: closed } = await pool.query('select id, closed_on from bugs order by id')
    expect(closed).toEqual([
      { id: bugId, closed_on: new Date(timestamp) },
      { id: otherId, closed_on: null },
    ])
    const { rows: indexes } = await pool.query(
      `select to_regclass('bug_search_words') as words, to_regclass('bug_texts_pairs') as pairs`,
    )
    expect(indexes).toEqual([{ words: 'bug_search_words', pairs: 'bug_texts_pairs' }])
    expect((await pool.query('select from search_upgrade')).rowCount).toBe(0)
    expect((await pool.query('select from mails')).rowCount).toBe(0)
  })
})

it('a migration that fails leaves everything as it was, and says which one it is', async () => {
  await withDatabaseBefore('9999', async ({ pool }) => {
    const shape = async () => {
      const { rows } = await pool.query<{ print: string }>(
        `select concat((select string_agg(table_name || column_name || data_type, ',' order by 1)
            from information_schema.columns where table_schema = 'public'),
          (select string_agg(indexdef, ',' order by 1) from pg_indexes where schemaname = 'public'),
          (select string_agg(name, ',' order by 1) from kysely_migration),
          (select string_agg(proname, ',' order by 1) from pg_proc where pronamespace = 'public'::regnamespace)) as print`,
      )
      return rows[0]?.print
    }
    const before = await shape()
    const next = {
      '9998-fine': { up: async (db: Kysely<unknown>) => void (await sql`create table fine (id integer)`.execute(db)) },
      '9999-fails': {
        up: async (db: Kysely<unknown>) => {
          await sql`alter table bugs drop column title`.execute(db)
          await sql`select 1 / 0`.execute(db)
        },
      },
    }
    await expect(migrate(pool, { ...migrations, ...next })).rejects.toThrow(
      /^The migration 9999-fails failed and was undone: division by zero/,
    )
    expect(await shape()).toBe(before)
    expect(await migrate(pool, migrations)).toEqual([])
  })
})

it('a migration may take longer than a request', async () => {
  await withDatabaseBefore('9999', async ({ pool }) => {
    let setting: unknown
    const slow = {
      up: async (db: Kysely<unknown>) => {
        const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)
        setting = rows[0]?.limit
      },
    }
    await migrate(pool, { ...migrations, '9999-slow': slow })
    expect(setting).toBe('0')
    const { rows } = await pool.query(`select current_setting('statement_timeout') as limit`)
    expect(rows).toEqual([{ limit: '30s' }])
  })
})
