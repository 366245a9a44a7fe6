import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { migrations } from '#migrations/all.ts'
import { randomBytes } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { connectionTo, withAdmin } from './test-cluster.ts'

it('a database from before versions keeps its keys, and its history says what its tables say', async () => {
  const cluster = inject('cluster')
  const name = `upgrade_${randomBytes(8).toString('hex')}`
  await withAdmin(cluster, (admin) => admin.query(`create database ${name}`))
  const database = openDatabase(connectionTo(cluster, name), 2, () => {})
  const { pool } = database
  try {
    const before = Object.fromEntries(Object.entries(migrations).filter(([number]) => number < '0004'))
    await migrate(pool, before)
    const [userId, bugId, edited, deleted] = [newRecordId(), newRecordId(), newRecordId(), newRecordId()]
    // Stored a moment before the events that tell of them, as it was then.
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
  } finally {
    await database.close()
    await withAdmin(cluster, (admin) => admin.query(`drop database ${name} with (force)`))
  }
})
