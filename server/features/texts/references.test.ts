import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'
import { closeBug, reportBug } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { listReferences } from '#shared/texts/contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let app: TestApp
let reader: Caller
beforeAll(async () => {
  app = await openTestApp()
  reader = await app.person(['customer'])
})
afterAll(() => app?.end())

async function aBug(title: string) {
  const person = await app.person(['staff'])
  const body = { title, description: 'd', stepsToReproduce: 's' }
  const { _id } = (await person.call(reportBug, { body })).body.result
  return { _id, person }
}

const ask = (ids: string) => reader.call(listReferences, { query: { ids } })

it('tells which bugs short ids mean, and nothing of those that mean none', async () => {
  const first = await aBug('First')
  const second = await aBug('Second')
  await second.person.call(closeBug, { params: { bugId: second._id }, body: { closed: true } })
  const { result } = (await ask([shortId(first._id), 'ffffffff', shortId(second._id)].join(','))).body
  expect(result.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
    { shortId: shortId(first._id), _id: first._id, title: 'First', isClosed: false, status: 'Open' },
    { shortId: shortId(second._id), _id: second._id, title: 'Second', isClosed: true, status: 'Closed' },
  ])
  expect((await ask('ffffffff')).body.result).toEqual([])
})

it('means the older of two bugs with one short id', async () => {
  const { _id } = await aBug('Older')
  const twin = `ffffffff${_id.slice(8)}`
  await app.database.pool.query(
    `insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by)
      select $2, 'Younger', 'd', 's', now(), created_by from bugs where id = $1`,
    [_id, twin],
  )
  expect((await ask(shortId(_id))).body.result).toMatchObject([{ _id, title: 'Older' }])
})

it('refuses what is no short id, and too many of them', async () => {
  const many = (count: number) => Array.from({ length: count }, () => '0a1b2c3d').join(',')
  expect((await ask(many(50))).status).toBe(200)
  for (const ids of ['', 'xyz', '0A1B2C3D', '0a1b2c3d,', 'ffffffffffffffffffffffff', many(51)]) {
    expect((await ask(ids)).status, ids).toBe(400)
  }
})
