import { currentRequestId } from '#server/config/request-context.ts'
import { permissionNames } from '#shared/access/permissions.ts'
import { endpoints } from '#shared/endpoints.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { lookAt } from '#shared/live/socket-events.ts'
import { socketEvents } from '#shared/realtime/all-events.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedBodies, acceptedQueries } from '#testing/calls/accepted-bodies.ts'
import { type ChatClient, openChatClient } from '#testing/chat-client.ts'
import { recordsOf } from '#testing/records-of.ts'
import { settledContents } from '#testing/table-contents.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'

type Person = Awaited<ReturnType<TestApp['person']>>
type Ids = Readonly<Record<string, string>>

const unknown = 'f'.repeat(24)

let app: TestApp
let origin: string
/** Has every permission but to see private bugs, and is a member of no product. */
let outsider: Person
let owner: Person
/** Statements by the request or socket event that ran them, without their values. */
const ran = new Map<string, string[]>()
const query = pg.Client.prototype.query
const open: ChatClient[] = []

beforeAll(async () => {
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const id = currentRequestId()
    const [asked] = args as [string | { text?: string }]
    if (id !== undefined) ran.set(id, [...(ran.get(id) ?? []), typeof asked === 'string' ? asked : (asked.text ?? '')])
    return Reflect.apply(query, this, args) as never
  } as typeof query
  app = await openTestApp({ LIMIT_SIMILAR: '1000000' })
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const most = permissionNames.filter((name) => name !== 'canViewPrivateBugs')
  await app.database.pool.query(`insert into roles (name, permissions) values ('outsider', $1)`, [most])
  await app.database.pool.query(
    `insert into products (id, key, name, is_open) values ($1, 'HIDE', 'Of its members', false)`,
    ['a'.repeat(24)],
  )
  outsider = await app.person(['outsider'])
  owner = await app.person(['admin'])
  await app.database.pool.query(`insert into product_members (product_id, user_id) values ($1, $2)`, [
    'a'.repeat(24),
    owner.userId,
  ])
})
afterAll(async () => {
  pg.Client.prototype.query = query
  open.forEach((client) => client.close())
  await app?.end()
})

/** How a bug is hidden from the outsider, but not from its owner. */
const ways: Readonly<Record<string, (bugId: string) => Promise<unknown>>> = {
  'a private bug': (bugId) => app.database.pool.query('update bugs set is_private = true where id = $1', [bugId]),
  'a bug of a product that has members': (bugId) =>
    app.database.pool.query(
      `update bugs set product_number = (select number from products where key = 'HIDE') where id = $1`,
      [bugId],
    ),
}

/** A bug with all that calls may name of it, hidden. */
async function aHiddenBug(hide: (bugId: string) => Promise<unknown>): Promise<Ids> {
  const ids = await recordsOf(app, owner.userId)
  await hide(ids['bugId'] ?? '')
  return ids
}

const pathOf = (endpoint: Endpoint, ids: Ids) => endpoint.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '')

interface Asked {
  readonly status: number
  readonly body: string
  readonly statements: readonly string[]
}

/** But for the one that finds who asks, which is remembered for a while. */
const statementsOf = (requestId: string) =>
  (ran.get(requestId) ?? []).filter((text) => !text.includes('from "sessions"'))

/** What a call answers, and how it was found, but for the id that was asked for. */
async function ask(by: Caller, method: string, url: string, body: unknown, bugId: string): Promise<Asked> {
  const answer = await by.send(method, url, body)
  const requestId = String(answer.headers['x-request-id'])
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  return {
    status: answer.status,
    body: text.replaceAll(requestId, '(request)').replaceAll(bugId, '(bug)').replaceAll(bugId.slice(-8), '(short)'),
    statements: statementsOf(requestId),
  }
}

const keyOf = async (bugId: string) => {
  const { rows } = await app.database.pool.query<{ key: string }>(
    `select p.key || '-' || b.number as key from bugs b join products p on p.number = b.product_number where b.id = $1`,
    [bugId],
  )
  return rows[0]?.key ?? ''
}

const ofBugs = Object.entries(endpoints).filter(([, { path }]) => path.includes(':bugId'))

describe.each(Object.entries(ways))('%s', (_way, hide) => {
  it.each(ofBugs)('is for %s as one that does not exist', async (name, endpoint) => {
    const hidden = await aHiddenBug(hide)
    // Of a kind that waits before it is taken back.
    await app.database.pool.query(`update events set type = 'bug-merged' where id = $1 and $2::text = 'undoChange'`, [
      hidden['entryId'],
      name,
    ])
    const none = { ...hidden, bugId: unknown }
    const bodyOf = () => acceptedBodies[name]?.({ ...hidden, originalId: hidden['originalId'] ?? '' })
    const url = (ids: Ids) => pathOf(endpoint, ids) + (acceptedQueries[name] ?? '')
    const before = await settledContents(app)
    const first = await ask(outsider, endpoint.method, url(none), bodyOf(), unknown)
    const second = await ask(outsider, endpoint.method, url(hidden), bodyOf(), hidden['bugId'] ?? '')
    expect(second).toEqual(first)
    expect(second.status).toBe(404)
    expect(second.statements.length).toBeGreaterThan(0)
    expect(await settledContents(app)).toBe(before)
    // The reporters here have accounts, who get no link.
    if (name === 'undoChange' || name === 'sendReporterLink') return
    const seen = await ask(owner, endpoint.method, url(hidden), bodyOf(), hidden['bugId'] ?? '')
    expect([seen.status, seen.body]).toEqual([200, expect.any(String)])
  })

  it.each([
    ['mergeBug', (id: string) => ({ into: id }), 'PUT', '/merge'],
    ['classifyBug', (id: string) => ({ classification: 'duplicate', duplicateOf: id }), 'PUT', '/classify'],
  ])('is for %s no original', async (name, bodyOf, _method, end) => {
    const [hidden, visible] = [await aHiddenBug(hide), await recordsOf(app, owner.userId)]
    const url = `/api/bug/${visible['bugId']}${end}`
    const { method } = endpoints[name] as Endpoint
    const first = await ask(outsider, method, url, bodyOf(unknown), unknown)
    const second = await ask(outsider, method, url, bodyOf(hidden['bugId'] ?? ''), hidden['bugId'] ?? '')
    expect(second).toEqual(first)
    expect(second.status).toBe(400)
  })

  it('has no attachments, thumbnails, comments or references', async () => {
    const [hidden, visible] = [await aHiddenBug(hide), await recordsOf(app, owner.userId)]
    const { bugId = '', attachmentId = '', commentId = '' } = hidden
    const urls = [
      (id: string) => `/api/attachment/list?ids=${id === unknown ? unknown : attachmentId}`,
      (id: string) => `/api/bug/${visible['bugId']}/merged-comments?before=${id === unknown ? unknown : commentId}`,
      (id: string) => `/api/bug/references?ids=${id.slice(-8)}`,
    ]
    const paths = [endpoints['listAttachments'], undefined, endpoints['listReferences']]
    for (const [n, url] of urls.entries()) {
      const at = (id: string) => (paths[n] ? `${paths[n].path}?${url(id).split('?')[1]}` : url(id))
      const first = await ask(outsider, 'GET', at(unknown), undefined, unknown)
      expect(await ask(outsider, 'GET', at(bugId), undefined, bugId)).toEqual(first)
    }
    const file = (endpoints['viewAttachment'] as Endpoint).path
    for (const size of ['', '?size=thumbnail']) {
      const at = (id: string) => file.replace(':attachmentId', id) + size
      const first = await ask(outsider, 'GET', at(unknown), undefined, unknown)
      expect(await ask(outsider, 'GET', at(attachmentId), undefined, attachmentId)).toEqual(first)
      expect(first.status).toBe(404)
    }
  })

  it('is by its key as one that does not exist', async () => {
    const key = await keyOf((await aHiddenBug(hide))['bugId'] ?? '')
    for (const url of ['/api/bug/(key)', '/api/bug/references?ids=(key)', '/api/bug/list?keywords=(key)']) {
      const none = key.replace(/\d+$/, '999999')
      const first = await ask(outsider, 'GET', url.replace('(key)', none), undefined, none)
      expect(await ask(outsider, 'GET', url.replace('(key)', key), undefined, key)).toEqual(first)
    }
  })

  it('is not changed among many, and its title is not told', async () => {
    const { bugId = '' } = await aHiddenBug(hide)
    const results: unknown[] = []
    for (const id of [unknown, bugId]) {
      const body = { ids: [id], fields: { status: 'Closed' } }
      const bulk = await ask(outsider, 'POST', (endpoints['changeBugs'] as Endpoint).path, body, id)
      const bulkId = /"_id":"(\w+)"/.exec(bulk.body)?.[1] ?? ''
      const path = (name: string) => (endpoints[name] as Endpoint).path.replace(':bulkId', bulkId)
      await expect
        .poll(async () => (await outsider.send('GET', path('viewBulk'))).body)
        .toMatchObject({ result: { isFinished: true } })
      const refusals = await ask(outsider, 'GET', path('listBulkRefusals'), undefined, id)
      results.push({ status: bulk.status, refusals: refusals.body })
    }
    expect(results[1]).toEqual(results[0])
    expect(JSON.stringify(results[1])).toContain('not-found')
  })

  it('is not watched', async () => {
    const { bugId: hidden = '' } = await aHiddenBug(hide)
    const client = await openChatClient(origin, outsider.cookie)
    open.push(client)
    const answers: unknown[] = []
    for (const bugId of [unknown, hidden]) {
      ran.clear()
      const answer = await client.send(lookAt, { bugId })
      const { requestId = '' } = answer.ok ? {} : answer.error
      answers.push({
        ...answer,
        error: { ...(answer.ok ? {} : answer.error), requestId: '' },
        ran: statementsOf(requestId),
      })
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[1]).toMatchObject({ ok: false, error: { code: 'not-found' }, ran: [expect.any(String)] })
  })
})

it('no other socket event takes a bug', () => {
  const named = Object.values(socketEvents).filter(({ payload }) => {
    const { shape } = (payload as unknown as { def: { shape?: object } }).def
    return Object.keys(shape ?? {}).some((key) => /bug/i.test(key))
  })
  expect(named).toEqual([lookAt])
})
