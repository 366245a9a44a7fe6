import { listBugs, reportBug, setBugFields, viewBug } from '#shared/bugs/contract.ts'
import { changeBugs, undoBulk, viewBulk } from '#shared/bulk/contract.ts'
import { listTimeline, undoChange, viewBugAsOf } from '#shared/history/contract.ts'
import { changeLabel, createLabel, deleteLabel, listLabels, mergeLabel } from '#shared/labels/contract.ts'
import { adoptImportedLabel, listImportedLabels } from '#shared/labels/imported-contract.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
let staff: Caller & { userId: string }
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'])
})
afterAll(() => app?.end())

let count = 0
const newName = () => `label ${String(++count).padStart(3, '0')}`
const aLabel = async (name = newName()) => (await staff.call(createLabel, { body: { name, tone: 'teal' } })).body.result
const texts = { title: 'Lamp flickers', description: 'It flickers at dusk.', stepsToReproduce: '1. Switch it on' }
const aBug = async () => (await (await app.person(['customer'])).call(reportBug, { body: texts })).body.result._id

type Body = Parameters<typeof staff.call<typeof setBugFields>>[1]['body']
const set = (bugId: string, body: Body) => staff.call(setBugFields, { params: { bugId }, body })
const namesOf = async (bugId: string) =>
  (await staff.call(viewBug, { params: { bugId } })).body.result.labels.map(({ name }) => name)
const entriesOf = async (bugId: string) =>
  (await staff.call(listTimeline, { params: { bugId }, query: {} })).body.result
const undo = async (bugId: string, entryId = '') => staff.call(undoChange, { params: { bugId, entryId } })
const found = async (query: Record<string, string>) =>
  (await staff.call(listBugs, { query: { pageSize: '100', ...query } as never })).body.result.map(({ _id }) => _id)
async function done(bulkId: string) {
  for (;;) {
    const { result } = (await staff.call(viewBulk, { params: { bulkId } })).body
    if (result.isFinished) return result
    await setTimeout(20)
  }
}
const deviations = async () => (await verifyHistory(app.database.db)).deviations

describe('labels', () => {
  it('are listed A to Z, each name once, whatever its case', async () => {
    const { _id } = await aLabel('Zinnia')
    expect(await staff.call(createLabel, { body: { name: ' zinnia ' } })).toMatchObject({
      status: 409,
      refusal: { error: { code: 'conflict', field: 'name' } },
    })
    await aLabel('aster')
    const list = (await (await app.person(['customer'])).call(listLabels, {})).body.result
    expect(list.map(({ name }) => name)).toEqual(['aster', 'Zinnia'])
    expect(list[1]).toEqual({ _id, name: 'Zinnia', tone: 'teal', description: '' })
  })

  it('are renamed everywhere, and the history keeps the name of its time', async () => {
    const [label, other, bugId] = [await aLabel('ui'), await aLabel(), await aBug()]
    await set(bugId, { addLabels: [label._id] })
    const params = { labelId: label._id }
    const changed = await staff.call(changeLabel, { params, body: { name: 'interface', tone: 'pink' } })
    expect(changed.body.result).toMatchObject({ name: 'interface', tone: 'pink', description: '' })
    expect(await namesOf(bugId)).toEqual(['interface'])
    expect((await entriesOf(bugId)).at(-1)?.changes).toEqual([
      { field: 'labels', to: { text: 'ui', _id: label._id }, isApart: false },
    ])
    expect((await staff.call(changeLabel, { params, body: { name: other.name.toUpperCase() } })).status).toBe(409)
    expect((await staff.call(changeLabel, { params, body: { name: 'Interface' } })).status).toBe(200)
  })

  it('are merged: the bugs of both have the other one, and what comes later is about that', async () => {
    const [from, into] = [await aLabel(), await aLabel()]
    const [one, both, none] = [await aBug(), await aBug(), await aBug()]
    await set(one, { labels: [from._id] })
    await set(both, { labels: [from._id, into._id] })
    const merged = await staff.call(mergeLabel, { params: { labelId: from._id }, body: { into: into._id } })
    expect(merged.body.result).toEqual(into)
    expect([await namesOf(one), await namesOf(both), await namesOf(none)]).toEqual([[into.name], [into.name], []])
    expect(await found({ label: from.name })).toEqual([])
    expect(await found({ keywords: `label:"${into.name}"` })).toEqual([both, one])
    await set(both, { removeLabels: [into._id] })
    // What was done before is taken back with the label that took its place.
    const entryId = (await entriesOf(one)).at(-1)?._id
    expect((await undo(one, entryId)).body.result.labels).toEqual([])
    expect((await undo(one, entryId)).status).toBe(409)
    expect((await set(none, { addLabels: [from._id] })).refusal.error).toMatchObject({
      code: 'invalid-input',
      field: 'labels',
    })
    expect(await deviations()).toEqual([])
    expect((await staff.call(mergeLabel, { params: { labelId: into._id }, body: { into: from._id } })).status).toBe(400)
  })

  it('are deleted, and a bug as it was still tells of them', async () => {
    const [label, bugId] = [await aLabel(), await aBug()]
    await set(bugId, { addLabels: [label._id] })
    const entryId = (await entriesOf(bugId)).at(-1)?._id ?? ''
    expect((await staff.call(deleteLabel, { params: { labelId: label._id } })).body).toEqual({ deleted: true })
    expect(await namesOf(bugId)).toEqual([])
    expect((await undo(bugId, entryId)).status).toBe(409)
    await set(bugId, { priority: 'high' })
    const asOf = await staff.call(viewBugAsOf, { params: { bugId, entryId } })
    expect(asOf.body.result.labels.map(({ name }) => name)).toEqual([label.name])
    expect(await deviations()).toEqual([])
    expect((await aLabel(label.name))._id).not.toBe(label._id)
    expect((await staff.call(deleteLabel, { params: { labelId: label._id } })).status).toBe(404)
  })
})

describe('the labels of a bug', () => {
  it('are set as a whole, added and removed, told one by one, and taken back', async () => {
    const [a, b, c] = [await aLabel('a1'), await aLabel('B1'), await aLabel('c1')]
    const bugId = await aBug()
    const answer = await set(bugId, { labels: [b._id, a._id], priority: 'low' })
    expect(answer.body.result.labels).toEqual([a, b])
    const changed = await set(bugId, { addLabels: [c._id, a._id], removeLabels: [b._id] })
    expect(changed.body.result).toMatchObject({ labels: [a, c], version: 3 })
    const entry = (await entriesOf(bugId)).at(-1)
    expect(entry).toMatchObject({
      kind: 'fields-changed',
      changes: [
        { field: 'labels', from: { text: 'B1', _id: b._id } },
        { field: 'labels', to: { text: 'c1', _id: c._id } },
      ],
      abilities: { undo: true },
    })
    expect((await set(bugId, { addLabels: [a._id] })).body.result.version).toBe(3)
    expect((await undo(bugId, entry?._id)).body.result.labels).toEqual([a, b])
    const first = (await entriesOf(bugId))[1]?._id
    expect((await undo(bugId, first)).body.result).toMatchObject({ labels: [], priority: 'none' })
    expect(await deviations()).toEqual([])
    // The comparison knows them.
    await app.database.pool.query('insert into bug_labels (bug_id, label_id) values ($1, $2)', [bugId, c._id])
    expect(await deviations()).toEqual([{ bugId, what: ['labels'] }])
    await app.database.pool.query('delete from bug_labels where bug_id = $1', [bugId])
  })

  it('of two people who change them at once go together', async () => {
    const [a, b, c] = [await aLabel(), await aLabel(), await aLabel()]
    const bugId = await aBug()
    await set(bugId, { labels: [a._id] })
    expect((await set(bugId, { labels: [a._id, b._id], baseVersion: 2 })).status).toBe(200)
    const second = await set(bugId, { labels: [c._id], baseVersion: 2 })
    expect(second.body.result.labels.map(({ _id }) => _id)).toEqual([b._id, c._id])
    const third = await set(bugId, { labels: [a._id], priority: 'low', baseVersion: 2 })
    expect(third.body.result.labels.map(({ _id }) => _id)).toEqual([b._id, c._id])
    expect(await deviations()).toEqual([])
  })

  it.each([
    ['none that exists', { addLabels: ['f'.repeat(24)] }],
    ['no ids', { labels: ['ui'] }],
    ['no list', { labels: 'ui' }],
    ['nothing', {}],
  ])('are refused with %s', async (_what, body) => {
    const bugId = await aBug()
    const answer = await staff.send('PUT', `/api/bug/${bugId}/fields`, body)
    expect([answer.status, answer.refusal.error.code]).toEqual([400, 'invalid-input'])
  })

  it('are set by those who may classify alone', async () => {
    const [label, bugId] = [await aLabel(), await aBug()]
    const customer = await app.person(['customer'])
    const answer = await customer.call(setBugFields, { params: { bugId }, body: { addLabels: [label._id] } })
    expect(answer.refusal.error).toMatchObject({ code: 'forbidden', field: 'labels' })
    expect(await namesOf(bugId)).toEqual([])
  })

  it('are found by name, whatever its case, alone, with words and left out', async () => {
    const label = await aLabel('Needs Info')
    const [has, hasNot] = [await aBug(), await aBug()]
    await set(has, { addLabels: [label._id] })
    const own = (ids: string[]) => ids.filter((id) => id === has || id === hasNot)
    expect(await found({ keywords: 'label:"needs info"' })).toEqual([has])
    expect(await found({ label: 'NEEDS INFO' })).toEqual([has])
    expect(await found({ keywords: 'flickers label:"Needs info" sort:updated' })).toEqual([has])
    expect(own(await found({ keywords: 'flickers -label:"needs info"' }))).toEqual([hasNot])
    expect(own(await found({ keywords: 'has:label' }))).toEqual([has])
    expect(own(await found({ keywords: '-has:label flickers' }))).toEqual([hasNot])
    // Letters that the database and JavaScript fold each in its way.
    for (const name of ['ΛΆΘΟΣ', 'İstanbul']) {
      const folded = await aLabel(name)
      await set(hasNot, { labels: [folded._id] })
      expect([await found({ keywords: `label:${name}` }), await found({ label: ` ${name} ` })]).toEqual([
        [hasNot],
        [hasNot],
      ])
    }
    expect(await found({ keywords: 'label:nothing' })).toEqual([])
  })

  it('are added to and removed from many bugs, and taken back', async () => {
    const [kept, added, removed] = [await aLabel(), await aLabel(), await aLabel()]
    const bugs = [await aBug(), await aBug()]
    await set(bugs[0] ?? '', { labels: [kept._id, removed._id] })
    const fields = { labels: { add: [added._id], remove: [removed._id] } }
    const { _id: bulkId } = (await staff.call(changeBugs, { body: { ids: bugs, fields } })).body.result
    expect(await done(bulkId)).toMatchObject({
      changed: 2,
      refused: 0,
      fields: { labels: { add: [added], remove: [removed] } },
    })
    expect(await Promise.all(bugs.map(namesOf))).toEqual([[kept.name, added.name], [added.name]])
    await done((await staff.call(undoBulk, { params: { bulkId } })).body.result._id)
    expect(await Promise.all(bugs.map(namesOf))).toEqual([[kept.name, removed.name], []])
    await staff.call(deleteLabel, { params: { labelId: added._id } })
    const late = (await staff.call(changeBugs, { body: { ids: bugs, fields } })).body.result
    expect(await done(late._id)).toMatchObject({ changed: 0, refused: 2 })
    expect(await deviations()).toEqual([])
  })
})

describe('a label that an earlier import kept as a word', () => {
  it('is added by an act to the bugs that brought it along and that the caller sees; undone, the word is listed again', async () => {
    const bugs = [await aBug(), await aBug(), await aBug(), await aBug()]
    const [upper = '', lower = '', hidden = '', labelled = ''] = bugs
    const brings = (id: string, payload: object) =>
      app.database.pool.query(
        `update events set payload = payload || $2::jsonb where subject_id = $1 and type = 'bug-reported'`,
        [id, JSON.stringify(payload)],
      )
    await brings(upper, { imported: { labels: ['Old Word', 'old word', 'another'], status: 'Done' } })
    await brings(lower, { imported: { labels: [' old word'] } })
    await brings(hidden, { imported: { labels: ['Old Word'] } })
    // What came with it as a label is no word that waits, also after somebody removed it.
    await brings(labelled, { imported: { labels: ['Old Word'] }, labels: [] })
    await app.database.pool.query('update bugs set is_private = true where id = $1', [hidden])

    const waiting = async () =>
      (await staff.call(listImportedLabels, {})).body.result.map((word) => [word.name.toLowerCase(), word.bugs])
    expect(await waiting()).toEqual([
      ['old word', 2],
      ['another', 1],
    ])
    const adopt = async (name: string) => (await staff.call(adoptImportedLabel, { body: { name } })).body
    const { label, bulk } = await adopt('Old Word')
    expect(await done(bulk._id)).toMatchObject({ changed: 2, refused: 0, fields: { labels: { add: [label] } } })
    expect(await app.eventsOf(label._id)).toMatchObject([{ type: 'label-created', actor_id: staff.userId }])
    const admin = await app.person(['admin'])
    const labelsOf = async (bugId: string) =>
      (await admin.call(viewBug, { params: { bugId } })).body.result.labels.map(({ name }) => name)
    expect(await Promise.all(bugs.map(labelsOf))).toEqual([['Old Word'], ['Old Word'], [], []])
    expect(await waiting()).toEqual([['another', 1]])

    // Once more takes the label that there is.
    const again = await adopt('OLD WORD')
    expect([again.label._id, again.bulk.total]).toEqual([label._id, 0])
    await done((await staff.call(undoBulk, { params: { bulkId: bulk._id } })).body.result._id)
    expect(await Promise.all(bugs.map(labelsOf))).toEqual([[], [], [], []])
    expect((await waiting())[0]).toEqual(['old word', 2])

    expect((await staff.call(adoptImportedLabel, { body: { name: 'Nobody brought it' } })).status).toBe(404)
    const customer = await app.person(['customer'])
    expect((await customer.call(adoptImportedLabel, { body: { name: 'another' } })).status).toBe(403)
  })
})
