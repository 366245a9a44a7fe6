import { classifyBug, reopenBug, reportBug, setBugStatus } from '#shared/bugs/contract.ts'
import { joinBug, leaveBug } from '#shared/following/contract.ts'
import { listTimeline } from '#shared/history/contract.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let staff: Person
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'])
})
afterAll(() => app?.end())

const customer = () => app.person(['customer'])
async function aClosedBug(reporter: Person): Promise<string> {
  const body = { title: 'Lamp flickers', description: 'At dusk', stepsToReproduce: 'Wait' }
  const bugId = (await reporter.call(reportBug, { body })).body.result._id
  const params = { bugId }
  await staff.call(classifyBug, { params, body: { classification: 'approved' } })
  await staff.call(setBugStatus, { params, body: { status: 'Resolved' } })
  return bugId
}
const reopen = (person: Person, bugId: string) => person.call(reopenBug, { params: { bugId }, query: {}, body: {} })

describe('a bug that still happens', () => {
  it('is opened and triaged anew for its reporter, which taken twice is the same', async () => {
    const reporter = await customer()
    const bugId = await aClosedBug(reporter)
    const { body } = await reopen(reporter, bugId)
    expect(body.result).toMatchObject({ status: 'Open', isClosed: false, classification: 'unclassified' })
    expect((await reopen(reporter, bugId)).body.result.version).toBe(body.result.version)
    const entries = (await staff.call(listTimeline, { params: { bugId }, query: {} })).body.result
    expect(entries.slice(-2).map(({ kind, by }) => [kind, by?._id])).toEqual([
      ['status-changed', reporter.userId],
      ['classified', reporter.userId],
    ])
  })

  it('is opened for whom it affects, and for nobody else', async () => {
    const [joined, other] = [await customer(), await customer()]
    const bugId = await aClosedBug(await customer())
    const params = { bugId }
    await joined.call(joinBug, { params, body: {} })
    for (const person of [other, staff]) expect((await reopen(person, bugId)).status).toBe(403)
    await joined.call(leaveBug, { params })
    expect((await reopen(joined, bugId)).status).toBe(403)
    await joined.call(joinBug, { params, body: {} })
    expect((await reopen(joined, bugId)).body.result).toMatchObject({ status: 'Open' })
  })

  it('stays closed where it repeats another one, in which that is said', async () => {
    const reporter = await customer()
    const bugId = await aClosedBug(reporter)
    const duplicateOf = await aClosedBug(await customer())
    const body = { classification: 'duplicate', duplicateOf } as const
    await staff.call(classifyBug, { params: { bugId }, body })
    expect((await reopen(reporter, bugId)).refusal.error).toMatchObject({ code: 'conflict' })
  })
})
