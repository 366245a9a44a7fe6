import type { Endpoint } from '#shared/http/endpoint.ts'
import { permissionNames } from '#shared/access/permissions.ts'
import { endpoints } from '#shared/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foreignOrigins } from '#testing/calls/foreign-origins.ts'
import { settledContents } from '#testing/table-contents.ts'
import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'

/** Changing this list is a decision: everybody in the world may call these. */
const publicEndpoints = [
  'login',
  'register',
  'loginStatus',
  'hasPermission',
  'permissions',
  'forgotPassword',
  'signUp',
  'checkLink',
  'renewResetLink',
  'resetPassword',
  'acceptInvitation',
  'hearLess',
  'unsubscribe',
  'confirmChatMail',
  // By the link of a mail.
  ...['checkMailReport', 'confirmMailReport'],
  ...['viewReport', 'answerReport', 'uploadToReport', 'viewReportFile', 'setReportMail', 'endReporterLink'],
  'checkSetupToken',
  'createFirstAdministrator',
  'site',
]

/** Changing this list is a decision too: everybody in the world may read these routes, which no contract declares. */
const routesOutsideContracts = [
  ...['GET /healthz', 'GET /readyz', 'GET /metrics'],
  'GET /api/mail/unsubscribe/:token',
  // It asks for a secret; see server/features/mail-in/post-route.ts.
  'POST /api/mail/in',
  ...['GET /api/openapi.json', 'GET /api/docs', 'GET /api/docs/json', 'GET /api/docs/yaml'],
  ...['index.html', 'swagger-initializer.js', 'theme/look.css', 'theme/look.js', '*'].map(
    (file) => `GET /api/docs/static/${file}`,
  ),
]

const all = Object.entries(endpoints)
const guarded = all.filter(([, endpoint]) => endpoint.access !== 'public')

let app: TestApp
/** Every route of the server, with the endpoint that declares it. */
const routes: { readonly route: string; readonly endpoint: Endpoint | undefined }[] = []
const watchRoutes = (message: unknown) =>
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) routes.push({ route: `${one} ${url}`, endpoint: config?.endpoint })
  })
beforeAll(async () => {
  subscribe('fastify.initialization', watchRoutes)
  app = await openTestApp()
  unsubscribe('fastify.initialization', watchRoutes)
  await app.database.pool.query(`insert into roles (name, permissions) values ('nothing', '{}')`)
  for (const lacking of permissionNames) {
    const rest = permissionNames.filter((name) => name !== lacking)
    await app.database.pool.query('insert into roles (name, permissions) values ($1, $2)', [`all but ${lacking}`, rest])
  }
})
afterAll(() => app?.end())

const contents = () => settledContents(app)

/** Calls with an unknown id and an invalid body: the refusal must come before either is read. */
function callBlindly(caller: Caller, endpoint: Endpoint) {
  const url = endpoint.path.replace(/:\w+/g, 'ffffffffffffffffffffffff')
  return caller.send(endpoint.method, url, endpoint.method === 'GET' ? undefined : { nonsense: true })
}

describe('access', () => {
  it('is public for exactly the declared endpoints', () => {
    expect(all.filter(([, endpoint]) => endpoint.access === 'public').map(([name]) => name)).toEqual(publicEndpoints)
  })

  it('is declared for every other route that is served', () => {
    const declared = routes.filter(({ endpoint }) => endpoint !== undefined)
    expect(new Set(declared.map(({ endpoint }) => endpoint))).toEqual(new Set(Object.values(endpoints)))
    const others = routes.filter(({ endpoint, route }) => endpoint === undefined && !route.startsWith('HEAD '))
    expect(others.map(({ route }) => route).toSorted()).toEqual(routesOutsideContracts.toSorted())
  })

  describe('is refused before anything is read or written', () => {
    let before: string
    const lacking = new Map<string, Caller>()
    beforeAll(async () => {
      for (const permission of permissionNames) lacking.set(permission, await app.person([`all but ${permission}`]))
      before = await contents()
    })

    it.each(guarded)('to a stranger by %s', async (_name, endpoint) => {
      const answer = await callBlindly(app.stranger, endpoint)
      expect(answer.status).toBe(401)
      expect(answer.refusal.error.code).toBe('not-signed-in')
    })

    it.each(guarded.filter(([, endpoint]) => endpoint.access !== 'signed-in'))(
      'to somebody with every permission but its own by %s',
      async (_name, endpoint) => {
        const answer = await callBlindly(lacking.get(endpoint.access)!, endpoint)
        expect(answer.status).toBe(403)
        expect(answer.refusal.error.code).toBe('forbidden')
      },
    )

    it('so all of those calls have written nothing', async () => {
      expect(await contents()).toBe(before)
    })
  })

  it.each(guarded)('%s refuses a session that does not exist', async (_name, endpoint) => {
    const url = endpoint.path.replace(/:\w+/g, 'ffffffffffffffffffffffff')
    const answer = await app.stranger.send(endpoint.method, url, undefined, { cookie: 'mothlight_session=made-up' })
    expect(answer.status).toBe(401)
  })

  it.each(guarded)('%s refuses nobody for access who holds just its permission', async (_name, endpoint) => {
    const role = `just ${endpoint.access}`
    const permissions = endpoint.access === 'signed-in' ? [] : [endpoint.access]
    await app.database.pool.query('insert into roles (name, permissions) values ($1, $2) on conflict do nothing', [
      role,
      permissions,
    ])
    const answer = await callBlindly(await app.person([role]), endpoint)
    expect([401, 403]).not.toContain(answer.status)
  })

  describe('is refused to a page of another site', () => {
    let before: string
    let person: Caller
    beforeAll(async () => {
      person = await app.person(['admin'])
      before = await contents()
    })

    it.each(all.filter(([, endpoint]) => endpoint.method !== 'GET'))('by %s', async (_name, endpoint) => {
      const url = endpoint.path.replace(/:\w+/g, 'ffffffffffffffffffffffff')
      for (const headers of [
        ...foreignOrigins('http://localhost:3000').map((origin) => ({ origin, host: 'localhost:3000' })),
        ...['cross-site', 'same-site'].map((site) => ({ 'sec-fetch-site': site })),
      ]) {
        const answer = await person.send(endpoint.method, url, {}, headers)
        expect(answer.status).toBe(403)
        expect(answer.refusal.error.code).toBe('origin-refused')
      }
    })

    it('so all of those calls have written nothing', async () => {
      expect(await contents()).toBe(before)
    })
  })
})

describe('what an endpoint answers', () => {
  it('is never an undeclared key', async () => {
    const person = await app.person(['customer'], { email: 'secret@example.test' })
    const answer = await person.send('GET', '/api/user/me')
    expect(Object.keys(answer.body as object)).toEqual(['result'])
    expect(JSON.stringify(answer.body)).not.toContain('password')
  })

  it('for an unknown call is 404 in the one shape of refusals', async () => {
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['POST', '/api/bug/list'],
      ['DELETE', '/api/bug/new'],
    ] as const) {
      const answer = await app.stranger.send(method, url)
      expect(answer.status).toBe(404)
      expect(answer.refusal.error).toMatchObject({
        code: 'not-found',
        message: expect.any(String),
        requestId: expect.any(String),
      })
    }
  })

  it('for an address that can’t be decoded is 400 in the same shape, with the headers of any answer', async () => {
    const unknown = await app.stranger.send('GET', '/api/nothing')
    const answer = await app.stranger.send('GET', '/api/bug/%ff')
    expect(answer.status).toBe(400)
    expect(answer.refusal).toEqual({
      error: {
        code: 'invalid-input',
        message: 'The request can’t be read: its body is not valid JSON or its URL is malformed.',
        requestId: answer.headers['x-request-id'],
      },
    })
    expect(Object.keys(answer.headers).toSorted()).toEqual(Object.keys(unknown.headers).toSorted())
  })

  it('says 413 to a body that is too large, 415 to one that is no JSON, 400 to one that is broken', async () => {
    const person = await app.person(['customer'])
    const post = (body: string, type = 'application/json') =>
      person.send('POST', '/api/bug/new', body, { 'content-type': type })
    expect((await post(JSON.stringify({ title: 'x'.repeat(1_100_000) }))).status).toBe(413)
    expect((await post('title=x', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await post('hello', 'text/plain')).status).toBe(415)
    expect((await post('{"title":')).status).toBe(400)
    expect((await post('{"__proto__":{"a":1},"title":"x"}')).status).toBe(400)
    expect((await post('[]')).status).toBe(400)
    expect((await post('null')).status).toBe(400)
  })
})
