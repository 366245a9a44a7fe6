import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'
import { closeBug, listBugs, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
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

describe('viewing', () => {
  it.each(['nonsense', 'ffffffffffffffffffffffff', 'FFFFFFFFFFFFFFFFFFFFFFFF', '%00', "' or 1=1", '..%2f..'])(
    'answers 404 for the id %j',
    async (bugId) => {
      const person = await app.person(['customer'])
      const answer = await person.send(
        'GET',
        `/api/bug/${bugId.startsWith('%') || bugId.startsWith('.') ? bugId : encodeURIComponent(bugId)}`,
      )
      expect(answer.status).toBe(404)
      expect(answer.refusal.error.code).toBe('not-found')
    },
  )

  it('tells what the viewer may do', async () => {
    const { reporter, bug } = await aBug()
    const abilities = async (viewer: Caller) =>
      (await viewer.call(viewBug, { params: { bugId: bug._id } })).body.result.abilities
    expect(await abilities(reporter)).toEqual({
      comment: true,
      edit: 'my',
      editMy: true,
      editAny: false,
      close: false,
      classify: false,
      assign: false,
      merge: false,
      join: false,
    })
    expect(await abilities(await app.person(['customer']))).toMatchObject({ edit: 'none', editMy: false })
    expect(await abilities(await app.person(['staff']))).toEqual({
      comment: true,
      edit: 'any',
      editMy: false,
      editAny: true,
      close: true,
      classify: true,
      assign: true,
      merge: true,
      join: true,
    })
  })
})

describe('commenting', () => {
  it('adds to the bug, oldest first, with the author’s present name', async () => {
    const { bug } = await aBug()
    const author = await app.person(['customer'], { fullName: 'Old Name' })
    const first = await author.call(addComment, { params: { bugId: bug._id }, body: { message: 'first' } })
    expect(first.body.comment).toMatchObject({ message: 'first', user: { _id: author.userId, fullName: 'Old Name' } })
    await author.call(addComment, { params: { bugId: bug._id }, body: { message: 'second' } })
    await app.database.pool.query(`update users set full_name = 'New Name' where id = $1`, [author.userId])
    const { result } = (await author.call(viewBug, { params: { bugId: bug._id } })).body
    expect(result.comments.map((comment) => comment.message)).toEqual(['first', 'second'])
    expect(result.comments[0]?.user.fullName).toBe('New Name')
    expect(result.commentCount).toBe(2)
  })

  it('loses none of many that come at once', async () => {
    const { reporter, bug } = await aBug()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        reporter.call(addComment, { params: { bugId: bug._id }, body: { message: `zebra${index}` } }),
      ),
    )
    const { result } = (await reporter.call(viewBug, { params: { bugId: bug._id } })).body
    expect(new Set(result.comments.map((comment) => comment.message)).size).toBe(20)
    expect(result.commentCount).toBe(20)
    const found = await reporter.call(listBugs, { query: { keywords: 'zebra0 zebra19' } })
    expect(found.body.result.map((item) => item._id)).toEqual([bug._id])
  })

  it('refuses an empty message and an unknown bug', async () => {
    const { reporter, bug } = await aBug()
    const empty = await reporter.call(addComment, { params: { bugId: bug._id }, body: { message: ' ' } })
    expect([empty.status, empty.refusal.error.field]).toEqual([400, 'message'])
    const unknown = await reporter.call(addComment, { params: { bugId: 'f'.repeat(24) }, body: { message: 'x' } })
    expect(unknown.status).toBe(404)
  })
})

describe('closing', () => {
  it('sets, and does not flip: the same again changes nothing', async () => {
    const { bug } = await aBug()
    const staff = await app.person(['staff'])
    const set = async (closed: boolean) =>
      (await staff.call(closeBug, { params: { bugId: bug._id }, body: { closed } })).body.result
    expect(await set(true)).toMatchObject({ isClosed: true, status: 'Closed' })
    expect(await set(true)).toMatchObject({ isClosed: true, status: 'Closed' })
    expect(await set(false)).toMatchObject({ isClosed: false, status: 'Open' })
    const changes = (await app.eventsOf(bug._id)).filter((event) => event.type === 'bug-status-changed')
    expect(changes.map((event) => event.payload)).toEqual([
      { from: 'Open', to: 'Closed' },
      { from: 'Closed', to: 'Open' },
    ])
  })
})
