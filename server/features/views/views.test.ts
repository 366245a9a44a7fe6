import * as views from '#shared/views/contract.ts'
import { listBugs, reportBug } from '#shared/bugs/contract.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app?.end())

type Person = Caller & { userId: string }
const customer = (fullName = 'Vera View') => app.person(['customer'], { fullName })

async function made(
  owner: Caller,
  isShared = false,
  name = 'Crashes',
  search: views.ViewSearch = { keywords: 'crash' },
) {
  const answer = await owner.call(views.createView, { body: { name, search, isShared } })
  expect(answer.status).toBe(200)
  return answer.body.result
}

async function listed(person: Caller) {
  const answer = await person.call(views.listViews, {})
  expect(answer.status).toBe(200)
  return answer.body.result
}

const pin = (person: Caller, viewId: string, pinned: boolean) =>
  person.call(views.pinView, { params: { viewId }, body: { pinned } })
const read = (person: Caller, viewId: string) => person.call(views.viewView, { params: { viewId } })
const pinRows = async () => (await app.database.pool.query('select * from view_pins')).rows

describe('the views that everybody has', () => {
  it('are pinned, nobody’s, and come first', async () => {
    const person = await customer()
    await made(person)
    const found = await listed(person)
    expect(found.slice(0, -1)).toEqual(
      views.standardViews.map((view) => ({
        ...view,
        isShared: true,
        isPinned: true,
        tells: 'off',
        abilities: { edit: false },
      })),
    )
    expect(found.map(({ name }) => name)).toEqual([
      'Untriaged',
      'Mine',
      'Snoozed',
      'Owes an answer',
      'Waiting for reporter',
      'Stale',
      'Reported by me',
      'Crashes',
    ])
    expect((await read(person, 'untriaged')).body.result).toEqual(found[0])
  })

  it('can be unpinned for oneself, which is all that is stored', async () => {
    const person = await customer()
    const other = await customer()
    const before = (await pinRows()).length
    for (const pinned of [false, false]) {
      expect((await pin(person, 'untriaged', pinned)).body.result).toMatchObject({ _id: 'untriaged', isPinned: false })
    }
    expect(await pinRows()).toHaveLength(before + 1)
    expect((await listed(person)).map((view) => view.isPinned)).toEqual(views.standardViews.map((_, n) => n > 0))
    expect((await listed(other)).every((view) => view.isPinned)).toBe(true)
    expect((await pin(person, 'untriaged', true)).body.result.isPinned).toBe(true)
    expect(await pinRows()).toHaveLength(before)
  })

  it('can’t be changed or deleted', async () => {
    const admin = await app.person(['admin'])
    const params = { viewId: 'assigned-to-me' }
    expect((await admin.call(views.editView, { params, body: { name: 'x' } })).status).toBe(403)
    expect((await admin.call(views.deleteView, { params })).status).toBe(403)
  })
})

describe('one’s own view', () => {
  it('keeps its name without the spaces around it and its search as it is, pinned', async () => {
    const person = await customer('Olga Own')
    const search = {
      keywords: '  crash is:open ',
      classification: 'approved',
      closed: 'open',
      minAge: 1,
      maxAge: 30,
      sortBy: 'title',
      sortByInvert: true,
      pageSize: 20,
    } as const
    const view = await made(person, false, '  My crashes ', search)
    expect(view).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'My crashes',
      search: { ...search, keywords: 'crash is:open' },
      isShared: false,
      isPinned: true,
      tells: 'off',
      owner: { _id: person.userId, fullName: 'Olga Own' },
      createdOn: expect.any(String),
      abilities: { edit: true },
    })
    expect((await read(person, view._id)).body.result).toEqual(view)
    expect((await listed(person)).at(-1)).toEqual(view)
  })

  it('changes what is named and keeps the rest', async () => {
    const person = await customer()
    const view = await made(person)
    const params = { viewId: view._id }
    const renamed = await person.call(views.editView, { params, body: { name: ' Hangs ' } })
    expect(renamed.body.result).toEqual({ ...view, name: 'Hangs' })
    const search = { keywords: '   ', closed: 'both' as const }
    const changed = await person.call(views.editView, { params, body: { search: { closed: 'closed' } } })
    expect(changed.body.result).toEqual({ ...view, name: 'Hangs', search: { closed: 'closed' } })
    expect((await person.call(views.editView, { params, body: { search: search as never } })).status).toBe(400)
    const shared = await person.call(views.editView, { params, body: { isShared: true } })
    expect(shared.body.result).toEqual({ ...view, name: 'Hangs', search: { closed: 'closed' }, isShared: true })
  })

  it('is found A to Z, can be unpinned, and is gone once deleted', async () => {
    const person = await customer()
    const [b, a] = [await made(person, false, 'b 10'), await made(person, false, 'B 9')]
    expect((await listed(person)).slice(views.standardViews.length).map((view) => view.name)).toEqual(['B 9', 'b 10'])
    expect((await pin(person, a._id, false)).body.result.isPinned).toBe(false)
    expect((await listed(person)).slice(views.standardViews.length).map((view) => view.isPinned)).toEqual([false, true])
    expect((await pin(person, a._id, true)).body.result.isPinned).toBe(true)
    const before = (await pinRows()).length
    await pin(person, b._id, false)
    const deleted = await person.call(views.deleteView, { params: { viewId: b._id } })
    expect(deleted.body.result).toEqual({ _id: b._id })
    expect((await read(person, b._id)).status).toBe(404)
    expect((await listed(person)).slice(views.standardViews.length).map((view) => view._id)).toEqual([a._id])
    expect(await pinRows()).toHaveLength(before)
  })

  it('is refused without a name, with ages the wrong way round, and with words that can’t be parsed', async () => {
    const person = await customer()
    const view = await made(person)
    const refused = async (name: string, search: object) => {
      const create = await person.call(views.createView, { body: { name, search, isShared: false } })
      const edit = await person.call(views.editView, { params: { viewId: view._id }, body: { name, search } })
      expect([create.status, edit.status]).toEqual([400, 400])
      expect(edit.refusal).toEqual({ error: { ...create.refusal.error, requestId: edit.refusal.error.requestId } })
      return create.refusal.error
    }
    expect(await refused('   ', {})).toMatchObject({ code: 'invalid-input', field: 'name' })
    expect(await refused('n', { minAge: 3, maxAge: 2 })).toMatchObject({ field: 'search.minAge' })
    const mistake = await refused('n', { keywords: 'crash created:>soon' })
    expect(mistake).toMatchObject({ code: 'invalid-input', field: 'search.keywords' })
    expect(mistake.message.length).toBeGreaterThan(10)
    expect((await read(person, view._id)).body.result).toEqual(view)
  })

  it('is one of at most so many, also when several are made at once', async () => {
    const person = await customer()
    await app.database.pool.query(
      `insert into views (id, owner_id, name, search, is_shared, created_on)
       select lpad(to_hex(n), 24, '0'), $1, 'n', '{}', false, now() from generate_series(1, $2) n`,
      [person.userId, views.maxViews - 2],
    )
    const body = { name: 'n', search: {}, isShared: false }
    const answers = await Promise.all(Array.from({ length: 6 }, () => person.call(views.createView, { body })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 200, 409, 409, 409, 409])
    expect(answers.find((answer) => answer.status === 409)?.refusal.error.message).toContain('200 views')
  })
})

describe('somebody else’s view', () => {
  let owner: Person
  let other: Person
  beforeAll(async () => {
    owner = await customer('Ole Owner')
    other = await app.person(['admin'])
  })

  it('that is private does not exist for others, in no call', async () => {
    const { _id: viewId } = await made(owner)
    const params = { viewId }
    const unknown = { viewId: 'f'.repeat(24) }
    const before = (await pinRows()).length
    const calls = (params: { viewId: string }) => [
      other.call(views.viewView, { params }),
      other.call(views.editView, { params, body: { name: 'x' } }),
      other.call(views.deleteView, { params }),
      other.call(views.pinView, { params, body: { pinned: true } }),
      other.call(views.pinView, { params, body: { pinned: false } }),
    ]
    const said = (answers: Awaited<ReturnType<typeof calls>[number]>[]) =>
      answers.map(({ status, refusal: { error } }) => ({ status, error: { ...error, requestId: '' } }))
    const answers = said(await Promise.all(calls(params)))
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404])
    expect(said(await Promise.all(calls(unknown)))).toEqual(answers)
    expect((await listed(other)).map((view) => view._id)).not.toContain(viewId)
    expect(await pinRows()).toHaveLength(before)
    expect((await read(owner, viewId)).body.result.name).toBe('Crashes')
  })

  it('that is shared opens by its link, and is the owner’s alone to change', async () => {
    const view = await made(owner, true)
    const params = { viewId: view._id }
    const seen = (await read(other, view._id)).body.result
    expect(seen).toEqual({ ...view, isPinned: false, abilities: { edit: false } })
    expect((await listed(other)).map(({ _id }) => _id)).not.toContain(view._id)
    expect((await other.call(views.editView, { params, body: { name: 'x' } })).status).toBe(403)
    expect((await other.call(views.deleteView, { params })).status).toBe(403)
    expect((await read(owner, view._id)).body.result).toEqual(view)
  })

  it('stands in the menu of who pinned it, until it is unpinned', async () => {
    const view = await made(owner, true)
    const before = (await pinRows()).length
    expect((await pin(other, view._id, true)).body.result.isPinned).toBe(true)
    expect((await pin(other, view._id, true)).status).toBe(200)
    expect(await listed(other)).toContainEqual({ ...view, abilities: { edit: false } })
    expect((await pin(other, view._id, false)).body.result.isPinned).toBe(false)
    expect((await listed(other)).map(({ _id }) => _id)).not.toContain(view._id)
    expect(await pinRows()).toHaveLength(before)
  })

  it('leaves the menus of others when it becomes private or is deleted', async () => {
    const [closed, deleted] = [await made(owner, true), await made(owner, true)]
    const before = (await pinRows()).length
    for (const view of [closed, deleted]) await pin(other, view._id, true)
    const params = { viewId: closed._id }
    await owner.call(views.editView, { params, body: { isShared: false } })
    expect((await read(other, closed._id)).status).toBe(404)
    await owner.call(views.deleteView, { params: { viewId: deleted._id } })
    const shown = (await listed(other)).map(({ _id }) => _id)
    expect([closed._id, deleted._id].filter((id) => shown.includes(id))).toEqual([])
    expect(await pinRows()).toHaveLength(before)
    await owner.call(views.editView, { params, body: { isShared: true } })
    expect((await read(other, closed._id)).body.result.isPinned).toBe(false)
  })

  it('is one of at most so many that a person pins', async () => {
    const person = await customer()
    await app.database.pool.query(
      `with others as (
         insert into views (id, owner_id, name, search, is_shared, created_on)
         select lpad(to_hex(n), 24, 'e'), $1, 'n', '{}', true, now() from generate_series(1, $3) n returning id
       ) insert into view_pins (user_id, view_id, is_pinned) select $2, id, true from others`,
      [other.userId, person.userId, views.maxViews],
    )
    const view = await made(owner, true)
    expect((await pin(person, view._id, true)).status).toBe(409)
    const pinned = (await listed(person)).at(-1)!
    expect((await pin(person, pinned._id, true)).status).toBe(200)
    await pin(person, pinned._id, false)
    expect((await pin(person, view._id, true)).status).toBe(200)
  })
})

it('views are read and written without a trace in the list of events', async () => {
  const person = await customer()
  const count = async () => (await app.database.pool.query('select count(*) as n from events')).rows[0]
  const before = await count()
  const view = await made(person, true)
  await pin(person, view._id, false)
  await person.call(views.deleteView, { params: { viewId: view._id } })
  expect(await count()).toEqual(before)
})

describe('how many bugs a view finds', () => {
  it('is what the list says, whatever the view asks for', async () => {
    const staff = await app.person(['staff'])
    for (const title of ['Wallaby lamp', 'Wallaby shade', 'Potoroo lamp']) {
      const reporter = await customer()
      await reporter.call(reportBug, { body: { title, description: 'd', stepsToReproduce: 's' } })
    }
    const searches: views.ViewSearch[] = [
      {},
      { keywords: 'wallaby' },
      { keywords: 'walaby' },
      { keywords: 'class:unclassified is:open' },
      { keywords: 'created:<2d updated:<2d -potoroo' },
      { closed: 'open', classification: 'unclassified', priority: 'none', status: 'Open' },
      { keywords: 'lamp', assignee: 'none', author: '@me' },
      { maxAge: 1, author: '@me' },
      { keywords: '!!' },
    ]
    const ids: string[] = []
    const totals: number[] = []
    for (const search of searches) {
      ids.push((await made(staff, false, 'v', search))._id)
      const { maxAge, ...rest } = search
      const query = { ...rest, ...(maxAge !== undefined && { maxAge: String(maxAge) }) }
      totals.push((await staff.call(listBugs, { query: query as object })).body.pagination.totalCount)
    }
    const { body } = await staff.call(views.countViews, { query: { ids: ids.join(',') } })
    expect(body.result).toEqual(ids.map((_id, n) => ({ _id, total: totals[n] })))
    expect(totals.slice(0, 3)).toEqual([3, 2, 2])
    expect((await staff.call(views.countViews, { query: { ids: '' } })).status).toBe(400)
  })
})
