import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'
import {
  assignBug,
  classifyBug,
  closeBug,
  editBug,
  editMyBug,
  listBugs,
  listLikelyAssignees,
  reportBug,
  setBugFields,
  setBugStatus,
} from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { createComponent } from '#shared/parts/contract.ts'
import { listNotifications, seeAllNotifications } from '#shared/following/contract.ts'
import { listTimeline, undoChange, viewBugAsOf } from '#shared/history/contract.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
let staff: Caller & { userId: string }
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'])
})
afterAll(() => app?.end())

const texts = { title: 'Lamp flickers', description: 'It flickers at dusk.', stepsToReproduce: '1. Switch it on' }

async function aBug() {
  const reporter = await app.person(['customer'])
  const answer = await reporter.call(reportBug, { body: texts })
  return { reporter, bugId: answer.body.result._id }
}
const typesOf = async (bugId: string) => (await app.eventsOf(bugId)).map((event) => event.type)

describe('editing', () => {
  it('changes the texts, keeps the old ones in the event, and finds by the new words only', async () => {
    const { bugId } = await aBug()
    await staff.call(addComment, { params: { bugId }, body: { message: 'quokka' } })
    const body = { ...texts, description: 'Wallaby jumps.' }
    expect((await staff.call(editBug, { params: { bugId }, body })).body.result).toMatchObject(body)
    expect((await app.eventsOf(bugId)).at(-1)).toMatchObject({
      type: 'bug-edited',
      actor_id: staff.userId,
      payload: { description: { from: texts.description, to: body.description } },
    })
    const found = async (keywords: string) =>
      (await staff.call(listBugs, { query: { keywords } })).body.result.some((bug) => bug._id === bugId)
    expect(await found('wallaby quokka')).toBe(true)
    expect(await found(`flickers dusk ${bugId}`)).toBe(false)
  })

  it('records nothing when nothing changes', async () => {
    const { reporter, bugId } = await aBug()
    await reporter.call(editMyBug, { params: { bugId }, body: texts })
    expect(await typesOf(bugId)).toEqual(['bug-reported'])
  })

  it('by the creator’s route is for the creator alone, with or without other rights', async () => {
    const { reporter, bugId } = await aBug()
    const body = { ...texts, title: 'Mine' }
    expect((await reporter.call(editMyBug, { params: { bugId }, body })).status).toBe(200)
    for (const other of [await app.person(['customer']), staff, await app.person(['admin'])]) {
      expect((await other.call(editMyBug, { params: { bugId }, body: { ...texts, title: 'Theirs' } })).status).toBe(403)
    }
    expect((await staff.call(editBug, { params: { bugId }, body: texts })).body.result.title).toBe(texts.title)
  })

  it('answers 404 for an unknown bug and 400 for an empty text, and changes nothing', async () => {
    const { bugId } = await aBug()
    expect((await staff.call(editBug, { params: { bugId: 'f'.repeat(24) }, body: texts })).status).toBe(404)
    expect((await staff.call(editMyBug, { params: { bugId: 'x' }, body: texts })).status).toBe(404)
    const empty = await staff.call(editBug, { params: { bugId }, body: { ...texts, title: ' ' } })
    expect([empty.status, empty.refusal.error.field]).toEqual([400, 'title'])
    expect(await typesOf(bugId)).toEqual(['bug-reported'])
  })
})

describe('classifying', () => {
  it('moves freely and never closes', async () => {
    const { bugId } = await aBug()
    for (const classification of ['approved', 'unapproved', 'duplicate', 'unclassified'] as const) {
      const { result } = (await staff.call(classifyBug, { params: { bugId }, body: { classification } })).body
      expect(result).toMatchObject({ classification, isClosed: false })
    }
    expect((await typesOf(bugId)).filter((type) => type === 'bug-classified')).toHaveLength(4)
  })

  it('links a duplicate to its original, and unlinks it with the classification', async () => {
    const [{ bugId: original }, { bugId }] = [await aBug(), await aBug()]
    const linked = await staff.call(classifyBug, {
      params: { bugId },
      body: { classification: 'duplicate', duplicateOf: original },
    })
    expect(linked.body.result.duplicateOf).toMatchObject({ _id: original })
    const again = await staff.call(classifyBug, { params: { bugId }, body: { classification: 'duplicate' } })
    expect(again.body.result.duplicateOf).toMatchObject({ _id: original })
    const other = await staff.call(classifyBug, { params: { bugId }, body: { classification: 'approved' } })
    expect(other.body.result).not.toHaveProperty('duplicateOf')
  })

  it('unlinks a duplicate from its original without another classification', async () => {
    const [{ bugId: original }, { bugId }] = [await aBug(), await aBug()]
    const classify = async (duplicateOf: string | null) =>
      (await staff.call(classifyBug, { params: { bugId }, body: { classification: 'duplicate', duplicateOf } })).body
        .result
    await classify(original)
    const unlinked = await classify(null)
    expect(unlinked).toMatchObject({ classification: 'duplicate' })
    expect(unlinked).not.toHaveProperty('duplicateOf')
    await classify(null)
    const events = (await app.eventsOf(bugId)).slice(1).map(({ type, payload }) => ({ type, payload }))
    expect(events).toEqual([
      {
        type: 'bug-classified',
        payload: { from: 'unclassified', to: 'duplicate', duplicateOf: { from: null, to: original } },
      },
      { type: 'bug-duplicate-linked', payload: { from: original, to: null } },
    ])
  })

  it('refuses an original that is unknown, the bug itself, or its own duplicate', async () => {
    const [{ bugId: a }, { bugId: b }] = [await aBug(), await aBug()]
    await staff.call(classifyBug, { params: { bugId: a }, body: { classification: 'duplicate', duplicateOf: b } })
    const duplicate = (bugId: string, duplicateOf: string) =>
      staff.call(classifyBug, { params: { bugId }, body: { classification: 'duplicate', duplicateOf } })
    for (const answer of [
      await duplicate(b, a),
      await duplicate(a, a),
      await duplicate(a, 'f'.repeat(24)),
      await duplicate(a, 'x'),
    ]) {
      expect([answer.status, answer.refusal.error.field]).toEqual([400, 'duplicateOf'])
    }
  })

  it('refuses an unknown value, in the string it must be', async () => {
    const { bugId } = await aBug()
    for (const classification of ['Approved', '', { classification: 'approved' }, null]) {
      const answer = await staff.send('PUT', `/api/bug/${bugId}/classify`, { classification })
      expect([answer.status, answer.refusal.error.field]).toEqual([400, 'classification'])
    }
    expect(await typesOf(bugId)).toEqual(['bug-reported'])
  })
})

describe('assigning', () => {
  it('names the person and the moment; the same person again changes nothing', async () => {
    const { bugId } = await aBug()
    const assignee = await app.person(['customer'], { fullName: 'Ada Assignee' })
    const assign = async () =>
      (await staff.call(assignBug, { params: { bugId }, body: { userId: assignee.userId } })).body.result.assigned
    const first = await assign()
    expect(first).toMatchObject({ assignedTo: assignee.userId, fullName: 'Ada Assignee' })
    expect(await assign()).toEqual(first)
    expect((await typesOf(bugId)).filter((type) => type === 'bug-assigned')).toHaveLength(1)
  })

  it('to nobody takes the bug from its assignee, who is told; the history knows, and takes it back', async () => {
    const { bugId } = await aBug()
    const params = { bugId }
    const assignee = await app.person(['customer'], { fullName: 'Ulla Unassigned' })
    const unassign = (baseVersion?: number) =>
      staff.call(assignBug, { params, body: { userId: null, ...(baseVersion && { baseVersion }) } })
    expect((await unassign()).body.result.version).toBe(1)
    await staff.call(assignBug, { params, body: { userId: assignee.userId } })
    await app.notified()
    await assignee.call(seeAllNotifications, {})

    expect((await unassign(1)).status).toBe(409)
    expect((await unassign(2)).body.result).not.toHaveProperty('assigned')
    await unassign()
    expect((await app.eventsOf(bugId)).slice(2)).toMatchObject([
      { type: 'bug-assigned', payload: { from: assignee.userId, to: null, assignedOn: null } },
    ])
    const found = await staff.call(listBugs, { query: { keywords: `assignee:none ${bugId}` } })
    expect(found.body.pagination.totalCount).toBe(1)
    await app.notified()
    const news = await assignee.call(listNotifications, { query: {} })
    expect(news.body.result).toMatchObject([{ bug: { _id: bugId }, count: 1, last: { kind: 'assigned' } }])

    const entry = (await staff.call(listTimeline, { params, query: {} })).body.result.at(-1)
    expect(entry?.changes).toEqual([
      { field: 'assignee', from: { text: 'Ulla Unassigned', _id: assignee.userId }, isApart: false },
    ])
    const entryId = entry?._id ?? ''
    const asOf = await staff.call(viewBugAsOf, { params: { bugId, entryId } })
    expect(asOf.body.result).not.toHaveProperty('assigned')
    const undone = await staff.call(undoChange, { params: { bugId, entryId } })
    expect(undone.body.result.assigned).toMatchObject({ assignedTo: assignee.userId })
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
  })

  it('refuses a person who is unknown or deactivated', async () => {
    const { bugId } = await aBug()
    const gone = await app.person(['customer'])
    await app.database.pool.query('update users set deactivated_on = now() where id = $1', [gone.userId])
    for (const userId of [gone.userId, 'f'.repeat(24), 'x', '']) {
      const answer = await staff.call(assignBug, { params: { bugId }, body: { userId } })
      expect([answer.status, answer.refusal.error.field]).toEqual([400, 'userId'])
    }
  })
})

describe('likely assignees', () => {
  it('are the caller, whom they last assigned bugs to, the reporter, and who commented, the last first', async () => {
    const [me, first, last, gone] = [
      await app.person(['staff'], { fullName: 'Me' }),
      await app.person(['customer'], { fullName: 'Assigned first' }),
      await app.person(['customer'], { fullName: 'Assigned last' }),
      await app.person(['customer'], { fullName: 'Gone' }),
    ]
    const likely = async (bugId: string, caller = me) =>
      (await caller.call(listLikelyAssignees, { params: { bugId } })).body.result.map(({ fullName }) => fullName)
    const reporter = await app.person(['customer'], { fullName: 'Reporter' })
    const bugId = (await reporter.call(reportBug, { body: texts })).body.result._id
    const other = (await aBug()).bugId
    for (const { userId } of [last, gone, first, last])
      await me.call(assignBug, { params: { bugId: other }, body: { userId } })
    await app.database.pool.query('update users set deactivated_on = now() where id = $1', [gone.userId])
    const [early, late] = [
      await app.person(['customer'], { fullName: 'Early comment' }),
      await app.person(['customer'], { fullName: 'Late comment' }),
    ]
    for (const one of [early, late, reporter, first])
      await one.call(addComment, { params: { bugId }, body: { message: 'seen' } })
    expect(await likely(bugId)).toEqual([
      'Me',
      'Assigned last',
      'Assigned first',
      'Reporter',
      'Late comment',
      'Early comment',
    ])
    const another = await app.person(['staff'], { fullName: 'Another' })
    expect((await likely(bugId, another)).slice(0, 2)).toEqual(['Another', 'Reporter'])

    // Who has the last bugs of its component comes before them, but for private ones and who is gone.
    const admin = await app.person(['admin'])
    const made = await admin.call(createComponent, {
      params: { productId: '000000000000000000000001' },
      body: { name: 'Lens' },
    })
    const component = made.body.result._id
    const [older, newer, hidden] = [
      await app.person(['customer'], { fullName: 'Older of the component' }),
      await app.person(['customer'], { fullName: 'Newer of the component' }),
      await app.person(['customer'], { fullName: 'Of a private bug' }),
    ]
    const ofComponent = async (assignee?: string, isPrivate = false) => {
      const { bugId: one } = await aBug()
      await admin.call(setBugFields, { params: { bugId: one }, body: { component, isPrivate } })
      if (assignee) await admin.call(assignBug, { params: { bugId: one }, body: { userId: assignee } })
    }
    await ofComponent(older.userId)
    await ofComponent(newer.userId)
    await ofComponent(hidden.userId, true)
    await ofComponent()
    await app.database.pool.query('update users set deactivated_on = null where id = $1', [gone.userId])
    await ofComponent(gone.userId)
    await app.database.pool.query('update users set deactivated_on = now() where id = $1', [gone.userId])
    await admin.call(setBugFields, { params: { bugId }, body: { component } })
    expect((await likely(bugId)).slice(0, 5)).toEqual([
      'Me',
      'Newer of the component',
      'Older of the component',
      'Assigned last',
      'Assigned first',
    ])
    expect((await me.call(listLikelyAssignees, { params: { bugId: 'f'.repeat(24) } })).status).toBe(404)
  })
})

describe('the status', () => {
  it('decides whether a bug is closed', async () => {
    const { bugId } = await aBug()
    const set = async (status: 'Open' | 'In Progress' | 'Closed' | 'Resolved') => {
      const { result } = (await staff.call(setBugStatus, { params: { bugId }, body: { status } })).body
      return [result.status, result.isClosed]
    }
    expect(await set('In Progress')).toEqual(['In Progress', false])
    expect(await set('Resolved')).toEqual(['Resolved', true])
    expect(await set('Closed')).toEqual(['Closed', true])
    expect(await set('Open')).toEqual(['Open', false])
  })
})

describe('closing', () => {
  it('sets, and does not flip: the same again changes nothing', async () => {
    const { bugId } = await aBug()
    const set = async (closed: boolean) =>
      (await staff.call(closeBug, { params: { bugId }, body: { closed } })).body.result
    expect(await set(true)).toMatchObject({ isClosed: true, status: 'Closed' })
    expect(await set(true)).toMatchObject({ isClosed: true, status: 'Closed' })
    expect(await set(false)).toMatchObject({ isClosed: false, status: 'Open' })
    const changes = (await app.eventsOf(bugId)).filter((event) => event.type === 'bug-status-changed')
    expect(changes.map((event) => event.payload)).toEqual([
      { from: 'Open', to: 'Closed' },
      { from: 'Closed', to: 'Open' },
    ])
  })
})
