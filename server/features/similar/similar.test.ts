import { classifyBug, editBug, reportBug } from '#shared/bugs/contract.ts'
import { undoChange } from '#shared/history/contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { findSimilar, listCandidates } from '#shared/similar/contract.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let app: TestApp
let reporter: Caller
beforeAll(async () => {
  app = await openTestApp({ LIMIT_SIMILAR: '100000' })
  reporter = await app.person(['customer'], { fullName: 'Rita Reporter' })
  await vi.waitFor(async () => expect((await similarTo('any two words')).isReady).toBe(true))
})
afterAll(() => app?.end())

async function similarTo(title: string, more: { description?: string; limit?: number } = {}, caller = reporter) {
  const answer = await caller.call(findSimilar, { body: { title, ...more } })
  expect(answer.status).toBe(200)
  return answer.body
}

async function candidatesOf(bugId: string, caller: Caller) {
  const answer = await caller.call(listCandidates, { params: { bugId } })
  expect(answer.status).toBe(200)
  return answer.body
}

const idsOf = ({ result }: { result: readonly { _id: string }[] }) => result.map(({ _id }) => _id)

/** Reports as a new person each time, because one person waits between two reports. */
async function report(title: string, description = 'It happens every time.', by?: Caller) {
  const caller = by ?? (await app.person(['customer']))
  const answer = await caller.call(reportBug, {
    body: { title, description, stepsToReproduce: 'Start it.' },
  })
  expect(answer.status).toBe(200)
  return answer.body.result
}

/** Deletes a bug in the database, because no call does. */
async function deleteBug(bugId: string): Promise<void> {
  const { rows } = await app.database.pool.query<{ from: string }>(
    `select conrelid::regclass || ' where ' || quote_ident(attname) as "from"
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where confrelid = 'bugs'::regclass and conrelid <> confrelid`,
  )
  for (const { from } of rows) await app.database.pool.query(`delete from ${from} = $1`, [bugId])
  await app.database.pool.query('delete from bugs where id = $1', [bugId])
}

describe('what may be the same', () => {
  it('is found by what is typed of its title, with what one needs to judge it', async () => {
    const bug = await report(
      'Telescope calibration drifts at midnight',
      '# What\n\nThe **zenith** offset grows.\n```\nlog\n```\n',
      reporter,
    )
    const { result, isReady } = await similarTo('calibration of telescopes')
    expect(isReady).toBe(true)
    expect(result[0]).toEqual({
      _id: bug._id,
      key: bug.key,
      product: bug.product,
      title: 'Telescope calibration drifts at midnight',
      isClosed: false,
      isPrivate: false,
      status: 'Open',
      classification: 'unclassified',
      createdOn: bug.createdOn,
      createdBy: { _id: reporter.userId, fullName: 'Rita Reporter' },
      commentCount: 0,
      affectedCount: 1,
      matched: expect.arrayContaining(['calibration', 'telescopes']),
      excerpt: 'What The zenith offset grows.',
    })
  })

  it('is nothing for less than two words, and never more than was asked for', async () => {
    for (let n = 0; n < 8; n++) await report(`Kettle whistle number ${n}`)
    expect((await similarTo('whistle')).result).toEqual([])
    expect((await similarTo('  ')).result).toEqual([])
    expect((await similarTo('kettle whistle')).result).toHaveLength(5)
    expect((await similarTo('kettle whistle', { limit: 7 })).result).toHaveLength(7)
    expect((await similarTo('', { description: 'kettle whistle' })).result).toHaveLength(5)
  })

  it('is found among words that have no spaces between them', async () => {
    const bug = await report('数据库连接池耗尽')
    expect(idsOf(await similarTo('连接池耗尽'))).toContain(bug._id)
  })

  it('is asked for without writing anything', async () => {
    const contents = async () => (await app.database.pool.query('select pg_current_xact_id_if_assigned() as x')).rows
    const { rows: before } = await app.database.pool.query('select count(*) as n from events')
    await similarTo('kettle whistle')
    const { rows: after } = await app.database.pool.query('select count(*) as n from events')
    expect(after).toEqual(before)
    expect(await contents()).toEqual([{ x: null }])
  })
})

describe('the index follows at once', () => {
  it('a report and an edit', async () => {
    const staff = await app.person(['staff'])
    const bug = await report('Violet umbrella leaks')
    expect(idsOf(await similarTo('violet umbrella'))[0]).toBe(bug._id)
    const texts = { title: 'Crimson parasol leaks', description: 'd', stepsToReproduce: 's' }
    await staff.call(editBug, { params: { bugId: bug._id }, body: texts })
    expect(idsOf(await similarTo('violet umbrella'))).not.toContain(bug._id)
    expect(idsOf(await similarTo('crimson parasol'))[0]).toBe(bug._id)
    const { rows } = await app.database.pool.query<{ id: number }>(
      `select id from events where subject_id = $1 and type = 'bug-edited'`,
      [bug._id],
    )
    const entryId = String(rows[0]?.id)
    expect((await staff.call(undoChange, { params: { bugId: bug._id, entryId } })).status).toBe(200)
    expect(idsOf(await similarTo('violet umbrella'))[0]).toBe(bug._id)
    expect(idsOf(await similarTo('crimson parasol'))).not.toContain(bug._id)
  })

  it('a bug that is said to repeat another, also by way of a third, and no longer', async () => {
    const staff = await app.person(['staff'])
    const [first, second, third] = [
      await report('Granite staircase wobbles'),
      await report('Granite staircase wobbles badly'),
      await report('Granite staircase wobbles on sundays'),
    ]
    const classify = async (bug: { _id: string }, duplicateOf: string | null) => {
      const body = duplicateOf
        ? { classification: 'duplicate' as const, duplicateOf }
        : { classification: 'approved' as const }
      expect((await staff.call(classifyBug, { params: { bugId: bug._id }, body })).status).toBe(200)
    }
    const ids = [first._id, second._id, third._id]
    expect(idsOf(await similarTo('granite staircase')).toSorted()).toEqual(ids.toSorted())
    await classify(third, second._id)
    expect(idsOf(await similarTo('granite staircase'))).toHaveLength(2)
    await classify(second, first._id)
    const found = await similarTo('granite staircase')
    expect(found.result).toHaveLength(1)
    await classify(second, null)
    expect(idsOf(await similarTo('granite staircase'))).toHaveLength(2)
    await classify(third, null)
    expect(idsOf(await similarTo('granite staircase')).toSorted()).toEqual(ids.toSorted())
  })

  it('a known duplicate names the bug that it repeats', async () => {
    const staff = await app.person(['staff'])
    const original = await report('Oven door jams')
    const duplicate = await report('Marzipan pastry burns')
    const body = { classification: 'duplicate' as const, duplicateOf: original._id }
    await staff.call(classifyBug, { params: { bugId: duplicate._id }, body })
    expect((await similarTo('marzipan pastry')).result[0]).toMatchObject({
      _id: duplicate._id,
      classification: 'duplicate',
      original: {
        _id: original._id,
        key: original.key,
        product: original.product,
        title: 'Oven door jams',
        isClosed: false,
      },
    })
  })

  it('a merge, and its undoing', async () => {
    const staff = await app.person(['staff'])
    const into = await report('Bicycle saddle squeaks')
    const merged = await report('Bicycle saddle squeaks loudly')
    expect(idsOf(await similarTo('bicycle saddle'))).toHaveLength(2)
    const params = { bugId: merged._id }
    expect((await staff.call(mergeBug, { params, body: { into: into._id } })).status).toBe(200)
    expect(idsOf(await similarTo('bicycle saddle'))).toHaveLength(1)
    const { rows } = await app.database.pool.query<{ id: number }>(
      `select id from events where subject_id = $1 and type = 'bug-merged'`,
      [merged._id],
    )
    const entry = { ...params, entryId: String(rows[0]?.id) }
    expect((await staff.call(undoChange, { params: entry })).status).toBe(200)
    expect(idsOf(await similarTo('bicycle saddle'))).toHaveLength(2)
  })

  it('a bug that is not there any more', async () => {
    const bug = await report('Porcelain elephant vanishes')
    expect(idsOf(await similarTo('porcelain elephant'))).toEqual([bug._id])
    const other = await report('Porcelain elephant returns')
    expect(idsOf(await similarTo('porcelain elephant', { limit: 1 }))).toHaveLength(1)
    await deleteBug(bug._id)
    expect(idsOf(await similarTo('porcelain elephant', { limit: 1 }))).toEqual([other._id])
  })
})

describe('candidates for the original', () => {
  it('leave out the bug itself and its duplicate group, whichever of it is asked about', async () => {
    const staff = await app.person(['staff'])
    const bug = await report('Lighthouse foghorn stays silent')
    const repeating = await report('Lighthouse foghorn silent again')
    const other = await report('Lighthouse foghorn is silent in fog')
    const body = { classification: 'duplicate' as const, duplicateOf: bug._id }
    await staff.call(classifyBug, { params: { bugId: repeating._id }, body })
    for (const { _id } of [bug, repeating]) {
      const { result, isReady } = await candidatesOf(_id, staff)
      expect(isReady).toBe(true)
      expect(idsOf({ result })[0]).toBe(other._id)
      expect(idsOf({ result }).length).toBeLessThanOrEqual(15)
      expect(idsOf({ result })).not.toContain(bug._id)
      expect(idsOf({ result })).not.toContain(repeating._id)
    }
    const forOther = idsOf(await candidatesOf(other._id, staff))
    expect([bug._id, repeating._id]).toContain(forOther[0])
    expect(forOther.filter((id) => [bug._id, repeating._id, other._id].includes(id))).toHaveLength(1)
    const few = await staff.call(listCandidates, { params: { bugId: other._id }, query: { limit: '2' } })
    expect(idsOf(few.body)).toEqual(forOther.slice(0, 2))
  })

  it('are refused for a bug that there is not', async () => {
    const staff = await app.person(['staff'])
    for (const bugId of ['f'.repeat(24), 'x']) {
      expect((await staff.call(listCandidates, { params: { bugId } })).status).toBe(404)
    }
  })
})

describe('who may ask', () => {
  it('are those who may view data, as of this moment; candidates are for those who classify', async () => {
    const person = await app.person(['customer'])
    const bug = await report('Harpsichord string snaps')
    expect(idsOf(await similarTo('harpsichord string', {}, person))).toEqual([bug._id])
    expect((await person.call(listCandidates, { params: { bugId: bug._id } })).status).toBe(403)
    await app.database.pool.query(`insert into roles (name, permissions) values ('blind', '{}')`)
    const blind = await app.person(['blind'])
    await app.database.pool.query(`insert into roles (name, permissions) values ('sorting', '{canClassifyAnyBug}')`)
    const sorting = await app.person(['sorting'])
    expect((await sorting.call(listCandidates, { params: { bugId: bug._id } })).status).toBe(403)
    const body = { title: 'harpsichord string' }
    expect((await blind.call(findSimilar, { body })).status).toBe(403)
    expect((await app.stranger.call(findSimilar, { body })).status).toBe(401)
    const admin = await app.person(['admin'])
    await admin.send('PUT', `/api/user/${person.userId}/active`, { active: false })
    expect((await person.call(findSimilar, { body })).status).toBe(401)
  })
})
