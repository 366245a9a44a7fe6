import { assignBug, closeBug, listBugs, moveBug, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { listTimeline, undoChange, viewBugAsOf } from '#shared/history/contract.ts'
import { changeBugs, undoBulk, viewBulk } from '#shared/bulk/contract.ts'
import { loginStatus } from '#shared/auth/contract.ts'
import {
  addProductMember,
  adoptImportedProduct,
  createProduct,
  editProduct,
  listImportedProducts,
  listProductMembers,
  listProducts,
  removeProductMember,
} from '#shared/products/contract.ts'
import { listReferences } from '#shared/texts/contract.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { brokenRules } from '#testing/faults/invariants.ts'
import { type Answer, type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
let admin: Caller & { userId: string }
let staff: Caller & { userId: string }
beforeAll(async () => {
  app = await openTestApp()
  admin = await app.person(['admin'])
  staff = await app.person(['staff'])
})
afterAll(() => app?.end())

const texts = { title: 'Lamp', description: 'd', stepsToReproduce: 's' }
let keys = 0

function ok<A extends Answer>(answer: A): A['body'] {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.refusal)}`)
  return answer.body
}

async function aProduct(facts: { isOpen?: boolean; name?: string } = {}) {
  const key = `T${++keys}X`
  return ok(await admin.call(createProduct, { body: { key, name: facts.name ?? `Product ${key}`, ...facts } })).result
}

/** Reports a bug by somebody new, whom no cooldown keeps waiting. */
async function aBug(productId?: string) {
  const reporter = await app.person(['customer'])
  const body = { ...texts, ...(productId !== undefined && { productId }) }
  return { reporter, bug: ok(await reporter.call(reportBug, { body })).result }
}

const view = async (bugId: string, by: Caller = staff) => ok(await by.call(viewBug, { params: { bugId } })).result

describe('keys', () => {
  it('count the bugs of each product in the order of their reports, and stand for the id in every path', async () => {
    const [one, other] = [await aProduct(), await aProduct()]
    const [first, second, elsewhere] = [await aBug(one._id), await aBug(one.key), await aBug(other._id)]
    expect([first.bug.key, second.bug.key, elsewhere.bug.key]).toEqual([
      `${one.key}-1`,
      `${one.key}-2`,
      `${other.key}-1`,
    ])
    expect(second.bug.product).toEqual({ _id: one._id, key: one.key, name: one.name })
    expect(second.bug.isPrivate).toBe(false)
    expect(await view(second.bug.key)).toEqual(await view(second.bug._id))
    expect((await view(second.bug.key.toLowerCase()))._id).toBe(second.bug._id)
    const assigned = await staff.call(assignBug, { params: { bugId: second.bug.key }, body: { userId: staff.userId } })
    expect(ok(assigned).result).toMatchObject({ _id: second.bug._id, assigned: { assignedTo: staff.userId } })
  })

  it.each(['T1X-999', 'NONE-1', 'T1X-0', 'T1X', '-1'])('answers %s as an unknown id', async (bugId) => {
    const unknown = await staff.call(viewBug, { params: { bugId: 'f'.repeat(24) } })
    const answer = await staff.call(viewBug, { params: { bugId } })
    expect(answer.status).toBe(404)
    expect(answer.refusal.error.message).toBe(unknown.refusal.error.message)
  })

  it('are found by the search, with what else is asked for, and a text that is none is searched for its words', async () => {
    const { bug } = await aBug()
    const found = async (query: Record<string, string>) =>
      ok(await staff.call(listBugs, { query })).result.map(({ _id }) => _id)
    expect(await found({ keywords: ` #${bug.key.toLowerCase()} ` })).toEqual([bug._id])
    expect(await found({ keywords: bug.key, closed: 'true' })).toEqual([])
    const reporter = await app.person(['customer'])
    const named = { ...texts, title: 'Like NONE-5 somewhere' }
    const { _id } = ok(await reporter.call(reportBug, { body: named })).result
    expect(await found({ keywords: 'NONE-5' })).toEqual([_id])
  })

  it('are references in texts, before and after a move', async () => {
    const { bug } = await aBug()
    const { _id } = await aProduct()
    const moved = ok(await staff.call(moveBug, { params: { bugId: bug._id }, body: { productId: _id } })).result
    const ids = [bug.key, moved.key, 'NONE-1'].join(',')
    const { result } = ok(await staff.call(listReferences, { query: { ids } }))
    expect(result.map((one) => [one.shortId, one._id]).toSorted()).toEqual(
      [bug.key, moved.key].toSorted().map((key) => [key, bug._id]),
    )
  })
})

describe('a report', () => {
  it('goes to the oldest product that takes bugs where it names none', async () => {
    expect((await aBug()).bug.product.key).toBe('BUG')
  })

  it('is refused alike for a product that is archived, not seen or unknown, and stores nothing', async () => {
    const [archived, closed] = [await aProduct(), await aProduct({ isOpen: false })]
    ok(await admin.call(editProduct, { params: { productId: archived._id }, body: { isArchived: true } }))
    const reporter = await app.person(['customer'])
    const refused = async (productId: string) => {
      const { status, refusal } = await reporter.call(reportBug, { body: { ...texts, productId } })
      return [status, refusal.error.code, refusal.error.message, refusal.error.field]
    }
    const unknown = await refused('f'.repeat(24))
    expect(unknown.slice(0, 2)).toEqual([400, 'invalid-input'])
    expect(unknown[3]).toBe('productId')
    for (const named of [archived._id, archived.key, closed._id, closed.key, 'nonsense']) {
      expect(await refused(named)).toEqual(unknown)
    }
    const { rows } = await app.database.pool.query('select from bugs where created_by = $1', [reporter.userId])
    expect(rows).toEqual([])
  })
})

describe('products', () => {
  it('are listed with their open bugs, archived ones last, and a closed one for its members and managers alone', async () => {
    const [open, closed] = [await aProduct({ name: 'AA open' }), await aProduct({ name: 'AB closed', isOpen: false })]
    const { bug } = await aBug(open._id)
    await aBug(open._id)
    ok(await staff.call(closeBug, { params: { bugId: bug._id }, body: { closed: true } }))
    const listed = async (by: Caller) => ok(await by.call(listProducts, {})).result
    expect((await listed(staff)).find(({ _id }) => _id === open._id)).toMatchObject({
      openBugs: 1,
      isArchived: false,
      abilities: { see: true, report: true, manage: false },
    })
    expect((await listed(staff)).map(({ _id }) => _id)).not.toContain(closed._id)
    const managed = (await listed(admin)).find(({ _id }) => _id === closed._id)
    expect(managed).toMatchObject({ abilities: { see: false, report: false, manage: true } })
    expect(managed).not.toHaveProperty('openBugs')
    ok(await admin.call(editProduct, { params: { productId: open._id }, body: { isArchived: true } }))
    expect((await listed(staff)).findLast(({ isArchived }) => !isArchived)?._id).not.toBe(open._id)
    expect((await listed(staff)).slice(-1)[0]).toMatchObject({ isArchived: true, abilities: { report: false } })
  })

  it('change what people see at once: by members, by being opened, and by being closed', async () => {
    const product = await aProduct({ isOpen: false })
    const member = await app.person(['customer'])
    const sees = async () =>
      ok(await member.call(loginStatus, {})).products?.some(({ _id }) => _id === product._id) === true
    const params = { productId: product._id, userId: member.userId }
    expect(await sees()).toBe(false)
    const [added] = ok(await admin.call(addProductMember, { params })).result
    expect(added?._id).toBe(member.userId)
    expect(await sees()).toBe(true)
    expect(ok(await admin.call(removeProductMember, { params })).result).toEqual([])
    expect(await sees()).toBe(false)
    ok(await admin.call(editProduct, { params, body: { isOpen: true } }))
    expect(await sees()).toBe(true)
    ok(await admin.call(editProduct, { params, body: { isOpen: false } }))
    expect(await sees()).toBe(false)
    expect((await app.eventsOf(product._id)).map(({ type }) => type)).toEqual([
      'product-created',
      'product-member-added',
      'product-member-removed',
      'product-changed',
      'product-changed',
    ])
  })

  it('are not taken twice by one key, nor changed over what somebody else changed, nor all archived', async () => {
    const { _id: productId, key, version } = await aProduct()
    expect((await admin.call(createProduct, { body: { key, name: 'Again' } })).status).toBe(409)
    ok(await admin.call(editProduct, { params: { productId }, body: { name: 'Renamed', baseVersion: version } }))
    const late = await admin.call(editProduct, { params: { productId }, body: { name: 'Late', baseVersion: version } })
    expect(late.status).toBe(409)
    const { result } = ok(await admin.call(listProducts, {}))
    const others = result.filter((one) => !one.isArchived && one._id !== productId)
    for (const { _id } of others) {
      ok(await admin.call(editProduct, { params: { productId: _id }, body: { isArchived: true } }))
    }
    const last = await admin.call(editProduct, { params: { productId }, body: { isArchived: true } })
    expect([last.status, last.refusal.error.field]).toEqual([409, 'isArchived'])
    for (const { _id } of others) {
      ok(await admin.call(editProduct, { params: { productId: _id }, body: { isArchived: false } }))
    }
  })

  it('have members with an active account only', async () => {
    const { _id: productId } = await aProduct()
    const { rows } = await app.database.pool.query<{ id: string }>(
      `insert into users (id, full_name, given_name, family_name, created_on, import_key)
       values (lpad(to_hex(7), 24, '0'), 'Imported', 'I', 'M', now(), 'x:1') returning id`,
    )
    for (const userId of [rows[0]?.id ?? '', 'f'.repeat(24), 'nonsense']) {
      const { status, refusal } = await admin.call(addProductMember, { params: { productId, userId } })
      expect([status, refusal.error.field]).toEqual([404, 'userId'])
    }
    const missing = await admin.call(listProductMembers, { params: { productId: 'f'.repeat(24) } })
    expect(missing.status).toBe(404)
  })
})

describe('a list', () => {
  it('is narrowed to a product by its filter and by a term, which may be turned round', async () => {
    const [one, other] = [await aProduct(), await aProduct()]
    const [here, there] = [await aBug(one._id), await aBug(other._id)]
    const found = async (query: Record<string, string>) => {
      const { result, pagination } = ok(await staff.call(listBugs, { query: { pageSize: '100', ...query } }))
      expect(pagination.totalCount).toBe(result.length)
      return result.map(({ _id }) => _id)
    }
    expect(await found({ product: one.key })).toEqual([here.bug._id])
    expect(await found({ keywords: `product:${one.key.toLowerCase()} lamp` })).toEqual([here.bug._id])
    expect(await found({ keywords: `product:${one.key}`, product: other.key })).toEqual([])
    const without = await found({ keywords: `-product:${one.key}` })
    expect(without).toContain(there.bug._id)
    expect(without).not.toContain(here.bug._id)
    expect(await found({ product: 'NONE' })).toEqual([])
    expect((await staff.call(listBugs, { query: { product: 'no key' } })).status).toBe(400)
  })
})

describe('a move', () => {
  it('gives a key of the new product, and the old one leads to the bug further on; undone, it has its old key again', async () => {
    const { bug } = await aBug()
    const product = await aProduct()
    const params = { bugId: bug.key }
    const moved = ok(await staff.call(moveBug, { params, body: { productId: product._id, baseVersion: 1 } })).result
    expect(moved).toMatchObject({ _id: bug._id, key: `${product.key}-1`, version: 2, product: { _id: product._id } })
    expect((await view(bug.key))._id).toBe(bug._id)

    const entries = ok(await staff.call(listTimeline, { params: { bugId: bug._id }, query: {} })).result
    const entry = entries.at(-1)
    expect(entry).toMatchObject({
      kind: 'moved',
      changes: [{ field: 'product', from: { text: bug.key }, to: { text: moved.key } }],
      abilities: { undo: true },
    })
    const asOf = async (entryId = '') =>
      ok(await staff.call(viewBugAsOf, { params: { bugId: bug._id, entryId } })).result
    expect(await asOf(entries[0]?._id)).toMatchObject({ key: bug.key, product: { key: 'BUG' } })
    expect(await asOf(entry?._id)).toMatchObject({ key: moved.key, product: { _id: product._id } })

    const undone = await staff.call(undoChange, { params: { bugId: bug._id, entryId: entry?._id ?? '' } })
    expect(ok(undone).result).toMatchObject({ key: bug.key, product: { key: 'BUG' } })
    expect((await view(moved.key))._id).toBe(bug._id)
    const again = ok(await staff.call(moveBug, { params, body: { productId: product.key } })).result
    expect(again.key).toBe(moved.key)
    expect((await aBug(product._id)).bug.key).toBe(`${product.key}-2`)
  })

  it('is for who may edit the bug and sees both products, and for none that takes no bugs', async () => {
    const { bug, reporter } = await aBug()
    const [open, closed] = [await aProduct(), await aProduct({ isOpen: false })]
    const move = async (by: Caller, productId: string) =>
      (await by.call(moveBug, { params: { bugId: bug._id }, body: { productId } })).status
    expect(await move(await app.person(['customer']), open._id)).toBe(403)
    expect(await move(staff, closed._id)).toBe(400)
    expect(await move(reporter, open._id)).toBe(200)
    ok(await admin.call(editProduct, { params: { productId: open._id }, body: { isArchived: true } }))
    const other = await aBug()
    expect(
      (await staff.call(moveBug, { params: { bugId: other.bug._id }, body: { productId: open._id } })).status,
    ).toBe(400)
  })

  it('is refused where somebody else has moved the bug since, and not taken back into a product that takes no bugs', async () => {
    const [one, other] = [await aProduct(), await aProduct()]
    const { bug } = await aBug(one._id)
    const params = { bugId: bug._id }
    ok(await staff.call(moveBug, { params, body: { productId: other._id, baseVersion: 1 } }))
    const late = await staff.call(moveBug, { params, body: { productId: 'BUG', baseVersion: 1 } })
    expect(late.status).toBe(409)
    ok(await admin.call(editProduct, { params: { productId: one._id }, body: { isArchived: true } }))
    const entries = ok(await staff.call(listTimeline, { params, query: {} })).result
    const undo = { params: { ...params, entryId: entries.at(-1)?._id ?? '' } }
    expect((await staff.call(undoChange, undo)).status).toBe(409)
  })

  it('is made for many at once, with the product named in what is told', async () => {
    const product = await aProduct()
    const bugs = [await aBug(), await aBug()]
    const ids = bugs.map(({ bug }) => bug._id)
    const order = { ids, fields: { product: product._id } }
    const bulk = ok(await staff.call(changeBugs, { body: order })).result
    const told = async () => ok(await staff.call(viewBulk, { params: { bulkId: bulk._id } })).result
    while (!(await told()).isFinished) await setTimeout(20)
    expect(await told()).toMatchObject({ changed: 2, fields: { product: { _id: product._id, name: product.name } } })
    for (const id of ids) expect((await view(id)).product._id).toBe(product._id)
  })
})

describe('the name of an imported product', () => {
  it('becomes a product by an act, with its bugs numbered by age; once more moves what came since; undone, all are back', async () => {
    const [one, two, other] = [await aBug(), await aBug(), await aBug()]
    const name = `Hadoop ${++keys}`
    const brings = (id: string) => app.database.pool.query('update bugs set product = $2 where id = $1', [id, name])
    await brings(two.bug._id)
    await brings(one.bug._id)
    const waiting = async () =>
      ok(await admin.call(listImportedProducts, {})).result.find((imported) => imported.name === name)?.bugs
    expect(await waiting()).toBe(2)
    await app.database.pool.query(`insert into roles (name, permissions) values ('blind', '{canManageProducts}')`)
    expect(ok(await (await app.person(['blind'])).call(listImportedProducts, {})).result).toEqual([])
    const adopt = async (key: string) => {
      const { product, bulk } = ok(await admin.call(adoptImportedProduct, { body: { name, key } }))
      expect(bulk.fields.product).toEqual({ _id: product._id, key, name })
      const told = async (bulkId = bulk._id) => ok(await admin.call(viewBulk, { params: { bulkId } })).result
      while (!(await told()).isFinished) await setTimeout(20)
      return told()
    }
    expect(await adopt('HADOOP')).toMatchObject({ changed: 2, refused: 0 })
    // Ids begin with the second of the report.
    const aged = [one.bug._id, two.bug._id].toSorted()
    expect(await Promise.all(aged.map(async (id) => (await view(id)).key))).toEqual(['HADOOP-1', 'HADOOP-2'])
    expect(await waiting()).toBe(undefined)
    expect(await adopt('HADOOP')).toMatchObject({ total: 0 })
    const unknown = await admin.call(adoptImportedProduct, { body: { name: 'Nobody knows it', key: 'NOBODY' } })
    expect(unknown.status).toBe(404)

    await brings(other.bug._id)
    const again = await adopt('HADOOP')
    expect(again).toMatchObject({ changed: 1 })
    const undone = ok(await admin.call(undoBulk, { params: { bulkId: again._id } })).result
    while (!ok(await admin.call(viewBulk, { params: { bulkId: undone._id } })).result.isFinished) await setTimeout(20)
    expect((await view(other.bug._id)).key).toBe(other.bug.key)
    await app.database.pool.query('update bugs set product = null where product = $1', [name])
  })
})

it('leaves tables that agree with one another and with the events', async () => {
  expect((await verifyHistory(app.database.db)).deviations).toEqual([])
  expect(await brokenRules(app.database.pool)).toEqual([])
})
