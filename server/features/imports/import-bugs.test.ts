import { anImportLine as line, openTestImport, type TestImport } from '#testing/test-import.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let test: TestImport
beforeEach(async () => {
  test = await openTestImport()
})
afterEach(() => test.drop())

const conversation = [
  { author: 'Bob', created: '2024-03-03T10:00:00Z', message: 'Seen with a kaleidoscope.' },
  { created: '2024-03-02T10:00:00Z', message: 'Who has seen it?' },
]

describe('an import', () => {
  it('stores a bug with everything its line says', async () => {
    const fields = {
      description: 'It breaks.',
      stepsToReproduce: '1. Look',
      product: 'Notes',
      component: 'Editor',
      status: 'Verified',
      classification: 'approved',
      reporter: 'Ada Lovelace',
      assignee: 'Bob',
      assignedOn: '2024-03-05',
      comments: conversation,
    }
    const run = await test.importLines([line('N-1', fields)])
    expect(run).toMatchObject({ imported: 1, alreadyThere: 0, comments: 2, people: 3, bad: 0, findings: [] })

    expect(await test.bug('N-1')).toMatchObject({
      title: 'Title of N-1',
      description: 'It breaks.',
      steps_to_reproduce: '1. Look',
      created_on: new Date('2024-03-01T10:00:00Z'),
      assigned_on: new Date('2024-03-05'),
      status: 'Closed',
      is_closed: true,
      classification: 'approved',
      product: 'Notes',
      component: null,
      comment_count: 2,
      version: 1,
    })
    expect(
      await test.rows(
        `select u.full_name, c.message from comments c join users u on u.id = c.user_id order by c.created_on`,
      ),
    ).toEqual([
      { full_name: 'Imported report', message: 'Who has seen it?' },
      { full_name: 'Bob', message: 'Seen with a kaleidoscope.' },
    ])
    for (const table of ['mails', 'mothlight_jobs.jobs']) expect(await test.rows(`select from ${table}`)).toEqual([])
  })

  it('records events from which the bug can be built again', async () => {
    const fields = {
      status: 'Done',
      priority: 'P1',
      reporter: 'Ada',
      assignee: 'Ada',
      duplicateOf: 'N-0',
      comments: conversation,
    }
    await test.importLines([line('N-0'), line('N-1', fields)])
    const { id, created_by: ada, duplicate_of: original } = (await test.bug('N-1')) ?? {}
    const events = await test.rows('select type, actor_id, payload from events where subject_id = $1 order by id', [id])
    expect(events).toMatchObject([
      {
        type: 'bug-reported',
        actor_id: ada,
        payload: {
          title: 'Title of N-1',
          description: '',
          stepsToReproduce: '',
          createdOn: '2024-03-01T10:00:00.000Z',
          createdBy: ada,
          assignedTo: ada,
          assignedOn: '2024-03-01T10:00:00.000Z',
          status: 'Closed',
          classification: 'duplicate',
          externalId: 'N-1',
          imported: { status: 'Done', priority: 'P1' },
        },
      },
      {
        type: 'comment-added',
        payload: { message: 'Seen with a kaleidoscope.', createdOn: '2024-03-03T10:00:00.000Z' },
      },
      { type: 'comment-added', actor_id: null, payload: { message: 'Who has seen it?' } },
      { type: 'bug-duplicate-linked', actor_id: null, payload: { from: null, to: original } },
    ])
  })

  it('makes bugs findable by their words, their comments and their old id', async () => {
    await test.importLines([line('TIMOB-77', { title: 'Größe flackert', comments: conversation }), line('other')])
    for (const word of ['größe', 'kaleidoscope', 'timob', '77']) {
      const found = await test.rows(
        'select b.external_id from bug_search s join bugs b on b.id = s.bug_id where s.words @@ $1::tsquery',
        [`'${word}'`],
      )
      expect(found).toEqual([{ external_id: 'TIMOB-77' }])
    }
  })

  it('keeps the counts of the list exact', async () => {
    const statuses = ['Open', 'Closed', 'Resolved', 'In Progress']
    const lines = Array.from({ length: 1_234 }, (_, n) =>
      line(`N-${n}`, { status: statuses[n % 4], ...(n % 5 === 0 && { duplicateOf: `N-${n + 1}` }) }),
    )
    expect(await test.importLines(lines)).toMatchObject({ imported: 1_234, linked: 247 })
    expect(
      await test.rows(
        'select is_closed, classification, sum(n)::integer as n from bug_counts group by 1, 2 having sum(n) <> 0 order by 1, 2',
      ),
    ).toEqual(
      await test.rows('select is_closed, classification, count(*)::integer as n from bugs group by 1, 2 order by 1, 2'),
    )
    expect(await test.rows('select sum(n)::integer as n from bug_counts')).toEqual([{ n: 1_234 }])
    expect(
      await test.rows(`select count(*)::integer as n from bugs b join bug_search s on s.bug_id = b.id
        and (s.created_on, s.is_closed, s.classification) = (b.created_on, b.is_closed, b.classification)`),
    ).toEqual([{ n: 1_234 }])
  })

  it('of the same file again changes nothing', async () => {
    const lines = [
      line('N-1', { reporter: 'Ada', comments: conversation, duplicateOf: 'N-2' }),
      line('N-2', { assignee: { name: 'Bob', email: 'bob@example.org' } }),
      line('N-3', { duplicateOf: 'gone' }),
      line('N-4', { duplicateOf: 'N-5' }),
      line('N-5', { duplicateOf: 'N-4' }),
      'not json',
    ]
    await test.importLines(lines)
    const before = await test.everything()
    expect(before['bugs']).toHaveLength(5)
    expect(await test.importLines(lines)).toMatchObject({
      imported: 0,
      alreadyThere: 5,
      comments: 0,
      people: 0,
      linked: 0,
      bad: 1,
    })
    expect(await test.everything()).toEqual(before)
  })

  it('keeps what people did to a bug since, and adds nothing for a line that says something new', async () => {
    await test.importLines([line('N-1')])
    await test.database.pool.query(`update bugs set title = 'A better title'`)
    const before = await test.everything()
    const changed = line('N-1', { reporter: 'Somebody new', comments: conversation })
    expect(await test.importLines([changed])).toMatchObject({ imported: 0, alreadyThere: 1, people: 0 })
    expect(await test.everything()).toEqual(before)
  })

  it('takes the same id from another time for another bug', async () => {
    await test.importLines([line('1')])
    expect(await test.importLines([line('1', { created: '2024-03-01T10:00:00.001Z' })])).toMatchObject({ imported: 1 })
    expect(await test.rows('select count(*)::integer as n from bugs')).toEqual([{ n: 2 }])
  })

  it('names bad lines and keeps the good ones', async () => {
    const run = await test.importLines([
      line('N-1', { title: '' }),
      line('N-2'),
      '{',
      line('N-2'),
      line('N-1'),
      line('N-3', { status: 'Lost' }),
    ])
    expect(run).toMatchObject({ imported: 2, bad: 4 })
    expect(run.findings).toEqual([
      '1 title must not be empty',
      '3  is not valid JSON',
      '4 id ‘N-2’ is used on line 2 already',
      '6 status ‘Lost’ is not known; use Open, In Progress, Closed or Resolved',
    ])
  })

  it('adds a comment once that two lines bring, and goes on', async () => {
    const bug = line('N-1', { comments: [{ id: 1, created: '2024-03-02', message: 'one' }] })
    const more = { id: bug['id'], created: bug['created'], continues: true }
    const lines = ['two', 'twice'].map((message) => ({
      ...more,
      comments: [
        { id: 2, created: '2024-03-03', message },
        { id: message, created: '2024-03-04', message: `after ${message}` },
      ],
    }))
    const run = await test.importLines([bug, ...lines, line('N-2'), '{"type":"end","bugs":2}'])
    expect(run).toMatchObject({ imported: 2, comments: 4, bad: 0, findings: [] })
    const messages = await test.rows<{ message: string }>('select message from comments order by created_on, message')
    expect(messages.map(({ message }) => message)).toEqual(['one', 'two', 'after twice', 'after two'])
  })

  it('stores texts with NUL characters, with a note', async () => {
    const run = await test.importLines([
      line('N-1', { description: 'a\u0000b', comments: [{ created: '2024-03-02', message: '\ud800' }] }),
    ])
    expect(run).toMatchObject({ imported: 1, bad: 0, noted: 1 })
    expect(run.findings).toHaveLength(2)
    expect(await test.bug('N-1')).toMatchObject({ description: 'a\ufffdb' })
  })

  it('stops between two batches, and does the rest the next time', async () => {
    const lines = Array.from({ length: 1_600 }, (_, n) => line(`N-${n}`, n > 0 ? { duplicateOf: `N-${n - 1}` } : {}))
    const first = await test.importLines(lines, 500)
    expect(first).toMatchObject({ imported: 500, stopped: true, linked: 0 })
    expect(await test.rows('select count(*)::integer as n from bugs')).toEqual([{ n: 500 }])
    const second = await test.importLines(lines)
    expect(second).toMatchObject({ imported: 1_100, alreadyThere: 500, linked: 1_599 })
  })

  it('stores each bug and each person once when two import the same file at once', async () => {
    const lines = Array.from({ length: 1_100 }, (_, n) =>
      line(`N-${n}`, { reporter: `Person ${n % 50}`, duplicateOf: `N-${n ^ 1}` }),
    )
    const runs = await Promise.all([test.importLines(lines), test.importLines(lines.toReversed())])
    expect(runs[0].imported + runs[1].imported).toBe(1_100)
    expect(runs[0].people + runs[1].people).toBe(50)
    expect(runs[0].linked + runs[1].linked).toBe(550)
    expect(await test.rows('select count(*)::integer as n from users')).toEqual([{ n: 50 }])
  })
})
