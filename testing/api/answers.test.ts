import { refusalsOf } from '#server/features/api-docs/refusals.ts'
import { endpoints } from '#shared/endpoints.ts'
import { acceptedBodies, acceptedQueries } from '#testing/calls/accepted-bodies.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.end())

/** An id, a role's name or a number that no record has. */
const nothing = 'f'.repeat(24)

describe('the refusals that docs/api.md names', () => {
  it.each(Object.entries(endpoints).filter(([, { params }]) => params))(
    '%s says not-found of what is not there exactly where it is said to',
    async (name, endpoint) => {
      const person = await app.person(['admin'])
      const ids = {
        ...{
          userId: person.userId,
          originalId: nothing,
          productId: nothing,
          otherLabelId: nothing,
          placeholderId: nothing,
        },
        entryId: '1',
      }
      const url = endpoint.path.replaceAll(/:\w+/g, nothing) + (acceptedQueries[name] ?? '')
      const [body, type] =
        endpoint.takes === 'bytes'
          ? [Buffer.from('x'), 'application/octet-stream']
          : endpoint.takes === 'one-click'
            ? ['List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded']
            : [acceptedBodies[name]?.(ids)]
      const answer = await person.send(endpoint.method, url, body, type === undefined ? {} : { 'content-type': type })
      const isNamed = refusalsOf(name, endpoint).some(({ code }) => code === 'not-found')
      expect(answer.status).toBe(isNamed ? 404 : 200)
    },
  )
})
