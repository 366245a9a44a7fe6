import { verifyHistory } from '#server/features/history/public.ts'
import { closeBug, listBugs, moveBug, reportBug, setBugFields, setBugStatus, viewBug } from '#shared/bugs/contract.ts'
import { changeBugs, listBulkRefusals, previewMove, undoBulk, viewBulk } from '#shared/bulk/contract.ts'
import {
  createField,
  createTemplate,
  editField,
  editTemplate,
  listFields,
  listTemplates,
} from '#shared/custom-fields/contract.ts'
import { exportBugs } from '#shared/exporting/contract.ts'
import { listTimeline, undoChange, viewBugAsOf } from '#shared/history/contract.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { addProductMember, createProduct, listProducts } from '#shared/products/contract.ts'
import { type Answer, type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
let admin: Caller & { userId: string }
let staff: Caller & { userId: string }
beforeAll(async () => {
  app = await openTestApp()
  admin = await app.person(['admin'])
  staff = await app.person(['staff'], { fullName: 'Tess Ter' })
})
afterAll(() => app?.end())

const texts = { title: 'Lamp', description: 'd', stepsToReproduce: 's' }
let keys = 0

function ok<A extends Answer>(answer: A): A['body'] {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.refusal)}`)
  return answer.body
}

type FieldBody = BodyOf<typeof createField>

async function aProduct(fields: readonly FieldBody[] = [], isOpen = true) {
  const key = `F${++keys}X`
  const product = ok(await admin.call(createProduct, { body: { key, name: `Product ${key}`, isOpen } })).result
  const made = new Map<string, string>()
  for (const body of fields) made.set(body.key, (await aField(product._id, body))._id)
  return { ...product, idOf: (field: string) => made.get(field) ?? '' }
}

const aField = async (productId: string, body: FieldBody) =>
  ok(await admin.call(createField, { params: { productId }, body })).result

const everyKind: readonly FieldBody[] = [
  { key: 'customer', kind: 'text', name: 'Customer' },
  { key: 'cost', kind: 'number', name: 'Cost' },
  { key: 'due', kind: 'date', name: 'Due' },
  { key: 'browser', kind: 'choice', name: 'Browser', choices: ['Firefox', 'Chrome', 'Safari 17'] },
  { key: 'systems', kind: 'choices', name: 'Systems', choices: ['Linux', 'macOS', 'Windows'] },
  { key: 'tester', kind: 'person', name: 'Tester' },
  { key: 'ticket', kind: 'link', name: 'Ticket' },
  { key: 'paid', kind: 'yes-no', name: 'Paid' },
]

/** A value of each kind, as it is given. */
const given = () => ({
  customer: 'Acme Inc.',
  cost: 12.5,
  due: '2026-12-24',
  browser: 'Chrome',
  systems: ['Windows', 'Linux'],
  tester: staff.userId,
  ticket: 'https://help.example/7',
  paid: false,
})

/** The same as bugs have it. */
const told = () => ({
  ...given(),
  systems: ['Linux', 'Windows'],
  tester: { _id: staff.userId, fullName: 'Tess Ter' },
})

type Fields = BodyOf<typeof setBugFields>['fields']

async function report(productId: string | undefined, fields?: Fields) {
  const reporter = await app.person(['customer'])
  const body = { ...texts, ...(productId !== undefined && { productId }), ...(fields && { fields }) }
  return { reporter, answer: await reporter.call(reportBug, { body }) }
}

async function aBug(productId?: string, fields?: Fields) {
  const { reporter, answer } = await report(productId, fields)
  return { reporter, bug: ok(answer).result }
}

const view = async (bugId: string, by: Caller = staff) => ok(await by.call(viewBug, { params: { bugId } })).result
const set = (bugId: string, fields: Fields, by: Caller = staff) =>
  by.call(setBugFields, { params: { bugId }, body: { fields } })
const entries = async (bugId: string) =>
  ok(await staff.call(listTimeline, { params: { bugId }, query: { limit: '100' } })).result
const found = async (keywords: string, by: Caller = staff) =>
  ok(await by.call(listBugs, { query: { keywords, sortBy: 'createdOn', sortByInvert: 'true' } })).result.map(
    ({ _id }) => _id,
  )

const bulkOf = async (bulkId: string, by: Caller) => ok(await by.call(viewBulk, { params: { bulkId } })).result

/** Waits until a bulk change is done. */
async function finished(bulkId: string, by: Caller = staff) {
  await until(async () => (await bulkOf(bulkId, by)).isFinished)
  return bulkOf(bulkId, by)
}

/** Changes many bugs, and returns what became of it. */
async function changedBugs(ids: string[], fields: BodyOf<typeof changeBugs>['fields'], by: Caller = staff) {
  const { _id: bulkId } = ok(await by.call(changeBugs, { body: { ids, fields } })).result
  const bulk = await finished(bulkId, by)
  return { bulk, refusals: ok(await by.call(listBulkRefusals, { params: { bulkId }, query: {} })).result }
}

describe('custom fields', () => {
  it('are defined by who manages products, at most 25 of a product, in their order', async () => {
    const product = await aProduct()
    const params = { productId: product._id }
    const body: FieldBody = { key: 'f0', kind: 'text', name: 'F0' }
    expect((await staff.call(createField, { params, body })).status).toBe(403)
    for (let n = 0; n < 25; n++) await aField(product._id, { key: `f${n}`, kind: 'text', name: `F${n}` })
    const taken = await admin.call(createField, { params, body })
    const more = await admin.call(createField, { params, body: { ...body, key: 'one-more' } })
    expect([taken, more].map(({ status }) => status)).toEqual([409, 409])
    expect(more.refusal.error.message).toMatch(/25/)
    const own = async () =>
      ok(await staff.call(listFields, {})).result.filter((field) => field.product._id === product._id)
    const all = await own()
    const [first, second] = all
    await admin.call(editField, { params: { fieldId: first?._id ?? '' }, body: { isRetired: true } })
    await admin.call(editField, { params: { fieldId: second?._id ?? '' }, body: { place: 2, name: 'Second' } })
    expect(ok(await admin.call(createField, { params, body: { ...body, key: 'one-more' } })).result.name).toBe('F0')
    const now = await own()
    expect(now.slice(0, 3).map(({ key }) => key)).toEqual(['f2', 'f3', 'f1'])
    expect(now.slice(-2).map(({ key, isRetired }) => [key, isRetired])).toEqual([
      ['one-more', false],
      ['f0', true],
    ])
    const back = await admin.call(editField, { params: { fieldId: first?._id ?? '' }, body: { isRetired: false } })
    expect(back.status).toBe(409)
  })

  it('have keys that no order reads as a direction', async () => {
    const { _id: productId } = await aProduct()
    const body: FieldBody = { key: 'short-desc', kind: 'text', name: 'Short' }
    const { error } = (await admin.call(createField, { params: { productId }, body })).refusal
    expect([error.code, error.field]).toEqual(['invalid-input', 'key'])
  })

  it('of the kinds choice and choices need choices, others have none', async () => {
    const { _id: productId } = await aProduct()
    const refused = async (body: FieldBody) => (await admin.call(createField, { params: { productId }, body })).refusal
    expect((await refused({ key: 'one', kind: 'choice', name: 'One' })).error.field).toBe('choices')
    expect((await refused({ key: 'one', kind: 'text', name: 'One', choices: ['a'] })).error.field).toBe('choices')
    expect((await refused({ key: 'one', kind: 'choice', name: 'One', choices: ['a', 'A'] })).error.field).toBe(
      'choices',
    )
  })

  it('take a value of each kind with the report, and by the fields of a bug', async () => {
    const product = await aProduct(everyKind)
    const { bug } = await aBug(product._id, given())
    expect(bug.fields).toEqual(told())
    expect((await view(bug._id)).fields).toEqual(told())
    const empty = (await aBug(product._id)).bug
    expect(empty.fields).toEqual({})
    expect(ok(await set(empty._id, given())).result.fields).toEqual(told())
    const cleared = ok(await set(empty._id, { customer: null, systems: [], cost: null })).result.fields
    expect(Object.keys(cleared).toSorted()).toEqual(['browser', 'due', 'paid', 'tester', 'ticket'])
    expect(await verifyHistory(app.database.db)).toMatchObject({ deviations: [] })
  })

  it('refuse what is not of their kind, naming the field', async () => {
    const product = await aProduct(everyKind)
    const { bug } = await aBug(product._id)
    const wrong: [string, NonNullable<Fields>[string]][] = [
      ['customer', 'x'.repeat(1001)],
      ['cost', 'twelve'],
      ['due', '2026-02-30'],
      ['browser', 'Lynx'],
      ['systems', ['BeOS']],
      ['tester', 'f'.repeat(24)],
      ['ticket', 'javascript:alert(1)'],
      ['paid', 'yes'],
      ['unknown', 'x'],
      ['constructor', 'x'],
    ]
    for (const [key, value] of wrong) {
      const { status, refusal } = await set(bug._id, { [key]: value })
      expect([status, refusal.error.field], key).toEqual([400, `fields.${key}`])
      expect((await report(product._id, { [key]: value })).answer.status, key).toBe(400)
    }
    expect((await view(bug._id)).fields).toEqual({})
  })

  it('are set by who may edit the bug', async () => {
    const product = await aProduct(everyKind)
    const { bug, reporter } = await aBug(product._id)
    const other = await app.person(['customer'])
    expect((await set(bug._id, { cost: 1 }, other)).status).toBe(403)
    expect((await set(bug._id, { cost: 1 }, reporter)).status).toBe(200)
  })

  it('that are retired keep their value, and take no new one', async () => {
    const product = await aProduct(everyKind)
    const { bug } = await aBug(product._id, { cost: 3 })
    await admin.call(editField, { params: { fieldId: product.idOf('cost') }, body: { isRetired: true } })
    expect((await set(bug._id, { cost: 4 })).status).toBe(400)
    expect((await view(bug._id)).fields).toEqual({ cost: 3 })
    expect((await set(bug._id, { cost: null })).status).toBe(200)
  })
})

describe('a required field', () => {
  it('is asked of reports that name the product, and never of the first product', async () => {
    const product = await aProduct([{ key: 'customer', kind: 'text', name: 'Customer', required: 'report' }])
    const { answer } = await report(product._id)
    expect([answer.status, answer.refusal.error.field]).toEqual([400, 'fields.customer'])
    expect(answer.refusal.error.message).toContain('Customer')
    expect((await report(product._id, { customer: ' ' })).answer.status).toBe(400)
    expect((await report(product.key, { customer: 'Acme' })).answer.status).toBe(200)
    expect((await report(undefined)).answer.status).toBe(200)
    const all = ok(await admin.call(listProducts, {})).result
    const first = all.find(({ key }) => key === 'BUG')?._id ?? ''
    const body: FieldBody = { key: 'customer', kind: 'text', name: 'Customer', required: 'report' }
    const refused = await admin.call(createField, { params: { productId: first }, body })
    expect([refused.status, refused.refusal.error.field]).toEqual([400, 'required'])
    const { _id: fieldId } = await aField(first, { ...body, required: 'close' })
    expect((await admin.call(editField, { params: { fieldId }, body: { required: 'report' } })).status).toBe(400)
    await admin.call(editField, { params: { fieldId }, body: { isRetired: true } })
  })

  it('at close is asked by every way of closing', async () => {
    const product = await aProduct([{ key: 'cause', kind: 'text', name: 'Cause', required: 'close' }])
    const { bug, reporter } = await aBug(product._id)
    const other = (await aBug(product._id)).bug
    const params = { bugId: bug._id }
    const answers = [
      await staff.call(closeBug, { params, body: { closed: true } }),
      await reporter.call(setBugStatus, { params, body: { status: 'Closed' } }),
      await staff.call(setBugStatus, { params, body: { status: 'Resolved' } }),
      await staff.call(mergeBug, { params, body: { into: other._id, close: true } }),
    ]
    expect(answers.map(({ status, refusal }) => [status, refusal.error.field])).toEqual(
      answers.map(() => [400, 'fields.cause']),
    )
    await set(other._id, { cause: 'Dust' })
    const { refusals } = await changedBugs([bug._id, other._id], { status: 'Closed' })
    expect(JSON.stringify(refusals)).toContain('Cause')
    expect([(await view(bug._id)).isClosed, (await view(other._id)).isClosed]).toEqual([false, true])
    await set(bug._id, { cause: 'Dust' })
    expect((await staff.call(closeBug, { params, body: { closed: true } })).status).toBe(200)
  })
})

describe('many bugs', () => {
  it('get custom fields at once, each judged by itself, and all is taken back at once', async () => {
    const product = await aProduct(everyKind)
    const bugs = [(await aBug(product._id, { cost: 3 })).bug, (await aBug(product._id)).bug]
    const ids = bugs.map(({ _id }) => _id)
    const { bulk } = await changedBugs(ids, { priority: 'high', fields: { ...given(), cost: null } })
    expect(bulk).toMatchObject({ changed: 2, refused: 0 })
    expect(bulk.fields.fields).toContainEqual({ key: 'tester', name: 'Tester', value: told().tester })
    expect(bulk.fields.fields).toContainEqual({ key: 'cost', name: 'Cost', value: null })
    const { cost: _cost, ...others } = told()
    expect((await Promise.all(ids.map((id) => view(id)))).map(({ fields }) => fields)).toEqual([others, others])
    const last = (await entries(ids[0] ?? '')).at(-1)
    expect(last?.changes.map(({ field, name }) => name ?? field)).toEqual(
      expect.arrayContaining(['priority', 'Browser', 'Cost', 'Tester']),
    )
    const undo = ok(await staff.call(undoBulk, { params: { bulkId: bulk._id } })).result
    expect(await finished(undo._id)).toMatchObject({ changed: 2, refused: 0 })
    expect((await Promise.all(ids.map((id) => view(id)))).map(({ fields }) => fields)).toEqual([{ cost: 3 }, {}])
    expect(await verifyHistory(app.database.db)).toMatchObject({ deviations: [] })
  })

  it('are refused what a bug, its product or the caller does not allow, field by field', async () => {
    const product = await aProduct([
      ...everyKind,
      { key: 'region', kind: 'text', name: 'Region', required: 'report' },
      { key: 'cause', kind: 'text', name: 'Cause', required: 'close' },
    ])
    const elsewhere = await aProduct([{ key: 'browser', kind: 'text', name: 'Browser' }])
    const filled = { region: 'North', cause: 'Dust' }
    const { bug } = await aBug(product._id, filled)
    const { bug: closed } = await aBug(product._id, filled)
    ok(await staff.call(closeBug, { params: { bugId: closed._id }, body: { closed: true } }))
    const { bug: other } = await aBug(elsewhere._id)
    await admin.call(editField, { params: { fieldId: product.idOf('due') }, body: { isRetired: true } })
    const fields = { browser: 'Lynx', cost: 'much', due: '2026-01-01', region: null, cause: null, customer: 'Acme' }
    const { bulk, refusals } = await changedBugs([bug._id, closed._id, other._id], { fields })
    expect(bulk).toMatchObject({ changed: 3, refused: 3 })
    const refused = (bugId: string) =>
      Object.fromEntries(
        refusals
          .find((one) => one.bug._id === bugId)
          ?.refusals.map(({ field, code, message }) => [field, `${code}: ${message}`]) ?? [],
      )
    expect(refused(bug._id)).toEqual({
      'fields.browser': 'invalid-input: Browser must be one of: Firefox, Chrome, Safari 17.',
      'fields.cost': 'invalid-input: Cost must be a number.',
      'fields.due': 'invalid-input: Due is retired, and takes no values.',
      'fields.region': expect.stringContaining('Region is required'),
    })
    expect(Object.keys(refused(closed._id))).toContain('fields.cause')
    expect(refused(other._id)['fields.customer']).toBe('invalid-input: This product has no field ‘customer’.')
    expect((await view(bug._id)).fields).toEqual({ region: 'North', customer: 'Acme' })
    expect((await view(closed._id)).fields).toEqual({ ...filled, customer: 'Acme' })
    expect((await view(other._id)).fields).toEqual({ browser: 'Lynx' })

    // Who may not edit a bug sets nothing there; whoever does not see it hears what they hear of none.
    const hidden = await aProduct(everyKind, false)
    ok(await admin.call(addProductMember, { params: { productId: hidden._id, userId: admin.userId } }))
    const secret = ok(
      await admin.call(reportBug, { body: { ...texts, productId: hidden._id, fields: { cost: 1 } } }),
    ).result
    const customer = await app.person(['customer'])
    const ids = [bug._id, secret._id, '0'.repeat(24)]
    const told = await changedBugs(ids, { fields: { cost: 5, nowhere: 'x' } }, customer)
    expect(told.bulk).toMatchObject({ changed: 0, refused: 3 })
    const of = (bugId: string) => told.refusals.find((one) => one.bug._id === bugId)
    expect(of(bug._id)?.refusals.map(({ code }) => code)).toEqual(['forbidden', 'forbidden'])
    expect(of(secret._id)?.refusals).toEqual(of('0'.repeat(24))?.refusals)
    expect(told.bulk.fields.fields).toContainEqual({ key: 'nowhere', name: 'nowhere', value: 'x' })
  })

  it('are closed with what closing asks for, set by the same change', async () => {
    const product = await aProduct([{ key: 'cause', kind: 'text', name: 'Cause', required: 'close' }])
    const { bug } = await aBug(product._id)
    const { bulk } = await changedBugs([bug._id], { status: 'Resolved', fields: { cause: 'Dust' } })
    expect(bulk).toMatchObject({ changed: 1, refused: 0 })
    expect(await view(bug._id)).toMatchObject({ status: 'Resolved', fields: { cause: 'Dust' } })
    const emptied = await changedBugs([bug._id], { status: 'Open', fields: { cause: null } })
    expect(emptied.refusals[0]?.refusals.map(({ field }) => field)).toEqual(['fields.cause'])
  })

  it('are moved, and get the fields that their new product has', async () => {
    const [from, to] = [await aProduct(), await aProduct([{ key: 'lens', kind: 'text', name: 'Lens' }])]
    const { bug } = await aBug(from._id)
    const { bulk } = await changedBugs([bug._id], { product: to._id, fields: { lens: 'Convex' } })
    expect(bulk).toMatchObject({ changed: 1, refused: 0 })
    expect(await view(bug._id)).toMatchObject({ product: { _id: to._id }, fields: { lens: 'Convex' } })
  })
})

describe('history', () => {
  it('tells of each change, takes it back, and shows the bug as it was', async () => {
    const product = await aProduct(everyKind)
    const { bug } = await aBug(product._id, { customer: 'Acme' })
    ok(await set(bug._id, { customer: 'Bolt', tester: staff.userId, systems: ['Linux', 'macOS'], paid: true }))
    const [, changed] = await entries(bug._id)
    expect(changed?.changes.map(({ name, from, to }) => [name, from?.text, to?.text])).toEqual([
      ['Customer', 'Acme', 'Bolt'],
      ['Paid', undefined, 'yes'],
      ['Systems', undefined, 'Linux, macOS'],
      ['Tester', undefined, 'Tess Ter'],
    ])
    ok(await set(bug._id, { cost: 7 }))
    const entryId = changed?._id ?? ''
    const undone = ok(await staff.call(undoChange, { params: { bugId: bug._id, entryId } })).result
    expect(undone.fields).toEqual({ customer: 'Acme', cost: 7 })
    const then = ok(await staff.call(viewBugAsOf, { params: { bugId: bug._id, entryId } })).result
    expect(then.fields).toEqual({
      customer: 'Bolt',
      tester: { _id: staff.userId, fullName: 'Tess Ter' },
      systems: ['Linux', 'macOS'],
      paid: true,
    })
    ok(await set(bug._id, { customer: 'Cord' }))
    const again = (await entries(bug._id)).at(-2)
    const refused = await staff.call(undoChange, { params: { bugId: bug._id, entryId: again?._id ?? '' } })
    expect(refused.status).toBe(409)
    expect(await verifyHistory(app.database.db)).toMatchObject({ deviations: [] })
  })

  it('refuses a change that began before another one of the same field alone', async () => {
    const product = await aProduct(everyKind)
    const { bug } = await aBug(product._id)
    const params = { bugId: bug._id }
    ok(await set(bug._id, { cost: 1 }))
    const stale = { baseVersion: bug.version }
    expect((await staff.call(setBugFields, { params, body: { fields: { cost: 2 }, ...stale } })).status).toBe(409)
    expect((await staff.call(setBugFields, { params, body: { fields: { paid: true }, ...stale } })).status).toBe(200)
  })

  it('keeps what both products have when a bug is moved, says before what would be lost, and undo restores it', async () => {
    const product = await aProduct(everyKind)
    const to = await aProduct([
      { key: 'customer', kind: 'text', name: 'Client' },
      { key: 'cost', kind: 'text', name: 'Cost' },
    ])
    const { bug } = await aBug(product._id, { customer: 'Acme', cost: 5, tester: staff.userId })
    const params = { bugId: bug._id, productId: to._id }
    const { lost } = ok(await staff.call(previewMove, { body: { productId: to._id, ids: [bug._id] } }))
    expect(lost).toEqual([
      { field: 'field.cost', label: 'Cost', bugs: 1, value: '5' },
      { field: 'field.tester', label: 'Tester', bugs: 1, value: 'Tess Ter' },
    ])
    const moved = ok(await staff.call(moveBug, { params, body: { productId: to._id } })).result
    expect(moved.fields).toEqual({ customer: 'Acme' })
    const entry = (await entries(bug._id)).at(-1)
    expect(entry?.changes.map(({ field, name }) => name ?? field).toSorted()).toEqual(['Cost', 'Tester', 'product'])
    const back = ok(await staff.call(undoChange, { params: { bugId: bug._id, entryId: entry?._id ?? '' } })).result
    expect(back.fields).toEqual({ customer: 'Acme', cost: 5, tester: { _id: staff.userId, fullName: 'Tess Ter' } })
    expect(await verifyHistory(app.database.db)).toMatchObject({ deviations: [] })
  })
})

describe('a search', () => {
  it('finds bugs by the fields of each kind', async () => {
    const product = await aProduct(everyKind)
    const one = (await aBug(product._id, given())).bug._id
    const other = (
      await aBug(product._id, {
        customer: 'Bolt',
        cost: 100,
        due: '2027-03-01',
        browser: 'Safari 17',
        systems: ['macOS'],
      })
    ).bug._id
    const none = (await aBug(product._id)).bug._id
    const within = (terms: string) => found(`product:${product.key} ${terms}`)
    const cases: [string, string[]][] = [
      ['field.customer:acme', [one]],
      ['field.customer:"ACME inc"', [one]],
      ['field.cost:>12', [one, other]],
      ['field.cost:12.5', [one]],
      ['field.cost:>=100', [other]],
      ['field.cost:<100', [one]],
      ['field.cost:10..20', [one]],
      ['field.cost:..20', [one]],
      ['field.due:2026-12-24', [one]],
      ['field.due:>2026-12-31', [other]],
      ['field.due:2026-12-01..2026-12-31', [one]],
      ['field.browser:chrome', [one]],
      ['field.browser:"safari 17"', [other]],
      ['field.systems:linux', [one]],
      ['field.systems:macos', [other]],
      ['field.tester:@me', [one]],
      ['field.tester:tess', [one]],
      ['field.ticket:https://help.example', [one]],
      ['field.paid:no', [one]],
      ['field.paid:yes', []],
      ['field.paid:none', [other, none]],
      ['-field.browser:chrome', [other, none]],
      ['field.browser:chrome field.systems:linux', [one]],
      ['(field.browser:chrome OR field.cost:>50)', [one, other]],
      ['field.nothing:x', []],
    ]
    for (const [terms, expected] of cases) expect(await within(terms), terms).toEqual(expected)
    const filtered = async (fields: string) =>
      ok(await staff.call(listBugs, { query: { product: product.key, fields } })).result.map(({ _id }) => _id)
    expect(await filtered('field.browser:chrome field.cost:>5')).toEqual([one])
    expect(await filtered('field.browser:"safari 17"')).toEqual([other])
    expect((await staff.call(listBugs, { query: { fields: 'lamp' } })).status).toBe(400)
    await set(one, { browser: 'Firefox' })
    expect(await within('field.browser:chrome')).toEqual([])
  })

  it('is exported with the values, by their keys', async () => {
    const product = await aProduct(everyKind)
    await aBug(product._id, given())
    const exported = async (format: 'jsonl' | 'csv') =>
      (await staff.call(exportBugs, { query: { format, product: product.key } })).body as unknown as string
    const [line = ''] = (await exported('jsonl')).split('\n')
    expect((JSON.parse(line) as { fields: unknown }).fields).toEqual({ ...told(), tester: 'Tess Ter' })
    expect(await exported('csv')).toContain('customer: Acme Inc.')
  })

  it('tells nobody of the fields of a product that they do not see', async () => {
    const hidden = await aProduct([{ key: 'secret', kind: 'number', name: 'Secret' }], false)
    const keysSeen = async (by: Caller) => ok(await by.call(listFields, {})).result.map(({ key }) => key)
    expect(await keysSeen(staff)).not.toContain('secret')
    expect(await keysSeen(admin)).toContain('secret')
    const answers = await Promise.all(
      ['field.secret:5', 'field.unknown:5'].map((keywords) => staff.call(listBugs, { query: { keywords } })),
    )
    const [known, unknown] = answers.map(({ status, body }) => ({ status, body }))
    expect(known).toEqual(unknown)
    ok(await admin.call(addProductMember, { params: { productId: hidden._id, userId: staff.userId } }))
    expect(await keysSeen(staff)).toContain('secret')
  })
})

describe('report templates', () => {
  it('belong to a product, with texts and the fields that are asked first', async () => {
    const product = await aProduct(everyKind)
    const params = { productId: product._id }
    const body = { name: 'Crash', title: 'Crash: ', description: 'What crashed?', fields: ['browser', 'cost'] }
    expect((await staff.call(createTemplate, { params, body })).status).toBe(403)
    const crash = ok(await admin.call(createTemplate, { params, body })).result
    expect(crash).toMatchObject({ ...body, about: '', isArchived: false, product: { key: product.key } })
    const other = ok(await admin.call(createTemplate, { params, body: { name: 'Idea' } })).result
    const unknown = await admin.call(createTemplate, { params, body: { name: 'Odd', fields: ['nothing'] } })
    expect([unknown.status, unknown.refusal.error.field]).toEqual([400, 'fields'])
    const edit = { params: { templateId: other._id }, body: { place: 0, about: 'Something new' } }
    expect(ok(await admin.call(editTemplate, edit)).result.about).toBe('Something new')
    const own = async () =>
      ok(await staff.call(listTemplates, {})).result.filter((one) => one.product._id === product._id)
    expect((await own()).map(({ name }) => name)).toEqual(['Idea', 'Crash'])
    await admin.call(editTemplate, { params: { templateId: other._id }, body: { isArchived: true } })
    expect((await own()).map(({ name, isArchived }) => [name, isArchived])).toEqual([
      ['Crash', false],
      ['Idea', true],
    ])
  })
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(20)
}
