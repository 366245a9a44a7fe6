import { anActor } from '#testing/an-actor.ts'
import { type Permission, permissionNames } from '#shared/access/permissions.ts'
import { closeBug, listBugs, moveBug, reportBug, setBugFields, setBugStatus, viewBug } from '#shared/bugs/contract.ts'
import {
  bugFields,
  choiceNames,
  type FieldAbility,
  type FieldName,
  initialValues,
  type PlainName,
  plainNames,
} from '#shared/bugs/fields.ts'
import { type BugStatus, bugStatuses } from '#shared/bugs/words.ts'
import { listTimeline, undoChange, viewBugAsOf } from '#shared/history/contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { createProduct } from '#shared/products/contract.ts'
import { createBug } from '#server/features/reporting/public.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
let staff: Caller & { userId: string }
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'])
  for (const name of permissionNames) {
    const permissions = [...new Set(['canViewData', name])]
    await app.database.pool.query('insert into roles (name, permissions) values ($1, $2)', [
      `only ${name}`,
      permissions,
    ])
  }
})
afterAll(() => app?.end())

const texts = { title: 'Lamp flickers', description: 'It flickers at dusk.', stepsToReproduce: '1. Switch it on' }

async function aBug(): Promise<string> {
  const reporter = await app.person(['customer'])
  return (await reporter.call(reportBug, { body: texts })).body.result._id
}
/** Without the time that one person has to wait between two reports. */
async function aBugBy(userId: string): Promise<string> {
  const actor = anActor({ userId })
  return (await app.inTx((tx) => createBug(tx, actor, texts, userId))).id
}
const view = async (bugId: string) => (await staff.call(viewBug, { params: { bugId } })).body.result
const lastEntry = async (bugId: string) =>
  (await staff.call(listTimeline, { params: { bugId }, query: {} })).body.result.at(-1)
const otherValue = (name: PlainName) => bugFields[name].values.find((value) => value !== bugFields[name].initial)

/** Written out, so that a change of who may change what is noticed. */
const permissionsOf: Readonly<Record<FieldAbility, readonly Permission[]>> = {
  edit: ['canEditAnyBug'],
  close: ['canCloseAnyBug'],
  classify: ['canClassifyAnyBug'],
  assign: ['canReassignAnyBug'],
  ask: ['canEditAnyBug', 'canCloseAnyBug', 'canClassifyAnyBug', 'canReassignAnyBug'],
}

describe('who may set a field', () => {
  it.each(plainNames.flatMap((name) => permissionNames.map((permission) => [name, permission] as const)))(
    '%s with canViewData and %s',
    async (name, permission) => {
      const bugId = await aBug()
      const caller = await app.person([`only ${permission}`])
      const isAllowed = permissionsOf[bugFields[name].changedBy].includes(permission)
      const answer = await caller.send('PUT', `/api/bug/${bugId}/fields`, { [name]: otherValue(name) })
      expect(answer.status).toBe(isAllowed ? 200 : 403)
      if (!isAllowed) expect(answer.refusal.error).toMatchObject({ code: 'forbidden', field: name })
      expect((await view(bugId))[name]).toBe(isAllowed ? otherValue(name) : initialValues[name])
    },
  )
})

/** Written out too: what only a bug's creator may set, with which permission. */
const ofCreator: Partial<Record<FieldName, { permission: Permission; values: readonly string[] }>> = {
  status: { permission: 'canEditMyBug', values: ['Open', 'Closed'] },
}

describe('who may set a status', () => {
  const cases = permissionNames.flatMap((permission) =>
    (['own', 'other'] as const).map((whose) => [permission, whose] as const),
  )

  it.each(cases)('%s, on the %s bug', async (permission, whose) => {
    const caller = await app.person([`only ${permission}`])
    for (const status of bugStatuses) {
      const bugId = whose === 'own' ? await aBugBy(caller.userId) : await aBug()
      const { permission: needed, values = [] } = ofCreator.status ?? {}
      const isCreators = whose === 'own' && permission === needed
      const isAllowed = permissionsOf.close.includes(permission) || (isCreators && values.includes(status))
      const shown = (await caller.call(viewBug, { params: { bugId } })).body.result.abilities
      expect(shown.statuses.includes(status)).toBe(isAllowed)
      expect(shown.close).toBe(permissionsOf.close.includes(permission))
      const answer = await caller.call(setBugStatus, { params: { bugId }, body: { status } })
      expect(answer.status).toBe(isAllowed ? 200 : 403)
      expect((await view(bugId)).status).toBe(isAllowed ? status : 'Open')
    }
  })

  it('has no other field of which a creator may set what others may not', () => {
    const declared = choiceNames.filter((name) => 'creatorSets' in bugFields[name])
    expect(declared).toEqual(Object.keys(ofCreator))
  })
})

describe('the creator’s own status', () => {
  async function ownBug() {
    const creator = await app.person(['customer'])
    const bugId = (await creator.call(reportBug, { body: texts })).body.result._id
    const params = { bugId }
    const set = async (caller: Caller, status: BugStatus) =>
      (await caller.call(setBugStatus, { params, body: { status } })).status
    const undoLast = async (caller: Caller) =>
      (await caller.call(undoChange, { params: { bugId, entryId: (await lastEntry(bugId))?._id ?? '' } })).status
    return { creator, bugId, params, set, undoLast }
  }

  it('is not set by the close route, nor of any bug without a permission', async () => {
    const { creator, params } = await ownBug()
    expect((await creator.call(closeBug, { params, body: { closed: true } })).status).toBe(403)
    // Whoever may set the status of no bug learns nothing of which bugs there are.
    const nobody = await app.person([])
    for (const bugId of [params.bugId, 'f'.repeat(24)]) {
      expect((await nobody.call(setBugStatus, { params: { bugId }, body: { status: 'Closed' } })).status).toBe(403)
    }
  })

  it('is taken back by the creator where they set it themselves', async () => {
    const { creator, bugId, set, undoLast } = await ownBug()
    await set(staff, 'In Progress')
    expect(await undoLast(creator)).toBe(403)
    expect(await set(creator, 'Closed')).toBe(200)
    expect(await undoLast(creator)).toBe(200)
    expect((await view(bugId)).status).toBe('In Progress')
    // What the team has begun is not put back by its creator.
    const shown = (await creator.call(viewBug, { params: { bugId } })).body.result.abilities
    expect([await set(creator, 'Open'), shown.statuses]).toEqual([403, ['Closed']])
    const stale = await creator.call(setBugStatus, { params: { bugId }, body: { status: 'Open', baseVersion: 1 } })
    expect(stale.status).toBe(409)
    await set(creator, 'Closed')
    expect(await set(creator, 'Open')).toBe(200)
    await set(staff, 'Resolved')
    expect(await undoLast(creator)).toBe(403)
    expect((await view(bugId)).status).toBe('Resolved')
    expect(await undoLast(staff)).toBe(200)
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
  })

  it('of a merged bug behaves as anybody’s: it stays merged', async () => {
    const { creator, bugId, params, set } = await ownBug()
    const original = await aBug()
    await staff.call(mergeBug, { params, body: { into: original, close: true } })
    expect(await set(creator, 'Open')).toBe(200)
    expect(await view(bugId)).toMatchObject({ status: 'Open', isMerged: true, classification: 'duplicate' })
  })
})

describe('setting fields', () => {
  it('shows the value in the bug and the list, and records one event', async () => {
    const bugId = await aBug()
    expect(await view(bugId)).toMatchObject({ priority: 'none', version: 1 })
    const answer = await staff.call(setBugFields, { params: { bugId }, body: { priority: 'high', baseVersion: 1 } })
    expect(answer.body.result).toMatchObject({ _id: bugId, priority: 'high', version: 2 })
    const found = (await staff.call(listBugs, { query: { keywords: bugId } })).body.result
    expect(found).toMatchObject([{ _id: bugId, priority: 'high' }])
    expect((await app.eventsOf(bugId)).slice(1)).toMatchObject([
      { type: 'bug-fields-changed', actor_id: staff.userId, payload: { priority: { from: 'none', to: 'high' } } },
    ])
  })

  it('to what they are already changes nothing', async () => {
    const bugId = await aBug()
    const answer = await staff.call(setBugFields, { params: { bugId }, body: { priority: 'none' } })
    expect([answer.status, answer.body.result.version]).toEqual([200, 1])
    expect(await app.eventsOf(bugId)).toHaveLength(1)
  })

  it.each([
    ['no field', {}],
    ['a version alone', { baseVersion: 1 }],
    ['an unknown field', { urgency: 'high' }],
    ['an unknown field beside a known one', { priority: 'high', urgency: 'high' }],
    ['a field with a route of its own', { status: 'Closed' }],
    ['an unknown value', { priority: 'sometime' }],
    ['null', { priority: null }],
  ])('refuses %s and changes nothing', async (_what, body) => {
    const bugId = await aBug()
    const answer = await staff.send('PUT', `/api/bug/${bugId}/fields`, body)
    expect([answer.status, answer.refusal.error.code]).toEqual([400, 'invalid-input'])
    expect(answer.refusal.error.message).toMatch(/priority|urgency|status/)
    expect(await view(bugId)).toMatchObject({ priority: 'none', status: 'Open', version: 1 })
  })

  it('refuses a change of a field that has changed since, and takes one of another fact', async () => {
    const bugId = await aBug()
    const params = { bugId }
    await staff.call(setBugStatus, { params, body: { status: 'In Progress' } })
    expect((await staff.call(setBugFields, { params, body: { priority: 'low', baseVersion: 1 } })).status).toBe(200)
    const late = await staff.call(setBugFields, { params, body: { priority: 'urgent', baseVersion: 2 } })
    expect(late.status).toBe(409)
    expect(late.refusal).toMatchObject({
      error: { code: 'conflict' },
      conflict: { version: 3, since: [{ kind: 'fields-changed' }] },
    })
    expect(await view(bugId)).toMatchObject({ priority: 'low', status: 'In Progress' })
  })
})

describe('the history of fields', () => {
  it('tells the change, shows the bug as it was, takes it back, and agrees with the tables', async () => {
    const bugId = await aBug()
    const params = { bugId }
    await staff.call(setBugFields, { params, body: { priority: 'urgent' } })
    const entry = await lastEntry(bugId)
    const changes = [{ field: 'priority', from: { text: 'none' }, to: { text: 'urgent' }, isApart: false }]
    expect(entry).toMatchObject({ kind: 'fields-changed', changes, abilities: { undo: true } })
    const entryId = entry?._id ?? ''
    expect((await app.eventsOf(bugId)).length).toBe(2)
    const reporterSees = await (await app.person(['customer'])).call(listTimeline, { params, query: {} })
    expect(reporterSees.body.result.at(-1)?.abilities.undo).toBe(false)

    const undone = await staff.call(undoChange, { params: { bugId, entryId } })
    expect(undone.body.result.priority).toBe('none')
    expect(await lastEntry(bugId)).toMatchObject({ kind: 'fields-changed', undoes: entryId })
    const asOf = await staff.call(viewBugAsOf, { params: { bugId, entryId } })
    expect(asOf.body.result).toMatchObject({ priority: 'urgent', status: 'Open' })
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
    // The comparison knows the field.
    await app.database.pool.query(`update bugs set priority = 'low' where id = $1`, [bugId])
    expect((await verifyHistory(app.database.db)).deviations).toEqual([{ bugId, what: ['priority'] }])
    await app.database.pool.query(`update bugs set priority = 'none' where id = $1`, [bugId])
  })

  it('is not taken back where a later change of the same field stands', async () => {
    const bugId = await aBug()
    const params = { bugId }
    await staff.call(setBugFields, { params, body: { priority: 'low' } })
    const entryId = (await lastEntry(bugId))?._id ?? ''
    await staff.call(setBugFields, { params, body: { priority: 'high' } })
    const refused = await staff.call(undoChange, { params: { bugId, entryId } })
    expect([refused.status, refused.refusal.error.code]).toEqual([409, 'conflict'])
    expect((await view(bugId)).priority).toBe('high')
  })
})

describe('finding by fields', () => {
  it('filters, sorts the greatest first, and knows the term, alone and beside words', async () => {
    const [low, urgent, none, other] = [await aBug(), await aBug(), await aBug(), await aBug()]
    for (const [bugId, priority] of [
      [low, 'low'],
      [urgent, 'urgent'],
      [other, 'low'],
    ] as const)
      await staff.call(setBugFields, { params: { bugId }, body: { priority } })
    const own = new Set([low, urgent, none, other])
    // Only these are in it: all others would not fit on a page.
    const admin = await app.person(['admin'])
    const { _id: productId, key } = (await admin.call(createProduct, { body: { key: 'PRIO', name: 'p' } })).body.result
    for (const bugId of own) await staff.call(moveBug, { params: { bugId }, body: { productId } })
    const found = async (query: Record<string, string>) => {
      const all = { pageSize: '100', product: key, ...query }
      const { status, body } = await staff.call(listBugs, { query: all as never })
      expect(status).toBe(200)
      const ids = body.result.map(({ _id }) => _id)
      expect(body.pagination.totalCount).toBe(ids.length)
      return ids.filter((id) => own.has(id))
    }
    expect(await found({ priority: 'low' })).toEqual([other, low])
    expect(await found({ priority: 'low', closed: 'closed' })).toEqual([])
    expect(await found({ keywords: 'priority:LOW' })).toEqual([other, low])
    expect(await found({ keywords: 'flickers priority:low' })).toEqual([other, low])
    expect(await found({ keywords: 'flickers', priority: 'low' })).toEqual([other, low])
    expect(await found({ keywords: 'flickers -priority:low sort:priority' })).toEqual([urgent, none])
    expect(await found({ sortBy: 'priority' })).toEqual([urgent, other, low, none])
    expect(await found({ sortBy: 'priority', sortByInvert: 'true' })).toEqual([none, low, other, urgent])
    expect(await found({ keywords: 'flickers sort:priority-asc' })).toEqual([none, low, other, urgent])
    const refused = await staff.send('GET', '/api/bug/list?priority=sometime')
    expect(refused.status).toBe(400)
    const mistaken = await staff.send('GET', '/api/bug/list?keywords=priority:sometime')
    expect(mistaken.refusal.error.message).toMatch(/none, low, medium, high or urgent/)
  })
})
