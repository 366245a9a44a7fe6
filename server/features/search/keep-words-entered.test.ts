import { reportBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let app: TestApp
beforeAll(async () => (app = await openTestApp()))
afterAll(() => app?.end())

/** A comment leaves all words of its bug in the list: with so many, a page. */
const description = Array.from({ length: 300 }, (_, n) => `longer-word${n}`).join(' ')
const comments = 260

it('enters new words in the index before somebody’s write has to do so', async () => {
  const customer = await app.person(['customer'])
  const texts = { title: 'Many words', description, stepsToReproduce: 'Read them.' }
  const bugId = (await customer.call(reportBug, { body: texts })).body.result._id
  for (let n = 0; n < comments; n++) {
    const { status } = await customer.call(addComment, { params: { bugId }, body: { message: `another${n}` } })
    expect(status).toBe(200)
  }
  const { rows } = await app.database.pool.query<{ pages: number }>(
    `select gin_clean_pending_list('bug_search_words')::integer as pages`,
  )
  expect(rows[0]?.pages).toBeLessThan(comments / 2)
})
