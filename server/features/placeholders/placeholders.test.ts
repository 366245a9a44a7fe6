import { importBugs, sourceLines } from '#server/features/imports/public.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { listBugs, setBugFields, viewBug } from '#shared/bugs/contract.ts'
import { addComment, deleteComment } from '#shared/comments/contract.ts'
import { followBug, joinBug, listNotifications } from '#shared/following/contract.ts'
import { listTimeline, undoChange, viewBugAsOf } from '#shared/history/contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { givePlaceholder, listPlaceholders } from '#shared/placeholders/contract.ts'
import { createRole } from '#shared/roles/contract.ts'
import { anImportLine as line, type ImportLine } from '#testing/test-import.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { untilBlocked } from '#testing/until-blocked.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['person']>>
beforeAll(async () => {
  app = await openTestApp()
  admin = await app.person(['admin'])
})
afterAll(() => app?.end())

async function imported(...lines: readonly ImportLine[]): Promise<Record<string, string>> {
  const text = Buffer.from(lines.map((one) => JSON.stringify(one)).join('\n'))
  const watch = { badLine: () => {}, note: () => {}, progress: () => {} }
  const source = (async function* () {
    yield text
  })()
  await importBugs(app.inTx, sourceLines(source), watch, new AbortController().signal)
  const { rows } = await app.database.pool.query<{ id: string; name: string }>(
    'select id, external_id as name from bugs',
  )
  return Object.fromEntries(rows.map(({ id, name }) => [name, id]))
}

const named = async (keywords: string) => (await admin.call(listPlaceholders, { query: { keywords } })).body.result
const give = (userId: string, placeholderId: string) =>
  admin.call(givePlaceholder, { params: { userId }, body: { placeholderId } })
const view = async (bugId = '') => (await admin.call(viewBug, { params: { bugId } })).body.result
const found = async (keywords: string) =>
  (await admin.call(listBugs, { query: { keywords, pageSize: '100' } })).body.pagination.totalCount

describe('a person of an import', () => {
  it('is given to an account with all that was theirs, and the account is known to later imports', async () => {
    const comments = [{ author: 'Old Ada', created: '2024-03-02', message: 'Mine.' }]
    const ids = await imported(
      line('A-1', { reporter: 'Old Ada', comments }),
      line('A-2', { reporter: 'Somebody', assignee: 'Old Ada', comments }),
    )
    const [gone] = (await view(ids['A-2'])).comments
    await admin.call(deleteComment, { params: { bugId: ids['A-2'] ?? '', commentId: gone?.commentId ?? '' } })
    const ada = await app.person(['staff'], { fullName: 'Ada Account' })
    const [old, ...others] = await named('old ada')
    expect(old).toMatchObject({ fullName: 'Old Ada', reported: 1, assigned: 1, comments: 1, files: 0 })
    expect(others).toEqual([])
    expect(await found(`author:${ada.userId}`)).toBe(0)

    const answer = await give(ada.userId, old?._id ?? '')
    expect([answer.status, answer.body.result]).toEqual([200, { reported: 1, assigned: 1, comments: 1, files: 0 }])
    const account = { _id: ada.userId, fullName: 'Ada Account' }
    const bug = await view(ids['A-1'])
    expect(bug).toMatchObject({ createdBy: account, comments: [{ user: account }] })
    expect((await view(ids['A-2'])).assigned).toMatchObject({ assignedTo: ada.userId, fullName: 'Ada Account' })
    expect(await found(`author:${ada.userId}`)).toBe(1)
    expect(await found('author:"old ada"')).toBe(0)
    expect(await named('old ada')).toEqual([])

    // History says who they are, rebuilding and comparing find nothing amiss, and an event tells who was whom.
    const { result } = (await admin.call(listTimeline, { params: { bugId: bug._id }, query: {} })).body
    expect(result.map(({ by }) => by)).toEqual([account, account])
    const entryId = result[0]?._id ?? ''
    const then = await admin.call(viewBugAsOf, { params: { bugId: bug._id, entryId } })
    expect(then.body.result.createdBy).toEqual(account)
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
    expect((await app.eventsOf(ada.userId)).at(-1)).toEqual({
      type: 'user-given',
      actor_id: admin.userId,
      payload: { placeholderId: old?._id, fullName: 'Old Ada' },
    })

    const more = await imported(line('A-3', { reporter: 'old  ADA' }))
    expect((await view(more['A-3'])).createdBy).toEqual(account)
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
    expect((await give(ada.userId, old?._id ?? '')).body.result).toMatchObject({ reported: 0, assigned: 0 })
  })

  it('is followed on by the account, unless that has decided otherwise, and nothing of before is news', async () => {
    const followers = [{ name: 'Old Gil' }]
    const ids = await imported(line('G-1', { reporter: 'Old Gil', followers }), line('G-2', { followers }))
    const gil = await app.person(['staff'])
    for (const following of [true, false])
      await gil.call(followBug, { params: { bugId: ids['G-2'] ?? '' }, body: { following } })
    await admin.call(addComment, { params: { bugId: ids['G-1'] ?? '' }, body: { message: 'Before.' } })
    const [old] = await named('old gil')
    await give(gil.userId, old?._id ?? '')
    const seen = async (name: string) => (await gil.call(viewBug, { params: { bugId: ids[name] ?? '' } })).body.result
    expect([(await seen('G-1')).isFollowing, (await seen('G-2')).isFollowing]).toEqual([true, false])
    await app.notified()
    expect((await gil.call(listNotifications, { query: {} })).body.total).toBe(0)
    const { rows } = await app.database.pool.query('select from bug_followers where user_id = $1', [old?._id])
    expect(rows).toEqual([])
  })

  it('is the account in custom fields too, also in those that are put back', async () => {
    await app.database.pool.query(`insert into product_fields (id, product_number, key, name, kind, place)
      values ('6b0000000000000000000001', 0, 'tester', 'Tester', 'person', 0)`)
    const ids = await imported(
      line('F-1', { fields: { tester: 'Old Fay' } }),
      line('F-2', { fields: { tester: 'Old Fay' } }),
    )
    const fay = await app.person(['staff'], { fullName: 'Fay Account' })
    const params = { bugId: ids['F-2'] ?? '' }
    await admin.call(setBugFields, { params, body: { fields: { tester: null } } })
    const [old] = await named('old fay')
    await give(fay.userId, old?._id ?? '')
    const account = { tester: { _id: fay.userId, fullName: 'Fay Account' } }
    expect((await view(ids['F-1'])).fields).toEqual(account)
    expect(await found('field.tester:fay')).toBe(1)
    const { result } = (await admin.call(listTimeline, { params, query: {} })).body
    expect(result.at(-1)?.changes.map(({ name, from }) => [name, from?.text])).toEqual([['Tester', 'Fay Account']])
    const undone = await admin.call(undoChange, { params: { ...params, entryId: result.at(-1)?._id ?? '' } })
    expect(undone.body.result.fields).toEqual(account)
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
  })

  it('counts once among those whom a bug affects, also where the account had joined it or an original', async () => {
    const ids = await imported(line('B-1', { reporter: 'Old Bo' }), line('B-2', { reporter: 'Old Bo' }), line('B-3'))
    const bo = await app.person(['staff'])
    for (const name of ['B-1', 'B-3']) await bo.call(joinBug, { params: { bugId: ids[name] ?? '' }, body: {} })
    await admin.call(mergeBug, {
      params: { bugId: ids['B-2'] ?? '' },
      body: { into: ids['B-3'] ?? '', baseVersion: 1 },
    })
    expect([(await view(ids['B-1'])).affectedCount, (await view(ids['B-3'])).affectedCount]).toEqual([2, 3])
    const [old] = await named('old bo')
    await give(bo.userId, old?._id ?? '')
    expect([(await view(ids['B-1'])).affectedCount, (await view(ids['B-3'])).affectedCount]).toEqual([1, 2])
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
  })

  it('is given to nobody who has more rights than the editor, and nobody else is given to anybody', async () => {
    await imported(line('C-1', { reporter: 'Old Cleo' }))
    const [old] = await named('old cleo')
    const placeholderId = old?._id ?? ''
    const permissions = ['canViewData', 'canEditAnyUser'] as const
    await admin.call(createRole, { body: { name: 'clerks', permissions: [...permissions] } })
    const clerk = await app.person(['clerks'])
    const params = { userId: admin.userId }
    expect((await clerk.call(givePlaceholder, { params, body: { placeholderId } })).status).toBe(403)
    expect((await give(admin.userId, clerk.userId)).status).toBe(400)
    expect((await give(placeholderId, placeholderId)).status).toBe(404)
    expect((await give(admin.userId, 'f'.repeat(24))).status).toBe(400)
    expect(await named('old cleo')).toHaveLength(1)
  })

  it('is given by nobody who may not see what the account would see by it', async () => {
    const ids = await imported(
      line('D-1', { reporter: 'Old Dan', private: true }),
      line('D-2', { reporter: 'Old Dee' }),
    )
    const permissions = ['canViewData', 'canEditAnyUser'] as const
    await admin.call(createRole, { body: { name: 'keepers', permissions: [...permissions] } })
    const keeper = await app.person(['keepers'])
    const giveSelf = async (placeholderId = '') =>
      (await keeper.call(givePlaceholder, { params: { userId: keeper.userId }, body: { placeholderId } })).status
    expect(await giveSelf((await named('old dan'))[0]?._id)).toBe(403)
    expect((await keeper.call(viewBug, { params: { bugId: ids['D-1'] ?? '' } })).status).toBe(404)
    expect(await giveSelf((await named('old dee'))[0]?._id)).toBe(200)
  })

  it.each([
    ['a duplicate before its original', 'E-2', 'select from bugs where id = $1 for update nowait', 'E-1'],
    [
      'an original before their comments on it',
      'E-3',
      'select from comments where bug_id = $1 for update nowait',
      'E-3',
    ],
  ])('is given after waiting as whoever changes one of the bugs does: %s', async (what, held, free, of) => {
    const reporter = `Old Eve, ${what}`
    const id = (name: string) => `${name} ${what}`
    const ids = await imported(
      line(id('E-1'), { reporter }),
      line(id('E-2'), { reporter, created: '2024-03-05T10:00:00Z', duplicateOf: id('E-1') }),
      line(id('E-3'), { comments: [{ author: reporter, created: '2024-03-02', message: 'Here too.' }] }),
      line(id('E-4'), { reporter }),
    )
    const params = { bugId: ids[id('E-4')] ?? '' }
    await admin.call(mergeBug, { params, body: { into: ids[id('E-3')] ?? '', baseVersion: 1 } })
    const [eve, [old]] = [await app.person(['staff']), await named(reporter)]
    const other = new pg.Client(app.url)
    await other.connect()
    try {
      await other.query('begin')
      await other.query('select from bugs where id = $1 for update', [ids[id(held)]])
      const given = give(eve.userId, old?._id ?? '')
      await untilBlocked(app.database.pool)
      // What they want next they have at once: otherwise each would wait for the other.
      await expect(other.query(free, [ids[id(of)]])).resolves.toMatchObject({ rowCount: 1 })
      await other.query('rollback')
      expect((await given).body.result).toEqual({ reported: 3, assigned: 0, comments: 1, files: 0 })
    } finally {
      await other.end()
    }
  })
})
