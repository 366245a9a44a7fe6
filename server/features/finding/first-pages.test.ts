import { listBugs, reportBug } from '#shared/bugs/contract.ts'
import { bugSorts } from '#shared/bugs/words.ts'
import { defaultPageSize } from '#shared/http/page.ts'
import { addComment, deleteComment } from '#shared/comments/contract.ts'
import { makeWorld, type World } from '#testing/search/search-world.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let app: TestApp
let world: World
let staff: Caller
beforeAll(async () => {
  app = await openTestApp()
  world = await makeWorld(app, 'first pages', 250)
  staff = world.people[0] as Caller
})
afterAll(() => app?.end())

async function pageOf(keywords: string, sortBy: (typeof bugSorts)[number], pageSize: number) {
  const query = { keywords, sortBy, pageSize: `${pageSize}` }
  const { status, body } = await staff.call(listBugs, { query })
  expect([status, keywords]).toEqual([200, keywords])
  return body
}

/** From one word to more than those whose statements for comments are kept. */
const searches = [
  ...['crash', 'the', 'printer', 'naïve', 'café', '"to the"', '"page error"', 'error page', 'crashed list open'],
  ...['the a to is', 'the a to is in', 'кнопка is:open', 'page -crash', 'save is:open', 'error OR printer', 'happily'],
]

it('a first page whose plan is kept is the beginning of a longer one, snippets too, whether its total is remembered or not', async () => {
  const places = new Set<string>()
  for (const keywords of searches) {
    for (const sortBy of bugSorts) {
      const longer = await pageOf(keywords, sortBy, 2 * defaultPageSize)
      // First nothing is remembered, then all is.
      for (const time of ['first', 'second', 'third']) {
        const page = await pageOf(keywords, sortBy, defaultPageSize)
        const says = `${keywords} by ${sortBy} for the ${time} time`
        expect([page.pagination.totalCount, says]).toEqual([longer.pagination.totalCount, says])
        expect([page.result, says]).toEqual([longer.result.slice(0, defaultPageSize), says])
        for (const { matches } of page.result) for (const { field } of matches ?? []) places.add(field)
      }
    }
  }
  expect([...places].toSorted()).toEqual(['comment', 'description', 'stepsToReproduce', 'title'])
})

it('what was written last stands on the first page and in its total', async () => {
  const first = () => pageOf('crash', 'createdOn', defaultPageSize)
  await first()
  const { totalCount } = (await first()).pagination
  expect(totalCount).toBeGreaterThan(100)
  const report = { title: 'A crash', description: 'It is gone.', stepsToReproduce: 'Look.' }
  const params = { bugId: (await staff.call(reportBug, { body: report })).body.result._id }
  for (const time of ['first', 'second']) {
    const seen = await first()
    expect([seen.pagination.totalCount, seen.result[0]?._id, time]).toEqual([totalCount + 1, params.bugId, time])
  }
  const said = await staff.call(addComment, { params, body: { message: 'Crashes, says a comment.' } })
  const [talked] = (await first()).result
  expect(talked?.matches?.map(({ text }) => text)).toEqual(['A crash', 'Crashes, says a comment.'])
  await staff.call(deleteComment, { params: { ...params, commentId: said.body.comment.commentId } })
  expect((await first()).result[0]?.matches?.map(({ text }) => text)).toEqual(['A crash'])
})
