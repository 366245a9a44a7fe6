import { seededRandom } from '#bench/random.ts'
import { endpoints } from '#shared/endpoints.ts'
import { socketEvents } from '#shared/realtime/all-events.ts'
import type { SocketEvent } from '#shared/realtime/socket-event.ts'
import { validValue } from '#testing/attack/generate.ts'
import { openChatClient } from '#testing/chat-client.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A word that no record may ever contain. */
const planted = `planted${randomBytes(6).toString('hex')}`

let app: TestApp
let columns: string[]
beforeAll(async () => {
  app = await openTestApp({ LIMIT_FAILED_LOGINS: '100000', LIMIT_REGISTRATIONS: '100000' })
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select distinct column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  columns = rows.map(({ name }) => name)
})
afterAll(() => app?.end())

/** Returns the content of every table, as text. */
async function everything(): Promise<string> {
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const all = tables.map(({ name }) => `select t::text as row from "${name}" t`).join(' union all ')
  const { rows } = await app.database.pool.query<{ row: string }>(all)
  return rows.map(({ row }) => row).join('\n')
}

/** Returns every column of the database as a field, under its own name and as calls would name it. */
function fieldsBeyond(declared: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const names = [...columns, ...columns.map(camel), '_id', 'isAdmin', 'createdBy', 'uploadedBy', 'ownerId']
  return Object.fromEntries(names.filter((name) => !(name in declared)).map((name) => [name, planted]))
}

const random = seededRandom('mass assignment')
const writes = Object.entries(endpoints).filter(([, { body }]) => body !== undefined)

describe('fields that a call does not declare', () => {
  it.each(writes)('are nowhere after %s', async (name, endpoint) => {
    const person = endpoint.access === 'public' ? app.stranger : await app.person(['admin'])
    const { rows } = await app.database.pool.query<{ id: string }>('select id from users limit 1')
    const pools = { userId: [rows[0]?.id ?? ''], email: [`${randomBytes(5).toString('hex')}@example.test`] }
    const body = validValue(endpoint.body!, name, random, { ...pools, password: ['a good password'] }) as object
    const fields = fieldsBeyond((endpoint.body as unknown as { def: { shape: Record<string, unknown> } }).def.shape)
    const url = endpoint.path.replace(/:userId/g, rows[0]?.id ?? '').replace(/:\w+/g, 'f'.repeat(24))
    const answer = await person.send(endpoint.method, url, { ...fields, ...body })
    expect(answer.status).toBeLessThan(500)
    expect(JSON.stringify(answer.body)).not.toContain(planted)
    expect(await everything()).not.toContain(planted)
  })

  it('of a registration give no right and no other address', async () => {
    const body = {
      ...{ fullName: 'F', givenName: 'G', familyName: 'N', email: 'plain@example.test', password: 'a good password' },
      ...{
        role: ['admin'],
        roles: ['admin'],
        permissions: ['canEditAnyUser'],
        isDemo: true,
        is_demo: true,
        id: 'f'.repeat(24),
      },
    }
    const answer = await app.stranger.send('POST', '/api/user/register', body)
    expect(answer.status).toBe(200)
    const { rows } = await app.database.pool.query(
      `select role, is_demo, id = repeat('f', 24) as chosen from users join user_roles on user_id = id where email = 'plain@example.test'`,
    )
    expect(rows).toEqual([{ role: 'customer', is_demo: false, chosen: false }])
  })

  it.each(Object.entries(socketEvents) as [string, SocketEvent][])(
    'are nowhere after the event %s',
    async (_name, event) => {
      const address =
        app.http.server.address() ?? (await app.http.listen({ host: '127.0.0.1', port: 0 }), app.http.server.address())
      const client = await openChatClient(`http://127.0.0.1:${(address as { port: number }).port}`)
      const payload = validValue(event.payload, 'message', random, {})
      const sent =
        typeof payload === 'object' ? { ...fieldsBeyond(payload as Record<string, unknown>), ...payload } : payload
      const answer = await client.send(event, sent as never)
      client.close()
      expect(JSON.stringify(answer)).not.toContain(planted)
      expect(await everything()).not.toContain(planted)
    },
  )
})

describe('keys that reach for prototypes', () => {
  it('are refused in bodies and change nothing in the process', async () => {
    const person = await app.person(['admin'])
    for (const body of [
      '{"__proto__":{"polluted":true},"title":"t","description":"d","stepsToReproduce":"s"}',
      '{"constructor":{"prototype":{"polluted":true}},"title":"t","description":"d","stepsToReproduce":"s"}',
      '{"title":"t","description":{"__proto__":{"polluted":true}},"stepsToReproduce":"s"}',
    ]) {
      const answer = await person.send('POST', '/api/bug/new', body, { 'content-type': 'application/json' })
      expect(answer.status).toBe(400)
    }
    await person.send('GET', '/api/bug/list?__proto__[polluted]=1&constructor.prototype.polluted=1&__proto__=x')
    await app.stranger.send('GET', '/api/site', undefined, { cookie: '__proto__=polluted; constructor=polluted' })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
