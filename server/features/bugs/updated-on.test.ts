import { assignBug, editBug, listBugs, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { addComment, deleteComment, editComment } from '#shared/comments/contract.ts'
import { followBug, joinBug } from '#shared/following/contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { snoozeBug } from '#shared/snoozing/contract.ts'
import { recordEvents } from '#server/events/record-event.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

let app: TestApp
let staff: Caller & { userId: string }
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'])
})
afterAll(() => app?.end())

async function report(title: string) {
  const reporter = await app.person(['customer'])
  const body = { title, description: 'd', stepsToReproduce: 's' }
  return (await reporter.call(reportBug, { body })).body.result
}

const updatedOn = async (bugId: string) => (await staff.call(viewBug, { params: { bugId } })).body.result.updatedOn
const listed = async (keywords: string) =>
  (await staff.call(listBugs, { query: { keywords } })).body.result.map(({ _id }) => _id)

it('every entry of its timeline updates a bug, and nothing else does', async () => {
  const bug = await report('Quokka')
  const original = await report('Quokka too')
  const params = { bugId: bug._id }
  expect([bug.updatedOn, await updatedOn(bug._id)]).toEqual([bug.createdOn, bug.createdOn])
  const { comment } = (await staff.call(addComment, { params, body: { message: 'm' } })).body
  expect(await updatedOn(bug._id)).toBe(comment.createdOn)
  const texts = { title: 'Quokka', description: 'changed', stepsToReproduce: 's' }
  const commentId = comment.commentId
  const acts = {
    edit: () => staff.call(editBug, { params, body: texts }),
    assign: () => staff.call(assignBug, { params, body: { userId: staff.userId } }),
    'edit a comment': () => staff.call(editComment, { params: { ...params, commentId }, body: { message: 'n' } }),
    'delete a comment': () => staff.call(deleteComment, { params: { ...params, commentId } }),
    join: () => staff.call(joinBug, { params, body: {} }),
    merge: () => staff.call(mergeBug, { params, body: { into: original._id, close: false } }),
  }
  for (const [name, act] of Object.entries(acts)) {
    const before = await updatedOn(bug._id)
    expect([(await act()).status, name]).toEqual([200, name])
    expect([(await updatedOn(bug._id)) > before, name]).toEqual([true, name])
  }
  expect((await updatedOn(original._id)) > original.createdOn).toBe(true)
  const last = await updatedOn(bug._id)
  await staff.call(followBug, { params, body: { following: false } })
  await staff.call(snoozeBug, { params, body: { until: 'activity' } })
  expect(await updatedOn(bug._id)).toBe(last)
  expect(await verifyHistory(app.database.db)).toMatchObject({ deviations: [] })
})

it('many events of a bug at once are written once: an import brings thousands in one statement', async () => {
  const { _id: bugId } = await report('Kowari')
  const days = ['2123-01-02', '2123-01-04', '2123-01-03'].map((day) => `${day}T00:00:00.000Z`)
  const said = { userId: staff.userId, message: 'm' }
  const events = days.map((createdOn, n) => ({
    ...{ type: 'comment-added' as const, subjectId: bugId, actorId: staff.userId },
    payload: { ...said, commentId: String(n), createdOn },
  }))
  const undone = app.inTx(async (tx) => {
    // Counts of transactions before may still be among them.
    const written = async () => {
      const { rows } = await sql<{ n: number; on: Date }>`select n_tup_upd as n, u.updated_on as on
        from pg_stat_xact_user_tables join bug_updates u on u.id = ${bugId} where relname = 'bug_updates'`.execute(tx)
      return rows[0] ?? { n: 0, on: null }
    }
    const before = await written()
    await recordEvents(tx, events)
    const after = await written()
    expect({ n: after.n - before.n, on: after.on }).toEqual({ n: 1, on: new Date(days[1] ?? '') })
    throw new Error('not kept')
  })
  await expect(undone).rejects.toThrow('not kept')
})

it('the list sorts by it, the last first, and searches by it', async () => {
  const [one, two, three] = [await report('Numbat'), await report('Numbat'), await report('Numbat')].map(
    ({ _id }) => _id,
  )
  await staff.call(addComment, { params: { bugId: one ?? '' }, body: { message: 'm' } })
  expect(await listed('numbat sort:updated')).toEqual([one, three, two])
  expect(await listed('numbat sort:updated-asc')).toEqual([two, three, one])
  await app.database.pool.query(`update bug_updates set updated_on = now() - interval '31 days' where id = $1`, [two])
  expect(await listed('numbat updated:>30d')).toEqual([two])
  expect(await listed('numbat updated:<1d sort:created-asc')).toEqual([one, three])
})

it('the list sorts by how many people bugs affect, the most first', async () => {
  const [one, two] = [await report('Bilby'), await report('Bilby')].map(({ _id }) => _id)
  await staff.call(joinBug, { params: { bugId: one ?? '' }, body: {} })
  expect(await listed('bilby')).toEqual([two, one])
  expect(await listed('bilby sort:affected')).toEqual([one, two])
  expect(await listed('bilby sort:affected-asc')).toEqual([two, one])
})

it('a comment enters a bug into none of its indexes again', async () => {
  const { _id: bugId } = await report('Hot quoll')
  const { pool } = app.database
  const row = async () => {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      'select to_jsonb(b) as row from bugs b where id = $1',
      [bugId],
    )
    return rows[0]?.row ?? {}
  }
  const before = await row()
  await staff.call(addComment, { params: { bugId }, body: { message: 'm' } })
  const after = await row()
  const written = Object.keys(after).filter((column) => !isDeepStrictEqual(after[column], before[column]))
  // Their reporter spoke last until then.
  expect(written).toEqual(['owed_since', 'comment_count'])
  const { rows } = await pool.query<{ indexdef: string }>(`select indexdef from pg_indexes where tablename = 'bugs'`)
  expect(rows.filter(({ indexdef }) => written.some((column) => indexdef.includes(column)))).toEqual([])
})
