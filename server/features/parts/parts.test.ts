import { verifyHistory } from '#server/features/history/public.ts'
import {
  addReader,
  assignBug,
  closeBug,
  listBugs,
  moveBug,
  reportBug,
  setBugFields,
  viewBug,
} from '#shared/bugs/contract.ts'
import { changeBugs, previewMove, undoBulk, viewBulk } from '#shared/bulk/contract.ts'
import { listNotifications } from '#shared/following/contract.ts'
import { listTimeline, undoChange, viewBugAsOf } from '#shared/history/contract.ts'
import {
  changeComponent,
  changeVersion,
  createComponent,
  createVersion,
  listParts,
  listVersionProgress,
} from '#shared/parts/contract.ts'
import { adoptImportedComponent, listImportedComponents } from '#shared/parts/imported-contract.ts'
import { addProductMember, adoptImportedProduct, createProduct } from '#shared/products/contract.ts'
import { hiddenPart } from '#shared/products/words.ts'
import { createRole } from '#shared/roles/contract.ts'
import { setUserActive } from '#shared/users/contract.ts'
import { type Answer, type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
let admin: Caller & { userId: string }
let staff: Caller & { userId: string }
beforeAll(async () => {
  app = await openTestApp()
  admin = await app.person(['admin'])
  staff = await app.person(['staff'], { fullName: 'Stan Staff' })
})
afterAll(() => app?.end())

const texts = { title: 'Lamp', description: 'd', stepsToReproduce: 's' }
let keys = 0

function ok<A extends Answer>(answer: A): A['body'] {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.refusal)}`)
  return answer.body
}

async function aProduct(facts: { isOpen?: boolean } = {}) {
  const key = `P${++keys}X`
  return ok(await admin.call(createProduct, { body: { key, name: `Product ${key}`, ...facts } })).result
}

const aComponent = async (productId: string, name: string, defaultAssignee?: string) =>
  ok(
    await admin.call(createComponent, {
      params: { productId },
      body: { name, ...(defaultAssignee && { defaultAssignee }) },
    }),
  ).result
const aVersion = async (productId: string, name: string, facts: { dueOn?: string; isReleased?: boolean } = {}) =>
  ok(await admin.call(createVersion, { params: { productId }, body: { name, ...facts } })).result

/** Reports a bug by somebody new, whom no cooldown keeps waiting. */
async function aBug(productId: string, facts: { component?: string; foundVersion?: string; isPrivate?: boolean } = {}) {
  const reporter = await app.person(['customer'])
  const { result } = ok(await reporter.call(reportBug, { body: { ...texts, productId, ...facts } }))
  // What the report's answer says is what is read of it then.
  expect(result).toEqual(await view(result._id, reporter))
  return result
}

const view = async (bugId: string, by: Caller = staff) => ok(await by.call(viewBug, { params: { bugId } })).result
const set = (bugId: string, body: object) =>
  staff.call(setBugFields, { params: { bugId }, body: body as { component?: string } })
const entriesOf = async (bugId: string, by: Caller = staff) =>
  ok(await by.call(listTimeline, { params: { bugId } })).result
const undo = async (bugId: string, entryId: string | undefined) =>
  staff.call(undoChange, { params: { bugId, entryId: entryId ?? '' } })
const found = async (query: object, by: Caller = staff) =>
  ok(await by.call(listBugs, { query: query as { keywords?: string } })).result.map(({ _id }) => _id)
const deviations = async () => (await verifyHistory(app.database.db)).deviations
const partsOf = ({ component, foundVersion, fixedVersion }: Awaited<ReturnType<typeof view>>) =>
  [component, foundVersion, fixedVersion].map((part) => part?.name ?? null)

async function done(bulkId: string, by: Caller = staff) {
  for (;;) {
    const { result } = ok(await by.call(viewBulk, { params: { bulkId } }))
    if (result.isFinished) return result
    await setTimeout(20)
  }
}

describe('the parts of a product', () => {
  it('have names of their own, whatever the case, and are changed and archived', async () => {
    const [one, other] = [await aProduct(), await aProduct()]
    const lamp = await aComponent(one._id, ' Lamp ', staff.userId)
    expect(lamp).toMatchObject({ name: 'Lamp', defaultAssignee: { _id: staff.userId, fullName: 'Stan Staff' } })
    for (const name of ['LAMP', ' lamp']) {
      const answer = await admin.call(createComponent, { params: { productId: one._id }, body: { name } })
      expect([answer.status, answer.refusal.error.field]).toEqual([409, 'name'])
    }
    await aComponent(other._id, 'lamp')
    const wing = await aComponent(one._id, 'wing')
    const change = (componentId: string, body: object) => admin.call(changeComponent, { params: { componentId }, body })
    expect((await change(wing._id, { name: 'LaMp' })).status).toBe(409)
    expect((await change(wing._id, { defaultAssignee: 'f'.repeat(24) })).refusal.error.field).toBe('defaultAssignee')
    expect(ok(await change(lamp._id, { name: 'LAMP', defaultAssignee: null, isArchived: true })).result).toEqual({
      ...lamp,
      name: 'LAMP',
      defaultAssignee: null,
      isArchived: true,
    })
    const late = await aVersion(one._id, '2.0', { dueOn: '2030-05-01' })
    const soon = await aVersion(one._id, '1.9', { dueOn: '2029-05-01' })
    const old = await aVersion(one._id, '1.0', { isReleased: true })
    expect(
      (await admin.call(createVersion, { params: { productId: one._id }, body: { name: 'x', dueOn: '2030-02-30' } }))
        .status,
    ).toBe(400)
    const released = await admin.call(changeVersion, {
      params: { versionId: soon._id },
      body: { isReleased: true, dueOn: '2029-06-01' },
    })
    expect(ok(released).result).toEqual({ ...soon, isReleased: true, dueOn: '2029-06-01' })
    const { versions } = ok(await staff.call(listParts, {}))
    expect(versions.filter(({ productId }) => productId === one._id).map(({ _id }) => _id)).toEqual([
      late._id,
      soon._id,
      old._id,
    ])
  })

  it('of a product that somebody may not see are told to nobody else', async () => {
    const hidden = await aProduct({ isOpen: false })
    const component = await aComponent(hidden._id, 'secret lair')
    await aVersion(hidden._id, 'secret 1')
    const member = await app.person(['staff'])
    const params = { productId: hidden._id }
    await admin.call(addProductMember, { params: { ...params, userId: member.userId } })
    await admin.call(addProductMember, { params: { ...params, userId: admin.userId } })
    const of = async (by: Caller) => {
      const { components, versions } = ok(await by.call(listParts, {}))
      return [...components, ...versions].filter(({ productId }) => productId === hidden._id).length
    }
    expect([await of(member), await of(admin), await of(staff)]).toEqual([2, 2, 0])
    const bug = await aBug((await aProduct())._id)
    await member.call(moveBug, { params: { bugId: bug._id }, body: { productId: hidden._id } })
    ok(await admin.call(setBugFields, { params: { bugId: bug._id }, body: { component: component._id } }))
    const keywords = 'component:"secret lair"'
    expect([await found({ keywords }, member), await found({ keywords })]).toEqual([[bug._id], []])
    expect((await staff.call(listVersionProgress, { params })).status).toBe(404)
    expect((await staff.call(listVersionProgress, { params: { productId: 'f'.repeat(24) } })).status).toBe(404)
    const preview = (productId: string) => staff.call(previewMove, { body: { productId, ids: [bug._id] } })
    expect((await preview(hidden._id)).status).toBe(400)
    // Of a bug that came from there, the history does not tell them either.
    const seen = await aProduct()
    expect(ok(await admin.call(previewMove, { body: { productId: seen._id, ids: [bug._id] } })).lost).toEqual([
      { field: 'component', label: 'Component', value: 'secret lair', bugs: 1 },
    ])
    expect(ok(await preview(seen._id)).lost).toEqual([])
    await admin.call(moveBug, { params: { bugId: bug._id }, body: { productId: seen._id } })
    expect((await view(bug._id)).component).toBeNull()
    const entries = await entriesOf(bug._id)
    expect(JSON.stringify(entries)).not.toContain('secret')
    expect(entries.at(-1)?.changes[1]).toEqual({ field: 'component', from: { text: hiddenPart }, isApart: false })
    const asOf = await staff.call(viewBugAsOf, { params: { bugId: bug._id, entryId: entries.at(-2)?._id ?? '' } })
    expect(ok(asOf).result.component).toBeNull()
    const known = await entriesOf(bug._id, admin)
    expect(known.at(-1)?.changes[1]).toMatchObject({ from: { text: 'secret lair', _id: component._id } })
  })
})

describe('the parts of a bug', () => {
  it('are set, told, found and taken back', async () => {
    const product = await aProduct()
    const [lamp, wing] = [await aComponent(product._id, 'the lamp'), await aComponent(product._id, 'wing')]
    const [one, two] = [await aVersion(product._id, 'v1'), await aVersion(product._id, 'v2')]
    const bug = await aBug(product._id)
    expect(partsOf(bug)).toEqual([null, null, null])
    const first = ok(await set(bug._id, { component: lamp._id, foundVersion: one._id })).result
    expect(partsOf(first)).toEqual(['the lamp', 'v1', null])
    const second = ok(await set(bug._id, { component: wing._id, fixedVersion: two._id, priority: 'high' })).result
    expect([...partsOf(second), second.version]).toEqual(['wing', 'v1', 'v2', 3])
    expect(ok(await set(bug._id, { component: wing._id })).result.version).toBe(3)
    const entries = await entriesOf(bug._id)
    expect(entries.at(-1)).toMatchObject({
      kind: 'fields-changed',
      changes: [
        { field: 'priority' },
        { field: 'component', from: { text: 'the lamp', _id: lamp._id }, to: { text: 'wing', _id: wing._id } },
        { field: 'fixedVersion', to: { text: 'v2', _id: two._id } },
      ],
      abilities: { undo: true },
    })
    // A name is that of now where the bug is shown, and that of then in its history.
    ok(
      await admin.call(changeComponent, {
        params: { componentId: lamp._id },
        body: { name: 'Lamp', isArchived: true },
      }),
    )
    const asOf = ok(
      await staff.call(viewBugAsOf, { params: { bugId: bug._id, entryId: entries[1]?._id ?? '' } }),
    ).result
    expect([asOf.component?.name, asOf.foundVersion?.name, asOf.fixedVersion]).toEqual(['Lamp', 'v1', null])

    const other = await aBug(product._id)
    const own = (ids: string[]) => ids.filter((id) => [bug._id, other._id].includes(id))
    for (const query of [
      { keywords: 'component:WING' },
      { component: 'Wing' },
      { keywords: 'lamp found:v1 fixed:v2' },
      { foundVersion: 'V1', fixedVersion: 'v2' },
      { keywords: `-component:none product:${product.key}` },
    ])
      expect([query, own(await found(query))]).toEqual([query, [bug._id]])
    for (const query of [
      { keywords: 'component:none' },
      { fixedVersion: 'none' },
      { keywords: '-found:v1 sort:updated' },
    ])
      expect([query, own(await found({ ...query, product: product.key }))]).toEqual([query, [other._id]])
    expect(await found({ keywords: 'component:nothing' })).toEqual([])

    expect(partsOf(ok(await undo(bug._id, entries.at(-1)?._id)).result)).toEqual(['Lamp', 'v1', null])
    expect((await undo(bug._id, entries.at(-1)?._id)).status).toBe(409)
    ok(await set(bug._id, { foundVersion: null }))
    expect((await undo(bug._id, entries[1]?._id)).status).toBe(409)
    expect(await deviations()).toEqual([])
    // The comparison knows them.
    await app.database.pool.query('update bugs set fixed_version_id = $1 where id = $2', [two._id, bug._id])
    expect(await deviations()).toEqual([{ bugId: bug._id, what: ['fixedVersion'] }])
    await app.database.pool.query('update bugs set fixed_version_id = null where id = $1', [bug._id])
  })

  it('are of its own product, in use, and set by who may classify', async () => {
    const [own, other] = [await aProduct(), await aProduct()]
    const bug = await aBug(own._id)
    const [component, archived] = [await aComponent(other._id, 'lamp'), await aComponent(own._id, 'old')]
    const version = await aVersion(own._id, 'v1')
    ok(await admin.call(changeComponent, { params: { componentId: archived._id }, body: { isArchived: true } }))
    for (const [field, id] of [
      ['component', component._id],
      ['component', archived._id],
      ['component', version._id],
      ['component', 'f'.repeat(24)],
      ['component', 'lamp'],
      ['foundVersion', archived._id],
    ] as const) {
      expect([id, (await set(bug._id, { [field]: id })).status]).toEqual([id, 400])
      const body = { ...texts, productId: own._id, [field]: id }
      expect([id, (await (await app.person(['customer'])).call(reportBug, { body })).status]).toEqual([id, 400])
    }
    const customer = await app.person(['customer'])
    const answer = await customer.call(setBugFields, { params: { bugId: bug._id }, body: { component: null } })
    expect(answer.refusal.error).toMatchObject({ code: 'forbidden', field: 'component' })
    // Of two who change one from the same version, the second is told.
    const next = await aVersion(own._id, 'v2')
    ok(await set(bug._id, { fixedVersion: version._id, baseVersion: 1 }))
    const second = await set(bug._id, { fixedVersion: next._id, baseVersion: 1 })
    expect(second.refusal).toMatchObject({
      error: { code: 'conflict' },
      conflict: { since: [{ kind: 'fields-changed' }] },
    })
    ok(await set(bug._id, { foundVersion: version._id, baseVersion: 1 }))
  })
})

describe('a report with a component', () => {
  it('is assigned to its default assignee by the report itself', async () => {
    const product = await aProduct()
    const assignee = await app.person(['staff'], { fullName: 'Ada Assignee' })
    const component = await aComponent(product._id, 'lamp', assignee.userId)
    const version = await aVersion(product._id, 'v1')
    const bug = await aBug(product._id, { component: component._id, foundVersion: version._id })
    expect([...partsOf(bug), bug.assigned?.fullName, bug.version]).toEqual(['lamp', 'v1', null, 'Ada Assignee', 1])
    const [entry, ...more] = await entriesOf(bug._id)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      kind: 'reported',
      changes: [
        { field: 'component', to: { text: 'lamp' } },
        { field: 'foundVersion', to: { text: 'v1' } },
        { field: 'assignee', to: { text: 'Ada Assignee', _id: assignee.userId } },
      ],
      abilities: { undo: false },
    })
    expect(await found({ assignee: assignee.userId })).toEqual([bug._id])
    await app.notified()
    const { result: news } = ok(await assignee.call(listNotifications, {}))
    expect(news.map(({ bug: { _id }, last }) => [_id, last.kind])).toEqual([[bug._id, 'reported']])
    // What somebody says later counts.
    ok(await staff.call(assignBug, { params: { bugId: bug._id }, body: { userId: null } }))
    expect((await view(bug._id)).assigned).toBeUndefined()
    expect(await deviations()).toEqual([])
  })

  it('is assigned to nobody who is gone or may not see it', async () => {
    const product = await aProduct({ isOpen: false })
    const [outsider, member] = [await app.person(['staff']), await app.person(['staff'])]
    const [nobody, gone] = [await app.person([]), await app.person(['staff'])]
    for (const { userId } of [member, nobody, gone])
      await admin.call(addProductMember, { params: { productId: product._id, userId } })
    const components = await Promise.all(
      [outsider, nobody, gone, member].map(({ userId }, n) => aComponent(product._id, `c${n}`, userId)),
    )
    await admin.call(setUserActive, { params: { userId: gone.userId }, body: { active: false } })
    const assigned = []
    for (const { _id: component } of components) {
      const reporter = await app.person(['customer'])
      await admin.call(addProductMember, { params: { productId: product._id, userId: reporter.userId } })
      const body = { ...texts, productId: product._id, component, isPrivate: true }
      assigned.push(ok(await reporter.call(reportBug, { body })).result.assigned?.assignedTo)
    }
    expect(assigned).toEqual([undefined, undefined, undefined, member.userId])
  })
})

describe('a component that an earlier import kept as a word', () => {
  it('is given by an act to the bugs of its product that the caller sees and that have none; undone, the word is listed again', async () => {
    const [one, other] = [await aProduct(), await aProduct()]
    const wing = await aComponent(one._id, 'wing')
    const bugs = [await aBug(one._id), await aBug(one._id), await aBug(one._id, { component: wing._id })]
    const [hidden, elsewhere] = [await aBug(one._id, { isPrivate: true }), await aBug(other._id)]
    const all = [...bugs, hidden, elsewhere].map(({ _id }) => _id)
    const brings = async (ids: readonly string[], word: string) => {
      await app.database.pool.query('update bugs set component = $2 where id = any($1)', [ids, word])
      await app.database.pool.query(
        `update events set payload = payload || jsonb_build_object('component', $2::text)
          where subject_id = any($1) and type = 'bug-reported'`,
        [ids, word],
      )
    }
    await brings(all, ' Lamp')
    await brings(all.slice(1, 2), 'LAMP')
    const params = { productId: one._id }
    // Manages products, and does not see private bugs.
    const permissions = ['canViewData', 'canManageProducts', 'canClassifyAnyBug'] as const
    await admin.call(createRole, { body: { name: 'keepers', permissions: [...permissions] } })
    const keeper = await app.person(['keepers'])
    const waiting = async (by: Caller) =>
      ok(await by.call(listImportedComponents, { params })).result.map(({ name, bugs }) => [name.toLowerCase(), bugs])
    expect([await waiting(keeper), await waiting(admin)]).toEqual([[['lamp', 2]], [['lamp', 3]]])
    await admin.call(createRole, { body: { name: 'blind keepers', permissions: ['canManageProducts'] } })
    const blind = await app.person(['blind keepers'])
    const adoptBlindly = await blind.call(adoptImportedComponent, { params, body: { name: 'lamp' } })
    expect([await waiting(blind), adoptBlindly.status]).toEqual([[], 404])

    const adopt = async (name: string) => ok(await keeper.call(adoptImportedComponent, { params, body: { name } }))
    const { component, bulk } = await adopt('lamp')
    expect(component).toMatchObject({ name: 'lamp', productId: one._id })
    expect(await done(bulk._id, keeper)).toMatchObject({ changed: 2, refused: 0 })
    expect(await app.eventsOf(component._id)).toMatchObject([{ type: 'component-created', actor_id: keeper.userId }])
    const componentsOf = () => Promise.all(all.map(async (bugId) => (await view(bugId, admin)).component?.name ?? null))
    expect(await componentsOf()).toEqual(['lamp', 'lamp', 'wing', null, null])
    expect([await waiting(keeper), await waiting(admin)]).toEqual([[], [['lamp', 1]]])

    // Once more takes the component that there is, and none that is archived.
    const again = await adopt('LAMP')
    expect([again.component._id, again.bulk.total]).toEqual([component._id, 0])
    await done(ok(await keeper.call(undoBulk, { params: { bulkId: bulk._id } })).result._id, keeper)
    expect(await componentsOf()).toEqual([null, null, 'wing', null, null])
    expect(await waiting(keeper)).toEqual([['lamp', 2]])
    await admin.call(changeComponent, { params: { componentId: component._id }, body: { isArchived: true } })
    const refused = (by: Caller, productId: string, name: string) =>
      by.call(adoptImportedComponent, { params: { productId }, body: { name } })
    expect((await refused(keeper, one._id, 'lamp')).status).toBe(409)
    expect((await refused(keeper, one._id, 'nobody brought it')).status).toBe(404)
    expect((await refused(keeper, 'f'.repeat(24), 'lamp')).refusal.error.field).toBe('productId')
    expect((await refused(staff, one._id, 'lamp')).status).toBe(403)
    expect(await deviations()).toEqual([])
    const parts = ok(await admin.call(listParts, {})).components
    expect(parts.filter(({ productId }) => productId === one._id).map(({ name }) => name)).toEqual(['lamp', 'wing'])
  })
})

describe('a bug that moves', () => {
  it('takes along what the other product has by name, loses the rest after it was shown, and gets it back', async () => {
    const [one, other] = [await aProduct(), await aProduct()]
    const [lamp, v1, v2] = [
      await aComponent(one._id, 'lamp'),
      await aVersion(one._id, 'v1'),
      await aVersion(one._id, 'V2'),
    ]
    const there = await aVersion(other._id, 'v2')
    const bug = await aBug(one._id, { component: lamp._id, foundVersion: v1._id })
    ok(await set(bug._id, { fixedVersion: v2._id }))
    const ids = [bug._id, (await aBug(one._id, { component: lamp._id }))._id]
    const lost = [
      { field: 'component', label: 'Component', value: 'lamp', bugs: 2 },
      { field: 'foundVersion', label: 'Found version', value: 'v1', bugs: 1 },
    ]
    expect(ok(await staff.call(previewMove, { body: { productId: other.key, ids } })).lost).toEqual(lost)
    const query = { keywords: `product:${one.key}` }
    expect(ok(await staff.call(previewMove, { body: { productId: other._id, query } })).lost).toEqual(lost)
    const moved = ok(await staff.call(moveBug, { params: { bugId: bug._id }, body: { productId: other._id } })).result
    expect([...partsOf(moved), moved.fixedVersion?._id]).toEqual([null, null, 'v2', there._id])
    const entry = (await entriesOf(bug._id)).at(-1)
    expect(entry?.changes.map(({ field, from, to }) => [field, from?.text, to?.text])).toEqual([
      ['product', bug.key, moved.key],
      ['component', 'lamp', undefined],
      ['foundVersion', 'v1', undefined],
      ['fixedVersion', 'V2', 'v2'],
    ])
    expect(partsOf(ok(await undo(bug._id, entry?._id)).result)).toEqual(['lamp', 'v1', 'V2'])
    // What was said of it there since stays, where it can.
    ok(await staff.call(moveBug, { params: { bugId: bug._id }, body: { productId: other._id } }))
    const last = (await entriesOf(bug._id)).at(-1)
    ok(await set(bug._id, { fixedVersion: null, component: (await aComponent(other._id, 'wing'))._id }))
    expect(partsOf(ok(await undo(bug._id, last?._id)).result)).toEqual([null, 'v1', null])
    expect(await deviations()).toEqual([])
  })

  it('with others is changed by name in each product, and taken back at once', async () => {
    const [one, other, third] = [await aProduct(), await aProduct(), await aProduct()]
    const lamps = [await aComponent(one._id, 'lamp'), await aComponent(other._id, 'Lamp')]
    const bugs = [await aBug(one._id, { component: lamps[0]?._id ?? '' }), await aBug(other._id), await aBug(third._id)]
    const ids = bugs.map(({ _id }) => _id)
    const begin = async (fields: object) =>
      done(ok(await staff.call(changeBugs, { body: { ids, fields: fields as { component: string } } })).result._id)
    const names = async () => (await Promise.all(ids.map((id) => view(id)))).map(({ component }) => component?.name)
    const named = await begin({ component: lamps[1]?._id })
    expect(named).toMatchObject({ changed: 1, unchanged: 1, refused: 1, fields: { component: { name: 'Lamp' } } })
    expect(await names()).toEqual(['lamp', 'Lamp', undefined])
    const moved = await begin({ product: third._id })
    expect([moved.changed, await names()]).toEqual([2, [undefined, undefined, undefined]])
    await done(ok(await staff.call(undoBulk, { params: { bulkId: moved._id } })).result._id)
    expect(await names()).toEqual(['lamp', 'Lamp', undefined])
    // A part is looked for where the bug goes.
    const wing = await aComponent(third._id, 'wing')
    const both = await begin({ product: third._id, component: wing._id, priority: 'high' })
    expect([both.changed, both.refused, await names()]).toEqual([3, 0, ['wing', 'wing', 'wing']])
    await done(ok(await staff.call(undoBulk, { params: { bulkId: both._id } })).result._id)
    expect(await names()).toEqual(['lamp', 'Lamp', undefined])
    expect((await begin({ component: null })).changed).toBe(2)
    expect(await deviations()).toEqual([])
  })

  it('into an adopted product brings its parts there', async () => {
    const product = await aProduct()
    const [lamp, version] = [
      await aComponent(product._id, 'lamp', staff.userId),
      await aVersion(product._id, 'v1', { dueOn: '2030-01-31' }),
    ]
    const bug = await aBug(product._id, { component: lamp._id, foundVersion: version._id })
    await app.database.pool.query(`update bugs set product = 'Adopted' where id = $1`, [bug._id])
    const { product: adopted, bulk } = ok(
      await admin.call(adoptImportedProduct, { body: { name: 'Adopted', key: `A${keys}X` } }),
    )
    for (;;) {
      if (ok(await admin.call(viewBulk, { params: { bulkId: bulk._id } })).result.isFinished) break
      await setTimeout(20)
    }
    expect(partsOf(await view(bug._id))).toEqual(['lamp', 'v1', null])
    const { components, versions } = ok(await staff.call(listParts, {}))
    expect(components.find(({ productId }) => productId === adopted._id)).toMatchObject({
      defaultAssignee: { _id: staff.userId },
    })
    expect(versions.find(({ productId }) => productId === adopted._id)).toMatchObject({ dueOn: '2030-01-31' })
    await app.database.pool.query('update bugs set product = null where id = $1', [bug._id])
  })
})

it('a version’s progress counts what each may see', async () => {
  const product = await aProduct()
  const [v1, v2] = [await aVersion(product._id, 'v1'), await aVersion(product._id, 'v2')]
  const bugs = [await aBug(product._id), await aBug(product._id), await aBug(product._id, { isPrivate: true })]
  for (const { _id } of bugs) {
    ok(await admin.call(setBugFields, { params: { bugId: _id }, body: { fixedVersion: v1._id } }))
  }
  ok(await admin.call(closeBug, { params: { bugId: bugs[0]?._id ?? '' }, body: { closed: true } }))
  const progress = async (by: Caller) =>
    ok(await by.call(listVersionProgress, { params: { productId: product._id } })).result
  expect(await progress(admin)).toEqual([{ versionId: v1._id, bugs: 3, closed: 1 }])
  expect(await progress(staff)).toEqual([{ versionId: v1._id, bugs: 2, closed: 1 }])
  await admin.call(addReader, { params: { bugId: bugs[2]?._id ?? '' }, body: { userId: staff.userId } })
  expect(await progress(staff)).toEqual([{ versionId: v1._id, bugs: 3, closed: 1 }])
  // What is left goes to the next one, by the same search that shows it.
  const query = { keywords: `fixed:v1 product:${product.key} is:open` }
  const order = { query, total: 2, fields: { fixedVersion: v2._id } }
  await done(ok(await staff.call(changeBugs, { body: order })).result._id)
  expect(await progress(staff)).toEqual(
    expect.arrayContaining([
      { versionId: v1._id, bugs: 1, closed: 1 },
      { versionId: v2._id, bugs: 2, closed: 0 },
    ]),
  )
})
