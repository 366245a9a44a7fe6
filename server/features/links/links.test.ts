import { closeBug, listBugs, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { joinBug, leaveBug } from '#shared/following/contract.ts'
import { listTimeline, undoChange, viewBugAsOf } from '#shared/history/contract.ts'
import { setLinks } from '#shared/links/contract.ts'
import type { LinkKind } from '#shared/links/link.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
let staff: Caller & { userId: string }
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'])
})
afterAll(() => app?.end())

const aBug = async (title = 'Lamp flickers') => {
  const body = { title, description: 'd', stepsToReproduce: 's' }
  return (await (await app.person(['customer'])).call(reportBug, { body })).body.result._id
}
const link = (bugId: string, kind: LinkKind, other: string) =>
  staff.call(setLinks, { params: { bugId }, body: { add: [{ kind, bugId: other }] } })
const unlink = (bugId: string, kind: LinkKind, other: string) =>
  staff.call(setLinks, { params: { bugId }, body: { remove: [{ kind, bugId: other }] } })
const linksOf = async (bugId: string) =>
  (await staff.call(viewBug, { params: { bugId } })).body.result.links.map(({ kind, bug }) => `${kind} ${bug?._id}`)
const lastEntry = async (bugId: string) =>
  (await staff.call(listTimeline, { params: { bugId }, query: {} })).body.result.at(-1)
const undo = async (bugId: string, entryId = '') => staff.call(undoChange, { params: { bugId, entryId } })
const found = async (keywords: string) =>
  (await staff.call(listBugs, { query: { keywords, pageSize: '100' } })).body.result.map(({ _id }) => _id)
const deviations = async () => (await verifyHistory(app.database.db)).deviations

describe('links', () => {
  it('stand at both bugs, with titles and states, and in both histories', async () => {
    const [lamp, bulb] = [await aBug('Lamp'), await aBug('Bulb')]
    const answer = await link(lamp, 'blocked-by', bulb)
    const { key, product } = (await staff.call(viewBug, { params: { bugId: bulb } })).body.result
    const seen = { _id: bulb, key, product, title: 'Bulb', isClosed: false }
    expect(answer.body.result).toMatchObject({ version: 2, links: [{ kind: 'blocked-by', bug: seen }] })
    expect(await linksOf(bulb)).toEqual([`blocks ${lamp}`])
    expect(await lastEntry(bulb)).toMatchObject({
      kind: 'links-changed',
      changes: [{ field: 'link', link: 'blocks', to: { text: `${answer.body.result.key} Lamp`, _id: lamp } }],
      abilities: { undo: true },
    })
    await staff.call(closeBug, { params: { bugId: bulb }, body: { closed: true } })
    const bug = (await staff.call(viewBug, { params: { bugId: lamp } })).body.result
    expect(bug.links).toEqual([{ kind: 'blocked-by', bug: { ...seen, isClosed: true } }])
    expect((await link(bulb, 'blocks', lamp)).body.result.version).toBe(3)
    expect((await unlink(bulb, 'blocks', lamp)).body.result.links).toEqual([])
    expect(await linksOf(lamp)).toEqual([])
    expect(await deviations()).toEqual([])
  })

  it('that relate are the same from both sides, and several are set at once', async () => {
    const [one, two, three] = [await aBug(), await aBug(), await aBug()]
    const add = [
      { kind: 'relates-to', bugId: two },
      { kind: 'relates-to', bugId: two },
      { kind: 'child', bugId: three },
    ] as const
    const answer = await staff.call(setLinks, { params: { bugId: one }, body: { add: [...add] } })
    expect(answer.body.result.links.map(({ kind }) => kind)).toEqual(['relates-to', 'child'])
    expect((await link(two, 'relates-to', one)).body.result.version).toBe(2)
    expect([await linksOf(two), await linksOf(three)]).toEqual([[`relates-to ${one}`], [`parent ${one}`]])
    expect(await deviations()).toEqual([])
  })

  it('to a parent take the place of the one before, from both sides', async () => {
    const [child, first, second] = [await aBug(), await aBug(), await aBug()]
    await link(child, 'parent', first)
    await link(child, 'parent', second)
    expect([await linksOf(child), await linksOf(first), await linksOf(second)]).toEqual([
      [`parent ${second}`],
      [],
      [`child ${child}`],
    ])
    await link(first, 'child', child)
    expect([await linksOf(child), await linksOf(first), await linksOf(second)]).toEqual([
      [`parent ${first}`],
      [`child ${child}`],
      [],
    ])
    expect((await lastEntry(child))?.changes).toHaveLength(2)
    expect(await deviations()).toEqual([])
  })

  it('are refused where they lead back, to the bug itself, or nowhere', async () => {
    const [a, b, c] = [await aBug(), await aBug(), await aBug()]
    await link(b, 'parent', a)
    await link(c, 'parent', b)
    for (const answer of [
      await link(a, 'parent', c),
      await link(c, 'child', a),
      await link(a, 'relates-to', a),
      await link(a, 'blocks', 'f'.repeat(24)),
    ])
      expect([answer.status, answer.refusal?.error]).toMatchObject([400, { code: 'invalid-input', field: 'add' }])
    expect((await link('f'.repeat(24), 'blocks', a)).status).toBe(404)
    expect(await linksOf(a)).toEqual([`child ${b}`])
    expect(await deviations()).toEqual([])
  })

  it('are taken back from either side, and a bug as it was tells them', async () => {
    const [one, two] = [await aBug(), await aBug()]
    await link(one, 'blocks', two)
    const [entry, there] = [await lastEntry(one), await lastEntry(two)]
    expect((await undo(two, there?._id)).body.result.links).toEqual([])
    expect(await linksOf(one)).toEqual([])
    expect((await undo(one, entry?._id)).status).toBe(409)
    const asOf = await staff.call(viewBugAsOf, { params: { bugId: one, entryId: entry?._id ?? '' } })
    expect(asOf.body.result.links).toMatchObject([{ kind: 'blocks', bug: { _id: two } }])
    expect((await undo(two, (await lastEntry(two))?._id)).body.result.links).toHaveLength(1)
    expect(await deviations()).toEqual([])
    await app.database.pool.query('delete from bug_links where bug_id = $1', [one])
    expect(await deviations()).toHaveLength(2)
    await app.database.pool.query(`insert into bug_links values ($1, 'blocks', $2)`, [one, two])
  })

  it('are searched from both sides, and blocked is what an open bug blocks', async () => {
    const [blocker, blocked, child] = [await aBug('Dugong'), await aBug('Dugong'), await aBug('Dugong')]
    await link(blocker, 'blocks', blocked)
    await link(child, 'parent', blocked)
    const { key } = (await staff.call(viewBug, { params: { bugId: blocked } })).body.result
    expect(await found(`blocks:${blocked}`)).toEqual([blocker])
    expect(await found(`blocks:${key.toLowerCase()} -parent:${key}`)).toEqual([blocker])
    expect(await found('parent:BUG-99999')).toEqual([])
    expect(await found(`blocked-by:${blocker.slice(-8)}`)).toEqual([blocked])
    expect(await found(`dugong parent:${blocked}`)).toEqual([child])
    expect(await found('dugong has:parent')).toEqual([child])
    expect(await found('dugong is:blocked')).toEqual([blocked])
    expect(await found('dugong -is:blocked sort:created-asc')).toEqual([blocker, child])
    await staff.call(closeBug, { params: { bugId: blocker }, body: { closed: true } })
    expect(await found('dugong is:blocked')).toEqual([])
  })

  it('to a bug that somebody may not see tell them no more than that', async () => {
    const [open, hidden] = [await aBug(), await aBug('Secret')]
    await link(open, 'blocked-by', hidden)
    const { key } = (await staff.call(viewBug, { params: { bugId: hidden } })).body.result
    await app.database.pool.query('update bugs set is_private = true where id = $1', [hidden])
    await app.database.pool.query(
      `insert into roles (name, permissions) values ('sorter', '{canViewData,canClassifyAnyBug}') on conflict do nothing`,
    )
    const sorter = await app.person(['sorter'])
    const bug = (await sorter.call(viewBug, { params: { bugId: open } })).body.result
    expect(bug.links).toEqual([{ kind: 'blocked-by' }])
    const { body } = await sorter.call(listTimeline, { params: { bugId: open }, query: {} })
    expect(body.result.at(-1)?.changes).toEqual([
      { field: 'link', link: 'blocked-by', to: { text: 'a bug you can’t see' }, isApart: false },
    ])
    const list = async (keywords: string) =>
      (await sorter.call(listBugs, { query: { keywords } })).body.result.map(({ _id }) => _id)
    expect(await list(`blocked-by:${hidden}`)).toEqual([])
    expect(await list(`blocked-by:${key}`)).toEqual([])
    expect(await list(`is:blocked ${open}`)).toEqual([])
    const change = (body: object) => sorter.send('PUT', `/api/bug/${open}/links`, body)
    const known = await change({ add: [{ kind: 'blocks', bugId: hidden }] })
    const unknown = await change({ add: [{ kind: 'blocks', bugId: 'f'.repeat(24) }] })
    expect([known.status, known.refusal.error.message.replace(hidden, 'f'.repeat(24))]).toEqual([
      400,
      unknown.refusal.error.message,
    ])
    expect((await change({ remove: [{ kind: 'blocked-by', bugId: hidden }] })).status).toBe(200)
    expect(await linksOf(open)).toHaveLength(1)
    await app.database.pool.query('update bugs set is_private = false where id = $1', [hidden])
  })

  it('keep a parent from whoever may not see it, from both sides', async () => {
    const [child, hidden, other] = [await aBug(), await aBug('Secret'), await aBug()]
    await link(child, 'parent', hidden)
    await app.database.pool.query('update bugs set is_private = true where id = $1', [hidden])
    for (const answer of [await link(child, 'parent', other), await link(other, 'child', child)]) {
      expect([answer.status, answer.refusal?.error.message]).toEqual([400, 'It has a parent that you can’t see.'])
    }
    await app.database.pool.query('update bugs set is_private = false where id = $1', [hidden])
    expect([await linksOf(child), await linksOf(other)]).toEqual([[`parent ${hidden}`], []])
  })

  it('to bugs that somebody may not see stand last, whatever is true of them', async () => {
    const [bug, hidden, closed] = [await aBug(), await aBug('Secret'), await aBug()]
    await link(bug, 'relates-to', hidden)
    await link(bug, 'blocks', closed)
    await staff.call(closeBug, { params: { bugId: closed }, body: { closed: true } })
    await app.database.pool.query('update bugs set is_private = true where id = $1', [hidden])
    expect(await linksOf(bug)).toEqual([`blocks ${closed}`, 'relates-to undefined'])
    await app.database.pool.query('update bugs set is_private = false where id = $1', [hidden])
  })

  it('are set while people join and leave a merged bug, and neither waits for the other for ever', async () => {
    const customer = await app.person(['customer'])
    for (let round = 0; round < 15; round++) {
      // The original is the older one: by their ids it would be locked first.
      const [original, duplicate] = [await aBug(), await aBug()]
      const params = { bugId: duplicate }
      await customer.call(joinBug, { params, body: {} })
      await staff.call(mergeBug, { params, body: { into: original } })
      await link(original, 'relates-to', duplicate)
      const entryId = (await lastEntry(original))?._id ?? ''
      const answers = await Promise.all([
        link(duplicate, 'blocks', original),
        customer.call(leaveBug, { params }),
        undo(original, entryId),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    }
    expect(await deviations()).toEqual([])
  })

  it('set by two at once never close a circle nor wait for each other', async () => {
    const [one, two] = [await aBug(), await aBug()]
    const answers = await Promise.all([link(one, 'parent', two), link(two, 'parent', one)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await deviations()).toEqual([])
  })
})
