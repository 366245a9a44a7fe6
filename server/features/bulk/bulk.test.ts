import { anActor } from '#testing/an-actor.ts'
import { openApp } from '#server/app.ts'
import { openLog } from '#server/config/log.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { createBug } from '#server/features/reporting/public.ts'
import { type Permission, permissionNames } from '#shared/access/permissions.ts'
import { assignBug, classifyBug, listBugs, setBugFields, setBugStatus, viewBug } from '#shared/bugs/contract.ts'
import { bugFields, type BulkName, bulkNames, type FieldAbility, type PartList } from '#shared/bugs/fields.ts'
import {
  type BulkOrder,
  changeBugs,
  listBulkRefusals,
  listBulks,
  maxBulkBugs,
  maxUnfinishedBulks,
  undoBulk,
  viewBulk,
} from '#shared/bulk/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import {
  followBug,
  listBulkNotifications,
  listNotifications,
  seeAllNotifications,
  seeBug,
  seeBulkNotifications,
} from '#shared/following/contract.ts'
import { createLabel } from '#shared/labels/contract.ts'
import { listTimeline, undoChange } from '#shared/history/contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { setUserActive } from '#shared/users/contract.ts'
import { createComponent, createVersion } from '#shared/parts/contract.ts'
import { createProduct } from '#shared/products/contract.ts'
import { type ChatClient, openChatClient } from '#testing/chat-client.ts'
import { brokenRules } from '#testing/faults/invariants.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { untilBlocked } from '#testing/until-blocked.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldBulks, insertBulk } from './bulk-store.ts'
import { giveUp } from './work-on-batch.ts'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let staff: Person
let customer: Person
/** To which bugs can be moved. */
let productId: string
/** Where bugs are reported. */
const firstProduct = '000000000000000000000001'
let admin: Person
const open: ChatClient[] = []
beforeAll(async () => {
  app = await openTestApp({ LIMIT_CHAT_CONNECTIONS: '1000' })
  staff = await app.person(['staff'], { fullName: 'Stan Staff' })
  customer = await app.person(['customer'])
  admin = await app.person(['admin'])
  productId = (await admin.call(createProduct, { body: { key: 'MOTH', name: 'Moths' } })).body.result._id
  for (const name of permissionNames) {
    await app.database.pool.query('insert into roles (name, permissions) values ($1, $2)', [
      `only ${name}`,
      [...new Set(['canViewData', name])],
    ])
  }
})
afterEach(() => open.splice(0).forEach((client) => client.close()))
afterAll(() => app?.end())

/** Adds a component or a version to the product where bugs are reported. @returns its id */
async function aPart(of: PartList, name: string): Promise<string> {
  const endpoint = of === 'components' ? createComponent : createVersion
  return (await admin.call(endpoint, { params: { productId: firstProduct }, body: { name } })).body.result._id
}

/** Reports bugs, one after the other, and returns their ids in order. */
async function bugs(count: number, { by = customer, title = 'It breaks', at = app } = {}): Promise<string[]> {
  const actor = anActor({ userId: by.userId })
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const texts = { title: `${title} ${n}`, description: 'Always', stepsToReproduce: 'Start it' }
    ids.push((await at.inTx((tx) => createBug(tx, actor, texts, by.userId))).id)
  }
  return ids.toSorted()
}

const start = (caller: Caller, body: BulkOrder, key?: string) =>
  caller.call(changeBugs, { body, ...(key && { headers: { 'idempotency-key': key } }) })
const view = async (caller: Caller, bulkId: string) => (await caller.call(viewBulk, { params: { bulkId } })).body.result

/** Waits until a bulk change is done. */
async function finished(caller: Caller, bulkId: string) {
  await expect.poll(async () => (await view(caller, bulkId)).isFinished, { interval: 20 }).toBe(true)
  return view(caller, bulkId)
}
/** Changes many bugs and waits until that is done. */
async function changed(caller: Caller, body: BulkOrder) {
  const answer = await start(caller, body)
  expect(answer.status).toBe(200)
  return finished(caller, answer.body.result._id)
}
/** Takes a bulk change back and waits until that is done. */
async function takenBack(caller: Caller, bulkId: string) {
  const answer = await caller.call(undoBulk, { params: { bulkId } })
  expect(answer.status).toBe(200)
  return finished(caller, answer.body.result._id)
}
const refusals = async (caller: Caller, bulkId: string, pageNumber = 1) =>
  (
    await caller.call(listBulkRefusals, {
      params: { bulkId },
      query: { pageNumber: String(pageNumber), pageSize: '100' },
    })
  ).body
const bug = async (bugId: string) => (await staff.call(viewBug, { params: { bugId } })).body.result
const changesOf = async (bugId: string) => (await app.eventsOf(bugId)).slice(1)

/** Locks a bug on a connection of its own, so that a bulk change has to wait for it. */
async function held(bugId: string): Promise<() => Promise<void>> {
  const client = new pg.Client(app.url)
  await client.connect()
  await client.query('begin')
  await client.query('select from bugs where id = $1 for update', [bugId])
  return () => client.end()
}
let listening: Promise<string> | undefined
/** Where sockets connect. */
const origin = () => (listening ??= app.http.listen({ host: '127.0.0.1', port: 0 }))

/** Locks a record on a connection of its own, which stays open. */
async function holding(lock: string, id: string) {
  const client = new pg.Client(app.url)
  await client.connect()
  await client.query('begin')
  await client.query(lock, [id])
  const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiters = async () => {
    const { rows } = await app.database.pool.query<{ pid: number }>(
      'select pid from pg_stat_activity where $1::integer = any(pg_blocking_pids(pid))',
      [own[0]?.pid],
    )
    return rows.map(({ pid }) => pid)
  }
  /** Waits until somebody waits for it. @returns the number of their connection */
  const waiting = async () => {
    await expect.poll(waiters, { interval: 20 }).toHaveLength(1)
    return (await waiters())[0]
  }
  return { client, waiting }
}
const doneOf = (caller: Caller, bulkId: string) => async () => (await view(caller, bulkId)).done

describe('changing many bugs', () => {
  it('answers at once, and changes every field of every bug by the events of single changes', async () => {
    const ids = await bugs(120)
    const fields = {
      status: 'In Progress',
      priority: 'high',
      assignee: staff.userId,
      classification: 'approved',
    } as const
    const { assignee: _, ...facts } = fields
    const answer = await start(staff, { ids: ids.toReversed(), fields })
    expect(answer.body.result).toMatchObject({
      fields: { ...fields, assignee: { _id: staff.userId, fullName: 'Stan Staff' } },
      total: 120,
      isFinished: false,
      abilities: { undo: true },
    })
    const done = await finished(staff, answer.body.result._id)
    expect(done).toMatchObject({ total: 120, done: 120, changed: 120, unchanged: 0, refused: 0 })
    for (const id of [ids[0], ids[60], ids[119]] as string[]) {
      expect(await bug(id)).toMatchObject({
        ...facts,
        assigned: { assignedTo: staff.userId },
        version: 5,
      })
      const types = (await changesOf(id)).map(({ type, actor_id }) => [type, actor_id])
      const kinds = ['bug-assigned', 'bug-classified', 'bug-fields-changed', 'bug-status-changed']
      expect(types.toSorted()).toEqual(kinds.map((type) => [type, staff.userId]))
    }
    expect((await staff.call(listBulks, {})).body.result[0]).toEqual(done)
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
    expect(await brokenRules(app.database.pool)).toEqual([])

    const again = await changed(staff, { ids, fields })
    expect(again).toMatchObject({ changed: 0, unchanged: 120, refused: 0, abilities: { undo: false } })
    const none = await changed(staff, { ids: ids.slice(0, 2), fields: { assignee: null } })
    expect(none).toMatchObject({ changed: 2, fields: { assignee: null } })
    expect(await bug(ids[0] ?? '')).not.toHaveProperty('assigned')
  })

  it('makes them private and gives them away, and whoever does that still sees them', async () => {
    const ids = await bugs(1)
    const [doer, other] = [await app.person(['staff']), await app.person(['staff'])]
    await changed(doer, { ids, fields: { assignee: doer.userId } })
    await changed(doer, { ids, fields: { isPrivate: true, assignee: other.userId } })
    const viewed = await doer.call(viewBug, { params: { bugId: ids[0] ?? '' } })
    expect(viewed.body.result).toMatchObject({ isPrivate: true, assigned: { assignedTo: other.userId } })
  })

  it('of a search changes what the list has shown, or nothing when the list is another by now', async () => {
    const ids = await bugs(7, { title: 'Quokka jumps' })
    await staff.call(setBugStatus, { params: { bugId: ids[0] ?? '' }, body: { status: 'Closed' } })
    const query = { keywords: 'quokka', closed: 'open', sortBy: 'title', pageSize: 25 } as const
    const found = await staff.call(listBugs, { query: { keywords: 'quokka', closed: 'open' } })
    expect(found.body.pagination.totalCount).toBe(6)
    const fields = { priority: 'urgent' } as const
    const mistaken = await start(staff, { query, total: 7, fields })
    expect([mistaken.status, mistaken.refusal.error.code]).toEqual([409, 'conflict'])
    expect(mistaken.refusal['conflict']).toEqual({ total: 6 })
    expect((await staff.call(listBugs, { query: { priority: 'urgent' } })).body.pagination.totalCount).toBe(0)
    expect(await changed(staff, { query, total: 6, fields })).toMatchObject({ total: 6, changed: 6 })
    const urgent = await staff.call(listBugs, { query: { priority: 'urgent', pageSize: '100' } })
    expect(urgent.body.result.map(({ _id }) => _id).toSorted()).toEqual(ids.slice(1))
    const byFacts = { priority: 'urgent', closed: 'open' } as const
    expect(await changed(staff, { query: byFacts, total: 6, fields: { priority: 'low' } })).toMatchObject({
      changed: 6,
    })
    // What the list shows for a mistyped word.
    const typo = { keywords: 'quokkq' }
    expect((await staff.call(listBugs, { query: typo })).body.pagination.totalCount).toBe(7)
    expect(await changed(staff, { query: typo, total: 7, fields: { priority: 'low' } })).toMatchObject({ changed: 1 })
    const nonsense = await start(staff, { query: { keywords: 'priority:sometime' }, total: 0, fields })
    expect([nonsense.status, nonsense.refusal.error.field]).toEqual([400, 'query.keywords'])
  })

  it('of a search that finds too many is refused', async () => {
    const own = await openTestApp()
    try {
      const person = await own.person(['staff'])
      await own.database.pool.query(
        `insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by)
          select lpad(to_hex(n), 24, '0'), 't', 'd', 's', now(), $1 from generate_series(1, $2::integer) n`,
        [person.userId, maxBulkBugs + 1],
      )
      const total = maxBulkBugs + 1
      const refused = await start(person, { query: {}, total, fields: { priority: 'low' } })
      expect([refused.status, refused.refusal.error.field]).toEqual([400, 'query'])
      expect(refused.refusal.error.message).toContain(String(maxBulkBugs))
      expect((await person.call(listBulks, {})).body.result).toEqual([])
    } finally {
      await own.end()
    }
  })

  it.each([
    ['nothing to set', { ids: ['f'.repeat(24)], fields: {} }],
    ['an unknown field', { ids: ['f'.repeat(24)], fields: { title: 'x' } }],
    ['a field that is not set on many', { ids: ['f'.repeat(24)], fields: { duplicateOf: 'f'.repeat(24) } }],
    [
      'custom fields whose keys no field can have',
      { ids: ['f'.repeat(24)], fields: { fields: { ['k'.repeat(31)]: 'x' } } },
    ],
    [
      'more custom fields than a product has',
      {
        ids: ['f'.repeat(24)],
        fields: { fields: Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`f${n}`, 'x'])) },
      },
    ],
    ['no bugs', { fields: { priority: 'low' } }],
    ['a search without its total', { query: {}, fields: { priority: 'low' } }],
    ['ids beside a search', { ids: ['f'.repeat(24)], query: {}, total: 0, fields: { priority: 'low' } }],
    [
      'too many ids',
      { ids: Array.from({ length: 1001 }, (_, n) => String(n).padStart(24, '0')), fields: { priority: 'low' } },
    ],
  ])('refuses %s', async (_what, body) => {
    const answer = await staff.send('POST', '/api/bug/bulk', body)
    expect([answer.status, answer.refusal.error.code]).toEqual([400, 'invalid-input'])
  })

  it('gives the same again for the same key, and refuses the key for something else', async () => {
    const ids = await bugs(2)
    const order = { ids, fields: { priority: 'low' } } as const
    const [first, second] = await Promise.all([start(staff, order, 'once'), start(staff, order, 'once')])
    expect(second.body.result._id).toBe(first.body.result._id)
    expect((await start(staff, { ids, fields: { priority: 'high' } }, 'once')).status).toBe(409)
    await finished(staff, first.body.result._id)
    expect((await start(staff, order, 'once')).body.result).toMatchObject({
      _id: first.body.result._id,
      isFinished: true,
    })
    expect((await start(await app.person(['staff']), order, 'once')).body.result._id).not.toBe(first.body.result._id)
    expect(await changesOf(ids[0] ?? '')).toHaveLength(1)
  })

  it('is seen by its creator alone', async () => {
    const { _id: bulkId } = await changed(staff, { ids: await bugs(1), fields: { priority: 'low' } })
    const other = await app.person(['admin'])
    const params = { bulkId }
    for (const answer of [
      await other.call(viewBulk, { params }),
      await other.call(listBulkRefusals, { params, query: {} }),
      await other.call(undoBulk, { params }),
    ]) {
      expect(answer.status).toBe(404)
    }
    expect((await other.call(listBulks, {})).body.result).toEqual([])
  })

  it('of one person waits when too many are not done', async () => {
    const person = await app.person(['staff'])
    const ids = await bugs(1)
    const release = await held(ids[0] ?? '')
    const order = { ids, fields: { priority: 'low' } } as const
    const begun = []
    for (let n = 0; n < maxUnfinishedBulks; n++) begun.push((await start(person, order)).body.result)
    const refused = await start(person, order)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5'])
    expect((await person.call(listBulks, {})).body.result).toHaveLength(maxUnfinishedBulks)
    await release()
    for (const { _id } of begun) await finished(person, _id)
    expect((await start(person, order)).status).toBe(200)
  })
})

/** Written out, so that a change of who may change what is noticed. */
const permissionsOf: Readonly<Record<FieldAbility, readonly Permission[]>> = {
  edit: ['canEditAnyBug'],
  close: ['canCloseAnyBug'],
  classify: ['canClassifyAnyBug'],
  assign: ['canReassignAnyBug'],
  ask: ['canEditAnyBug', 'canCloseAnyBug', 'canClassifyAnyBug', 'canReassignAnyBug'],
}

describe('what is refused', () => {
  it.each(bulkNames.flatMap((name) => permissionNames.map((permission) => [name, permission] as const)))(
    '%s with canViewData and %s',
    async (name, permission) => {
      const ids = await bugs(2)
      const caller = await app.person([`only ${permission}`])
      const isAllowed = permissionsOf[bugFields[name].changedBy].includes(permission)
      const field = bugFields[name]
      const label = await staff.call(createLabel, { body: { name: `${name} of ${permission}` } })
      const values = {
        choice: field.kind === 'choice' && field.values.at(-1),
        person: staff.userId,
        product: productId,
        flag: true,
        labels: { add: [label.body.result._id] },
        part: field.kind === 'part' && (await aPart(field.of, `${name} of ${permission}`)),
      }
      const value = values[field.kind]
      const done = await changed(caller, { ids, fields: { [name]: value } })
      expect(done).toMatchObject(isAllowed ? { changed: 2, refused: 0 } : { changed: 0, refused: 2 })
      const { result } = await refusals(caller, done._id)
      expect(result.flatMap((one) => one.refusals.map((each) => [each.field, each.code]))).toEqual(
        isAllowed ? [] : ids.map(() => [name, 'forbidden']),
      )
      // Who makes a bug private is let in by it.
      const entries = name === 'isPrivate' ? 2 : 1
      expect((await changesOf(ids[0] ?? '')).length).toBe(isAllowed ? entries : 0)
    },
  )

  it('is named bug by bug and field by field, and the rest is done', async () => {
    const creator = await app.person(['customer'])
    const [own, others] = [await bugs(1, { by: creator }), await bugs(1)]
    const unknown = 'f'.repeat(24)
    const ids = [...own, ...others, unknown]
    const closed = await changed(creator, { ids, fields: { status: 'Closed', priority: 'high' } })
    expect(closed).toMatchObject({ total: 3, done: 3, changed: 1, unchanged: 0, refused: 3 })
    const message = expect.stringMatching(/\w+\.$/)
    const forbidden = (field: BulkName) => ({ field, code: 'forbidden', message })
    const told = [
      { bug: { _id: own[0], title: 'It breaks 0' }, refusals: [forbidden('priority')] },
      { bug: { _id: others[0], title: 'It breaks 0' }, refusals: [forbidden('status'), forbidden('priority')] },
    ]
    expect(await refusals(creator, closed._id)).toEqual({
      result: [
        ...((own[0] ?? '') < (others[0] ?? '') ? told : told.toReversed()),
        { bug: { _id: unknown }, refusals: [{ code: 'not-found', message }] },
      ],
      pagination: { currentPage: 1, pageSize: 100, totalCount: 3, totalPages: 1 },
    })
    expect(await bug(own[0] ?? '')).toMatchObject({ status: 'Closed', priority: 'none' })
    const resolved = await changed(creator, { ids: own, fields: { status: 'Resolved' } })
    expect(resolved).toMatchObject({ changed: 0, refused: 1 })

    const gone = await app.person(['staff'])
    await app.database.pool.query('update users set deactivated_on = now() where id = $1', [gone.userId])
    const assigned = await changed(staff, { ids: others, fields: { assignee: gone.userId, priority: 'high' } })
    expect(assigned).toMatchObject({ changed: 1, refused: 1 })
    expect((await refusals(staff, assigned._id)).result[0]?.refusals).toMatchObject([
      { field: 'assignee', code: 'invalid-input' },
    ])
  })

  it('is the rest when the rights are lost in the middle', async () => {
    const ids = await bugs(110)
    const person = await app.person(['staff'])
    const release = await held(ids[70] ?? '')
    const { _id } = (await start(person, { ids, fields: { priority: 'low' } })).body.result
    await expect.poll(doneOf(person, _id)).toBe(50)
    const admin = await app.person(['admin'])
    expect(
      (await admin.call(setUserActive, { params: { userId: person.userId }, body: { active: false } })).status,
    ).toBe(200)
    await release()
    const counts = async () =>
      (await app.database.pool.query('select done, changed, refused from bulk_changes where id = $1', [_id])).rows[0]
    await expect.poll(counts).toEqual({ done: 110, changed: 50, refused: 60 })
    expect(await changesOf(ids[49] ?? '')).toHaveLength(1)
    expect(await changesOf(ids[50] ?? '')).toEqual([])
  })

  it('is one bug alone that can’t be changed for a defect', async () => {
    const ids = await bugs(60)
    const broken = ids[20] ?? ''
    await app.database.pool.query(
      `create function break_bug() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
    )
    await app.database.pool.query(
      `create trigger break_bug before update on bugs for each row when (old.id = '${broken}') execute function break_bug()`,
    )
    try {
      const done = await changed(staff, { ids, fields: { priority: 'low' } })
      expect(done).toMatchObject({ done: 60, changed: 59, refused: 1 })
      expect((await refusals(staff, done._id)).result).toMatchObject([
        { bug: { _id: broken }, refusals: [{ code: 'internal' }] },
      ])
    } finally {
      await app.database.pool.query('drop function break_bug() cascade')
    }
  })

  it('is no other bug in its place when two processes meet the same defect', async () => {
    const [broken, whole] = (await bugs(2)) as [string, string]
    const createdOn = new Date()
    const id = newRecordId(createdOn)
    const bulk = { id, createdOn, createdBy: staff.userId, fields: { priority: 'low' }, undoes: null } as const
    await app.inTx((tx) => insertBulk(tx, { ...bulk, bugIds: [broken, whole] }))
    for (let process = 0; process < 2; process++) await app.inTx((tx) => giveUp(tx, id, broken))
    expect(await finished(staff, id)).toMatchObject({ changed: 1, refused: 1 })
    expect((await refusals(staff, id)).result).toMatchObject([{ bug: { _id: broken } }])
  })

  it('is nothing of a duplicate: it may have no original, and a merged one that is classified otherwise is none any more', async () => {
    const [original, merged, plain] = (await bugs(3)) as [string, string, string]
    await staff.call(mergeBug, { params: { bugId: merged }, body: { into: original } })
    const done = await changed(staff, { ids: [merged, plain], fields: { classification: 'duplicate' } })
    expect(done).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await bug(plain)).not.toHaveProperty('duplicateOf')
    expect(await bug(merged)).toMatchObject({ isMerged: true, duplicateOf: { _id: original } })
    const approved = await changed(staff, { ids: [original, merged], fields: { classification: 'approved' } })
    expect(await bug(merged)).toMatchObject({ isMerged: false, classification: 'approved' })
    expect((await bug(original)).affectedCount).toBe(1)
    await takenBack(staff, approved._id)
    expect(await bug(merged)).toMatchObject({ isMerged: true, duplicateOf: { _id: original } })
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
  })
})

describe('taking a bulk change back', () => {
  it('puts back each fact that nobody has changed since, and names the others', async () => {
    const ids = await bugs(60)
    const [whole, half, none] = ids as [string, string, string]
    const done = await changed(staff, { ids, fields: { status: 'Closed', priority: 'high' } })
    await staff.call(setBugFields, { params: { bugId: half }, body: { priority: 'urgent' } })
    await staff.call(setBugFields, { params: { bugId: none }, body: { priority: 'urgent' } })
    await staff.call(setBugStatus, { params: { bugId: none }, body: { status: 'Resolved' } })
    const undo = await takenBack(staff, done._id)
    expect(undo).toMatchObject({ undoes: done._id, fields: {}, total: 60, changed: 59, unchanged: 0, refused: 2 })
    expect(await view(staff, done._id)).toMatchObject({ undoneBy: undo._id, abilities: { undo: false } })
    expect(await bug(whole)).toMatchObject({ status: 'Open', priority: 'none' })
    expect(await bug(half)).toMatchObject({ status: 'Open', priority: 'urgent' })
    expect(await bug(none)).toMatchObject({ status: 'Resolved', priority: 'urgent' })
    const message = expect.stringContaining('changed since')
    const facts = async (bulkId: string) =>
      (await refusals(staff, bulkId)).result.map((one) => [
        one.bug._id,
        one.refusals.map(({ field }) => field).toSorted(),
      ])
    expect((await refusals(staff, undo._id)).result[0]?.refusals).toEqual([
      { field: 'priority', code: 'conflict', message },
    ])
    expect(await facts(undo._id)).toEqual([
      [half, ['priority']],
      [none, ['priority', 'status']],
    ])
    const entries = (await staff.call(listTimeline, { params: { bugId: whole }, query: {} })).body.result
    expect(
      entries
        .slice(-2)
        .map(({ undoes }) => undoes)
        .toSorted(),
    ).toEqual(
      entries
        .slice(1, 3)
        .map(({ _id }) => _id)
        .toSorted(),
    )
    // Once more gives the same, and taking that back does it all again.
    expect((await staff.call(undoBulk, { params: { bulkId: done._id } })).body.result._id).toBe(undo._id)
    const redone = await takenBack(staff, undo._id)
    expect(redone).toMatchObject({ total: 59, changed: 59, refused: 0 })
    expect(await bug(whole)).toMatchObject({ status: 'Closed', priority: 'high' })
    expect(await bug(half)).toMatchObject({ status: 'Closed', priority: 'urgent' })
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
  })

  it('leaves out what was taken back by hand already', async () => {
    const ids = await bugs(2)
    const done = await changed(staff, { ids, fields: { assignee: staff.userId } })
    const params = { bugId: ids[0] ?? '' }
    const entryId = (await staff.call(listTimeline, { params, query: {} })).body.result.at(-1)?._id ?? ''
    await staff.call(undoChange, { params: { ...params, entryId } })
    expect(await takenBack(staff, done._id)).toMatchObject({ changed: 1, refused: 1 })
    expect(await bug(params.bugId)).not.toHaveProperty('assigned')
  })

  it('tells what was taken back before the bug was out of sight', async () => {
    const ids = await bugs(1)
    const bugId = ids[0] ?? ''
    const person = await app.person(['admin'])
    const admin = await app.person(['admin'])
    await admin.call(setBugFields, { params: { bugId }, query: {}, body: { isPrivate: true } })
    const done = await changed(person, { ids, fields: { status: 'In Progress', assignee: person.userId } })
    await app.database.pool.query(`update user_roles set role = 'staff' where user_id = $1`, [person.userId])
    const undo = await takenBack(person, done._id)
    expect(undo).toMatchObject({ changed: 1, refused: 1 })
    expect((await refusals(person, undo._id)).result[0]?.refusals).toMatchObject([{ code: 'not-found' }])
    expect((await changesOf(bugId)).map(({ type }) => type)).toEqual([
      'bug-fields-changed',
      'bug-status-changed',
      'bug-assigned',
      'bug-assigned',
    ])
  })

  it('stops one that is not done yet', async () => {
    const ids = await bugs(120)
    const release = await held(ids[60] ?? '')
    const { _id } = (await start(staff, { ids, fields: { priority: 'low' } })).body.result
    await expect.poll(doneOf(staff, _id)).toBe(50)
    const undoing = staff.call(undoBulk, { params: { bulkId: _id } })
    await untilBlocked(app.database.pool, 2)
    await release()
    const undo = await finished(staff, (await undoing).body.result._id)
    const stopped = await view(staff, _id)
    // The batch that was worked on is done, or it was not begun.
    expect(stopped).toMatchObject({ isFinished: true, done: 120, refused: 120 - stopped.changed })
    expect([50, 100]).toContain(stopped.changed)
    expect(undo).toMatchObject({ total: stopped.changed, changed: stopped.changed })
    expect(await bug(ids[0] ?? '')).toMatchObject({ priority: 'none' })
    expect(await changesOf(ids[119] ?? '')).toEqual([])
    expect(await brokenRules(app.database.pool)).toEqual([])
  })

  it('is judged with the rights of now', async () => {
    const ids = await bugs(1)
    const person = await app.person(['staff'])
    const done = await changed(person, { ids, fields: { priority: 'low' } })
    await app.database.pool.query(`update user_roles set role = 'customer' where user_id = $1`, [person.userId])
    expect(await takenBack(person, done._id)).toMatchObject({ changed: 0, refused: 1 })
    expect(await bug(ids[0] ?? '')).toMatchObject({ priority: 'low' })
  })
})

describe('a bulk change that is left unfinished', () => {
  it('goes on in another process where one was stopped, and nothing is done twice', async () => {
    const ids = await bugs(160)
    const log = openLog('silent')
    const first = await openApp(app.config, log, app.database)
    const session = { cookie: staff.cookie ?? '' }
    const release = await held(ids[120] ?? '')
    const payload = { ids, fields: { priority: 'high', status: 'Closed' } }
    const answer = await first.http.inject({ method: 'POST', url: '/api/bug/bulk', headers: session, payload })
    const { _id } = answer.json<{ result: { _id: string } }>().result
    await expect.poll(doneOf(staff, _id)).toBe(100)
    const closing = first.close()
    await release()
    await closing
    // Each process looks for such at its start, and every few seconds.
    const second = await openApp(app.config, log, app.database)
    expect(await finished(staff, _id)).toMatchObject({ done: 160, changed: 160 })
    await second.close()
    for (const id of ids) expect(await changesOf(id)).toHaveLength(2)
  })

  it('goes on after its connection was lost', async () => {
    const ids = await bugs(120)
    const release = await held(ids[60] ?? '')
    const { _id } = (await start(staff, { ids, fields: { priority: 'high' } })).body.result
    await expect.poll(doneOf(staff, _id)).toBe(50)
    await app.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
    )
    await release()
    expect(await finished(staff, _id)).toMatchObject({ changed: 120, refused: 0 })
    for (const id of ids) expect(await changesOf(id)).toHaveLength(1)
  })

  it('locks what it puts back as originals before the totals, as whoever closes one of them does', async () => {
    const [original, duplicate] = (await bugs(2)) as [string, string]
    await staff.call(classifyBug, {
      params: { bugId: duplicate },
      body: { classification: 'duplicate', duplicateOf: original },
    })
    const done = await changed(staff, { ids: [duplicate], fields: { classification: 'approved' } })
    const other = await holding('select from bugs where id = $1 for update', original)
    const { _id } = (await staff.call(undoBulk, { params: { bulkId: done._id } })).body.result
    const pid = await other.waiting()
    const free = 'select from bug_counts where shard = $1::integer % 16 for update nowait'
    await expect(other.client.query(free, [pid])).resolves.toBeDefined()
    await other.client.end()
    expect(await finished(staff, _id)).toMatchObject({ changed: 1, refused: 0 })
    expect(await bug(duplicate)).toMatchObject({ duplicateOf: { _id: original } })
  })

  it('locks the conversations of its bugs in the order in which messages do', async () => {
    const conversations: string[] = []
    for (let n = 0; n < 2; n++) {
      const visitor = await openChatClient(await origin())
      open.push(visitor)
      conversations.push((await visitor.say('It breaks')).conversationId)
    }
    const [first, second] = conversations.toSorted() as [string, string]
    const ids = await bugs(2)
    await app.database.pool.query(
      `insert into conversation_bugs (conversation_id, bug_id, linked_on, linked_by)
        values ($1, $2, now(), $5), ($3, $4, now(), $5)`,
      [second, ids[0], first, ids[1], staff.userId],
    )
    const other = await holding('select from conversations where id = $1 for update', first)
    const { _id } = (await start(staff, { ids, fields: { status: 'Closed' } })).body.result
    await other.waiting()
    const free = 'select from conversations where id = $1 for update nowait'
    await expect(other.client.query(free, [second])).resolves.toBeDefined()
    await other.client.end()
    expect(await finished(staff, _id)).toMatchObject({ changed: 2, refused: 0 })
  })

  it('waits for nothing that waits for it, whatever is changed meanwhile', async () => {
    const ids = await bugs(100, { title: 'Wombat sleeps' })
    const people = [staff, await app.person(['staff']), await app.person(['staff'])]
    const orders = [
      { ids, fields: { status: 'Closed', priority: 'high' } },
      { ids: ids.toReversed(), fields: { classification: 'approved', assignee: staff.userId } },
      { query: { keywords: 'wombat' }, fields: { classification: 'unapproved', status: 'Open' } },
    ] as const
    const begun = await Promise.all(
      orders.map(async (order, n) => {
        const person = people[n] ?? staff
        const { keywords } = 'query' in order ? order.query : { keywords: '' }
        const count = async () => (await person.call(listBugs, { query: { keywords } })).body.pagination.totalCount
        return start(person, 'query' in order ? { ...order, total: await count() } : { ...order, ids: [...order.ids] })
      }),
    )
    const single = async (n: number) => {
      const [bugId, other] = [ids[n] ?? '', ids[99 - n] ?? '']
      const answers = [
        await staff.call(mergeBug, { params: { bugId }, body: { into: other } }),
        await staff.call(classifyBug, { params: { bugId }, body: { classification: 'unclassified' } }),
        await staff.call(assignBug, { params: { bugId: other }, body: { userId: null } }),
        await staff.call(addComment, { params: { bugId }, body: { message: `beside ${n}` } }),
      ]
      return answers.map(({ status }) => status)
    }
    for (let n = 0; n < 20; n++) expect(await single(n)).toEqual([200, 200, 200, 200])
    for (const [n, { body }] of begun.entries()) {
      const done = await finished(people[n] ?? staff, body.result._id)
      expect(done).toMatchObject({ done: done.total, refused: 0 })
    }
    const { rows } = await app.database.pool.query(
      'select deadlocks::integer as n from pg_stat_database where datname = current_database()',
    )
    expect(rows).toEqual([{ n: 0 }])
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
    expect(await brokenRules(app.database.pool)).toEqual([])
  })
})

describe('who is told', () => {
  const news = async (caller: Caller) => {
    await app.notified()
    return (await caller.call(listNotifications, { query: {} })).body
  }

  it('hears once of all bugs together, and finds each of them', async () => {
    const doer = await app.person(['staff'], { fullName: 'Dora Doer' })
    const follower = await app.person(['customer'])
    const assignee = await app.person(['staff'])
    const ids = await bugs(60)
    const [first, second] = ids as [string, string]
    for (const bugId of ids) await follower.call(followBug, { params: { bugId }, body: { following: true } })
    const done = await changed(doer, { ids, fields: { assignee: assignee.userId, status: 'In Progress' } })
    const by = { _id: doer.userId, fullName: 'Dora Doer' }
    // Who was assigned follows since then.
    for (const [person, kinds] of [
      [follower, ['status-changed', 'assigned']],
      [assignee, ['assigned']],
    ] as const) {
      expect(await news(person)).toMatchObject({
        result: [{ bug: { _id: ids[59] }, last: { by }, bulk: { _id: done._id, bugs: 60, kinds } }],
        total: 1,
      })
    }
    expect(await news(doer)).toEqual({ result: [], total: 0 })
    const behind = async (caller: Caller, pageNumber = '1') =>
      (
        await caller.call(listBulkNotifications, {
          params: { bulkId: done._id },
          query: { pageNumber, pageSize: '50' },
        })
      ).body
    const [one, two] = [await behind(follower), await behind(follower, '2')]
    expect(one.pagination).toMatchObject({ totalCount: 60, totalPages: 2 })
    expect([...one.result, ...two.result].map((entry) => entry.bug._id)).toEqual(ids.toReversed())
    expect(one.result[0]).toMatchObject({ count: 2, last: { by } })
    expect(one.result[0]).not.toHaveProperty('bulk')

    // A bug of which there is later news is told by itself, and one that was seen no more.
    await doer.call(addComment, { params: { bugId: first }, body: { message: 'Hello' } })
    const entries = (await follower.call(listTimeline, { params: { bugId: second }, query: {} })).body.result
    await follower.call(seeBug, { params: { bugId: second }, body: { entryId: entries.at(-1)?._id ?? '' } })
    expect(await news(follower)).toMatchObject({
      result: [{ bug: { _id: first }, count: 3 }, { bulk: { bugs: 58 } }],
      total: 2,
    })
    const params = { bulkId: done._id }
    expect((await follower.call(seeBulkNotifications, { params })).body).toMatchObject({ total: 1 })
    expect((await news(follower)).result).toMatchObject([{ bug: { _id: first } }])
    expect((await follower.call(seeBulkNotifications, { params })).status).toBe(404)
    expect((await follower.call(listBulkNotifications, { params, query: {} })).status).toBe(404)

    await assignee.call(seeAllNotifications, {})
    const undo = await takenBack(doer, done._id)
    expect(await news(assignee)).toMatchObject({ result: [{ bulk: { _id: undo._id, bugs: 60 } }], total: 1 })
    // Of one bug alone it is news as any.
    await assignee.call(seeAllNotifications, {})
    await changed(doer, { ids: [first], fields: { priority: 'low' } })
    expect((await news(assignee)).result).toMatchObject([{ bug: { _id: first }, count: 1 }])
    expect((await news(assignee)).result[0]).not.toHaveProperty('bulk')
  })

  it('is the creator’s own page about the progress, and nobody else’s', async () => {
    const page = async (caller: Caller) => {
      const client = await openChatClient(await origin(), caller.cookie)
      open.push(client)
      return client
    }
    const [own, other] = [await page(staff), await page(await app.person(['admin']))]
    const { _id: bulkId } = await changed(staff, { ids: await bugs(120), fields: { priority: 'low' } })
    expect(await own.push('bulk-changed')).toEqual({ bulkId })
    await app.relay.settled()
    const later = await changed(staff, { ids: await bugs(1), fields: { priority: 'low' } })
    await own.push('bulk-changed', (data) => data.bulkId === later._id)
    const count = ({ received }: ChatClient) => received.filter(({ name }) => name === 'bulk-changed').length
    expect(count(own)).toBeLessThanOrEqual(5)
    expect(count(other)).toBe(0)
  })
})

describe('bulk changes of long ago', () => {
  it('are forgotten with the keys of their requests, and what they did stays', async () => {
    const ids = await bugs(1)
    const answer = await start(staff, { ids, fields: { priority: 'low' } }, 'long ago')
    const { _id } = await finished(staff, answer.body.result._id)
    await app.database.pool.query(`update bulk_changes set finished_on = now() - interval '31 days' where id = $1`, [
      _id,
    ])
    await app.inTx((tx) => deleteOldBulks(tx, new Date()))
    expect((await staff.call(viewBulk, { params: { bulkId: _id } })).status).toBe(404)
    expect(await changesOf(ids[0] ?? '')).toHaveLength(1)
    expect(await brokenRules(app.database.pool)).toEqual([])
    const again = await start(staff, { ids, fields: { priority: 'low' } }, 'long ago')
    expect(again.body.result._id).not.toBe(_id)
    await finished(staff, again.body.result._id)
  })
})
