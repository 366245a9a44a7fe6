import type { Endpoint } from '#shared/http/endpoint.ts'
import { errorStatus } from '#shared/http/errors.ts'
import { endpoints } from '#shared/endpoints.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { settledContents } from '#testing/table-contents.ts'

const all = Object.entries(endpoints)
const writes = all.filter(([, endpoint]) => endpoint.body !== undefined)
const withParams = all.filter(([, endpoint]) => endpoint.params !== undefined)
const withQuery = all.filter(([, endpoint]) => endpoint.query !== undefined)
const refusals = new Set<number>(Object.values(errorStatus).filter((status) => status >= 400 && status < 500))

let app: TestApp
let admin: Caller
beforeAll(async () => {
  app = await openTestApp({ LIMIT_REGISTRATIONS: '1000000', LIMIT_FAILED_LOGINS: '1000000' })
  admin = await app.person(['admin'])
})
afterAll(() => app?.end())

/** Registration and setup answer a signed-in caller with 401 before they read the body. */
const callerFor = (endpoint: Endpoint) => (endpoint.access === 'public' ? app.stranger : admin)
const urlOf = (endpoint: Endpoint, id = 'f'.repeat(24)) => endpoint.path.replace(/:\w+/g, encodeURIComponent(id))

function expectRefusal(answer: Answer, what: unknown): void {
  expect(refusals, `${JSON.stringify(what)?.slice(0, 200)} was answered ${answer.status}`).toContain(answer.status)
  expect(answer.refusal.error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
}

async function withoutRateLimits(): Promise<string> {
  await app.database.pool.query('delete from rate_limits')
  return settledContents(app)
}

const nasty: readonly unknown[] = [
  'nul \u0000 inside',
  'lone \ud800 surrogate',
  'x'.repeat(1_000_000),
  { toString: 'x' },
  { $ne: null },
  ['a'],
  [],
  {},
  null,
  true,
  0,
  -1,
  1e308,
  '\u202e\u0000',
]

/** Bodies that no call accepts. */
const hopeless: readonly unknown[] = [
  null,
  [],
  'text',
  0,
  true,
  [[]],
  {},
  { a: { b: { c: {} } } },
  JSON.parse('['.repeat(500) + ']'.repeat(500)),
]

describe('bad input', () => {
  it.each(writes)('%s answers 4xx to a body of the wrong shape, and changes nothing', async (name, endpoint) => {
    const before = await withoutRateLimits()
    for (const body of hopeless) {
      const answer = await callerFor(endpoint).send(endpoint.method, urlOf(endpoint), JSON.stringify(body), {
        'content-type': 'application/json',
      })
      // Changing nothing about oneself is not a mistake.
      if (['editMe', 'setPreferences'].includes(name) && answer.status === 200) expect(body).toBeTypeOf('object')
      else expectRefusal(answer, body)
    }
    expect(await withoutRateLimits()).toBe(before)
  })

  it.each(writes)('%s answers 4xx when any one field is nasty, and changes nothing', async (_name, endpoint) => {
    const before = await withoutRateLimits()
    const fields = fieldsOf(endpoint)
    for (const field of fields) {
      for (const value of nasty) {
        // A password may hold any character, because it is only hashed. An empty list of permissions is valid.
        if ((field === 'password' && typeof value === 'string') || (field === 'permissions' && isEmptyList(value)))
          continue
        const body = { ...Object.fromEntries(fields.map((key) => [key, 'valid enough'])), [field]: value }
        const answer = await callerFor(endpoint).send(endpoint.method, urlOf(endpoint), body)
        expectRefusal(answer, { [field]: value })
      }
    }
    expect(await withoutRateLimits()).toBe(before)
  })

  it.each(writes)('%s answers 4xx to any generated body, or takes it as valid', async (_name, endpoint) => {
    const before = await withoutRateLimits()
    const value = fc.oneof(
      fc.anything({ maxDepth: 2 }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom("' or 1=1 --", '<script>alert(1)</script>', '__proto__'),
    )
    const fields = Object.fromEntries(fieldsOf(endpoint).map((field) => [field, value]))
    const body = fc.record(fields, { requiredKeys: [] })
    let taken = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, fc.jsonValue()), async (some) => {
        const answer = await callerFor(endpoint).send(endpoint.method, urlOf(endpoint), asJson(some), {
          'content-type': 'application/json',
        })
        if (answer.status === 200) taken++
        else expectRefusal(answer, some)
      }),
      { numRuns: 60 },
    )
    if (taken === 0) expect(await withoutRateLimits()).toBe(before)
  })

  it.each(withParams)('%s answers 404 or 400 to a malformed id', async (_name, endpoint) => {
    for (const id of [
      'x',
      ' ',
      '%',
      '..',
      '../..',
      '\u0000',
      '🦋',
      'F'.repeat(24),
      'f'.repeat(23),
      'f'.repeat(25),
      'x'.repeat(5000),
      '{}',
      'null',
      "' or ''='",
    ]) {
      const url = urlOf(endpoint, id)
      // '..' leads to another address before anything is sent.
      if (new URL(url, 'http://host').pathname !== url) continue
      const answer = await admin.send(endpoint.method, url, endpoint.body ? {} : undefined)
      // Listing or ending an unknown person's sessions finds none, which is a valid answer.
      if (answer.status === 200) expect(endpoint.path).toMatch(/sessions|\/api\/user\/:userId$/)
      else expectRefusal(answer, id)
    }
  })

  it.each(withQuery)('%s answers 4xx or a list to any query', async (_name, endpoint) => {
    const names = [
      'keywords',
      'classification',
      'closed',
      'minAge',
      'maxAge',
      'sortBy',
      'sortByInvert',
      'pageNumber',
      'pageSize',
      'role',
      'view',
      'after',
      'before',
      '__proto__',
    ]
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '0', '-1', '1e9', 'NaN', "';--", '%00', ':*', '& |', "'':*"),
    )
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 }), async (query) => {
        const answer = await admin.send('GET', `${urlOf(endpoint)}?${new URLSearchParams(query)}`)
        if (answer.status !== 200) expectRefusal(answer, query)
      }),
      { numRuns: 200 },
    )
  })
})

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

function asJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? ''
}

/** Returns the names of the fields that a body declares. */
function fieldsOf(endpoint: Endpoint): string[] {
  const { shape } = (endpoint.body as unknown as { def: { shape?: Record<string, unknown> } }).def
  return Object.keys(shape ?? {})
}
