import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { reportBug, viewBug } from '#shared/bugs/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app?.end())

const texts = { title: 'Lamp flickers', description: 'It flickers at dusk.', stepsToReproduce: '1. Switch it on' }

/** Reports a bug as a new customer, so that no cooldown is in the way. */
async function aBug(changes: Partial<typeof texts> = {}) {
  const reporter = await app.person(['customer'])
  const answer = await reporter.call(reportBug, { body: { ...texts, ...changes } })
  expect(answer.status).toBe(200)
  return { reporter, bug: answer.body.result }
}

describe('reporting', () => {
  it('gives the bug an id, its reporter, and the state of a new bug', async () => {
    const { reporter, bug } = await aBug()
    expect(bug._id).toMatch(/^[0-9a-f]{24}$/)
    expect(bug).toMatchObject({
      ...texts,
      createdBy: { _id: reporter.userId },
      isClosed: false,
      status: 'Open',
      classification: 'unclassified',
      comments: [],
    })
    expect(bug).not.toHaveProperty('assigned')
    expect(await app.eventsOf(bug._id)).toMatchObject([
      { type: 'bug-reported', actor_id: reporter.userId, payload: texts },
    ])
  })

  it('answers what reading the bug gives, also whom its texts name', async () => {
    const named = await app.person(['staff'])
    const { rows } = await app.database.pool.query<{ name: string }>(
      'select full_name as name from users where id = $1',
      [named.userId],
    )
    const { reporter, bug } = await aBug({ description: `@${rows[0]?.name} knows why.` })
    expect(bug.mentions).toEqual([{ _id: named.userId, name: rows[0]?.name }])
    expect((await reporter.call(viewBug, { params: { bugId: bug._id } })).body.result).toEqual(bug)
  })

  it('keeps every character as it was written', async () => {
    const odd = '  <b>&amp;</b> \r\n\t“quotes” 😀 \u202e rtl \u0301 \\x00 %s $1 \' " ; drop table bugs --  '
    const { reporter, bug } = await aBug({ title: odd, description: odd, stepsToReproduce: odd })
    const { result } = (await reporter.call(viewBug, { params: { bugId: bug._id } })).body
    expect([result.title, result.description, result.stepsToReproduce]).toEqual([odd, odd, odd])
  })

  it.each([
    ['title', ''],
    ['description', ' \n '],
    ['stepsToReproduce', ''],
    ['title', 'x'.repeat(256)],
    ['description', 'x'.repeat(100_001)],
    ['title', 'nul \u0000'],
    ['title', 'lone \ud800 surrogate'],
  ])('refuses the %s %j', async (field, value) => {
    const reporter = await app.person(['customer'])
    const answer = await reporter.call(reportBug, { body: { ...texts, [field]: value } })
    expect(answer.status).toBe(400)
    expect(answer.refusal.error).toMatchObject({ code: 'invalid-input', field })
  })

  it('makes one person wait three seconds between two bugs, also when both come at once', async () => {
    const reporter = await app.person(['customer'])
    const answers = await Promise.all([1, 2, 3].map(() => reporter.call(reportBug, { body: texts })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 429, 429])
    const refused = answers.find((answer) => answer.status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    await app.database.pool.query(
      `update bugs set created_on = created_on - interval '3 seconds' where created_by = $1`,
      [reporter.userId],
    )
    expect((await reporter.call(reportBug, { body: texts })).status).toBe(200)
  })

  it('gives the same bug for the same Idempotency-Key, and to nobody else', async () => {
    const reporter = await app.person(['customer'])
    const headers = { 'idempotency-key': 'k1' }
    const answers = await Promise.all([1, 2, 3].map(() => reporter.call(reportBug, { body: texts, headers })))
    expect(new Set(answers.map((answer) => answer.body.result._id)).size).toBe(1)
    const other = await app.person(['customer'])
    const theirs = await other.call(reportBug, { body: texts, headers })
    expect(theirs.body.result._id).not.toBe(answers[0]?.body.result._id)
  })

  it('keeps nothing of a report that fails half way', async () => {
    const reporter = await app.person(['customer'])
    await app.database.pool.query(`alter table events add constraint no_bugs check (type <> 'bug-reported') not valid`)
    const answer = await reporter.call(reportBug, { body: texts })
    await app.database.pool.query('alter table events drop constraint no_bugs')
    expect(answer.status).toBe(500)
    expect(JSON.stringify(answer.refusal)).not.toContain('no_bugs')
    const { rows } = await app.database.pool.query('select 1 from bugs where created_by = $1', [reporter.userId])
    expect(rows).toEqual([])
  })
})
