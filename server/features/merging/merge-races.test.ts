import { verifyHistory } from '#server/features/history/public.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { classifyBug, closeBug, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { joinBug, leaveBug } from '#shared/following/contract.ts'
import { listTimeline, undoChange } from '#shared/history/contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let staff: Person
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'])
})
afterEach(async () => expect((await verifyHistory(app.database.db)).deviations).toEqual([]))
afterAll(() => app?.end())

const texts = { title: 'It breaks', description: 'Always', stepsToReproduce: 'Start it' }
async function someBugs(count: number): Promise<string[]> {
  const bugs: string[] = []
  for (let index = 0; index < count; index++) {
    const reporter = await app.person(['customer'])
    bugs.push((await reporter.call(reportBug, { body: texts })).body.result._id)
  }
  return bugs
}
const merge = (bugId = '', into = '') => staff.call(mergeBug, { params: { bugId }, body: { into, close: true } })
const view = async (bugId = '') => (await staff.call(viewBug, { params: { bugId } })).body.result

it('of two merges in opposite directions one is made and the other refused', async () => {
  for (let round = 0; round < 15; round++) {
    const [a, b] = await someBugs(2)
    const answers = await Promise.all([merge(a, b), merge(b, a)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect([(await view(a)).affectedCount, (await view(b)).affectedCount].toSorted()).toEqual([1, 2])
  }
})

it('of three merges in a ring two are made at most', async () => {
  for (let round = 0; round < 10; round++) {
    const [a, b, c] = await someBugs(3)
    const answers = await Promise.all([merge(a, b), merge(b, c), merge(c, a)])
    for (const { status } of answers) expect([200, 400]).toContain(status)
    const merged = [await view(a), await view(b), await view(c)].filter(({ isMerged }) => isMerged)
    expect(merged.length).toBe(answers.filter(({ status }) => status === 200).length)
    expect(merged.length).toBeLessThan(3)
  }
})

it('fifty people who join at once are all counted, and each once however often they ask', async () => {
  const [dup, orig] = await someBugs(2)
  const people: Person[] = []
  for (let index = 0; index < 50; index++) people.push(await app.person(['customer']))
  const join = (person: Person, index: number) =>
    person.call(joinBug, { params: { bugId: (index % 2 === 0 ? dup : orig) ?? '' }, body: {} })
  const answers = await Promise.all([
    ...people.map(join),
    merge(dup, orig),
    ...people.map((person, index) => join(person, index + 1)),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await view(orig)).toMatchObject({ affectedCount: 52, followerCount: 52 })
})

it('whatever happens at once, nothing waits for ever and the totals stay right', async () => {
  const people = [await app.person(['customer']), await app.person(['customer']), await app.person(['customer'])]
  const index = (max: number) => fc.integer({ min: 0, max })
  const act = fc.record({
    what: fc.constantFrom('merge', 'merge', 'join', 'leave', 'approve', 'link', 'undo', 'comment', 'close'),
    bug: index(5),
    other: index(5),
    person: index(2),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 40 }), async (acts) => {
      const bugs = await someBugs(6)
      const answers = await Promise.all(
        acts.map(async ({ what, bug, other, person }) => {
          const [params, caller] = [{ bugId: bugs[bug] ?? '' }, people[person] ?? staff]
          if (what === 'merge') return merge(bugs[bug], bugs[other])
          if (what === 'join') return caller.call(joinBug, { params, body: {} })
          if (what === 'leave') return caller.call(leaveBug, { params })
          if (what === 'comment') return caller.call(addComment, { params, body: { message: 'Hello' } })
          if (what === 'close') return staff.call(closeBug, { params, body: { closed: person > 0 } })
          if (what === 'approve') return staff.call(classifyBug, { params, body: { classification: 'approved' } })
          if (what === 'link') {
            const body = { classification: 'duplicate' as const, duplicateOf: bugs[other] ?? '' }
            return staff.call(classifyBug, { params, body })
          }
          const { body } = await staff.call(listTimeline, { params })
          return staff.call(undoChange, { params: { ...params, entryId: body.result.at(-1)?._id ?? '' } })
        }),
      )
      for (const { status } of answers) expect([200, 400, 403, 409]).toContain(status)
      expect((await verifyHistory(app.database.db)).deviations).toEqual([])
    }),
    { numRuns: 12 },
  )
})
