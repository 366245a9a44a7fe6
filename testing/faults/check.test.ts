import { migrateDatabase } from '#server/app.ts'
import { connectionTo, withAdmin } from '#testing/test-cluster.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { lostWrites } from './check.ts'
import { brokenRules, damage } from './invariants.ts'
import { fillAsOf } from './old-database.ts'

const name = `checked_${randomBytes(8).toString('hex')}`
let database: Database
beforeAll(async () => {
  await withAdmin(inject('cluster'), (admin) => admin.query(`create database ${name}`))
  database = openDatabase(connectionTo(inject('cluster'), name), 2, () => {})
  await fillAsOf(database.pool, '9999')
  await migrateDatabase(database)
})
afterAll(async () => {
  await database.close()
  await withAdmin(inject('cluster'), (admin) => admin.query(`drop database ${name} with (force)`))
})

/** Runs `work` in a transaction that is rolled back. */
async function undone<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const bug = `'640000000000000000000010'`

describe('the check of a run', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await brokenRules(database.pool)).toEqual([])
    expect(await damage(database.pool)).toEqual([])
  })

  it.each([
    ['kept totals equal counts', 'update bug_counts set n = n + 1'],
    ['every bug has its search row, with the same facts', `delete from bug_search where bug_id = ${bug}`],
    ['every bug has its search row, with the same facts', `update bug_search set is_closed = not is_closed`],
    ['every bug has the time of its last update, with the same facts', `delete from bug_updates where id = ${bug}`],
    [
      'every bug has the time of its last update, with the same facts',
      `update bug_updates set is_closed = not is_closed`,
    ],
    ['every bug has the time of its last update, with the same facts', `update bug_updates set waiting_since = now()`],
    ['every bug has its rank row', `delete from bug_ranks where bug_id = ${bug}`],
    ['every bug has its texts', `delete from bug_texts where comment_id is null`],
    ['every comment that is shown has its texts', `delete from bug_texts where comment_id is not null`],
    ['comments are counted', `update bugs set comment_count = comment_count + 1 where id = ${bug}`],
    ['a bug’s version is that of its last change', `update bugs set version = 9 where id = '670000000000000000000010'`],
    [
      'the versions of a bug have no gap',
      `delete from events where subject_id = '670000000000000000000010' and version = 2`,
    ],
    ['every bug was reported once', `delete from events where type = 'bug-reported'`],
    ['every comment was added once', `delete from events where type = 'comment-added'`],
    ['every comment that was added is there', `delete from comments where bug_id = ${bug}`],
    ['the lines of a conversation are numbered without a gap', 'update chat_lines set seq = seq + 1 where seq = 2'],
    ['every chat line was announced once', `delete from events where type = 'chat-line-added'`],
    ['a key of a request leads to its record', `update request_keys set record_id = '6f0000000000000000000000'`],
    ['a bulk change counts what became of its bugs', 'update bulk_changes set refused = 0'],
    ['a bulk change counts what became of its bugs', 'update bulk_changes set finished_on = null'],
    ['a bulk change has events for each bug that it changed', 'update events set bulk_id = null'],
    ['an attachment’s comment is of its bug', `update attachments set bug_id = ${bug} where comment_id is not null`],
    ['events are not from the future', `update events set tx = '999999999999' where id = 1`],
    ['nothing is written twice', `update comments set message = 'the same'`],
  ])('notices when this is not so: %s', async (rule, breaking) => {
    const broken = await undone(async (client) => {
      await client.query(breaking)
      return brokenRules(client)
    })
    expect(broken.join('\n')).toContain(`not so: ${rule}: `)
  })

  it('notices acknowledged writes that are not there', async () => {
    const id = '6f0000000000000000000000'
    expect(
      await lostWrites(
        [
          { kind: 'report', id: '640000000000000000000010', title: 'Crashing lamps' },
          { kind: 'report', id, title: 'never' },
          { kind: 'comment', id, bugId: id, message: 'never' },
          { kind: 'change', what: 'edit', bugId: '670000000000000000000010', version: 2 },
          { kind: 'change', what: 'edit', bugId: '670000000000000000000010', version: 60 },
        ],
        database.pool,
      ),
    ).toEqual([
      `lost: report ${id} never`,
      `lost: comment ${id} ${id} never`,
      'lost: change 670000000000000000000010 60',
    ])
  })
})
