import { viewConversation } from '#shared/chat/contract.ts'
import { markSeen, sayTyping, syncConversation } from '#shared/chat/socket-events.ts'
import type { CallOf, Endpoint, ReplyOf } from '#shared/http/endpoint.ts'
import { closeBug, reportBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { login, logout, listMySessions, register } from '#shared/auth/contract.ts'
import { lookAt } from '#shared/live/socket-events.ts'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ours, sessionLocks } from '#server/db/session-locks.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { type Account, accountWithSession } from '#testing/account-with-session.ts'
import { type ChatClient, newVisitorCookie, openChatClient } from '#testing/chat-client.ts'
import { programs } from '#testing/debian-programs.ts'
import { launchProcess, type ProductProcess, refusedStart, startProcess } from '#testing/product-process.ts'
import { freePort, redisPassword, type RedisProcess, startRedis } from '#testing/redis-process.ts'
import { StormClient } from '#testing/storms/storm-client.ts'
import { urlOf, withAdmin } from '#testing/test-cluster.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { checkTlsConfiguration, type NginxProcess, startNginx } from './nginx-process.ts'

const { paths, missing } = await programs({ nginx: 'nginx', 'redis-server': 'redis-server', openssl: 'openssl' })
const title = (what: string) => (missing ? `${what} (${missing})` : what)

const password = 'a good password'
const names = { givenName: 'Per', familyName: 'Son' }

/** Makes a call by its contract. */
async function call<E extends Endpoint>(
  origin: string,
  endpoint: E,
  { params, body }: Partial<CallOf<E>> & { params?: Record<string, string>; body?: unknown },
  cookie?: string,
) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? '')
  const answer = await fetch(origin + path, {
    method: endpoint.method,
    headers: { ...(cookie && { cookie }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const reply = (await answer.json()) as ReplyOf<E>
  return { status: answer.status, reply, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

const [a, b] = await Promise.all([freePort(), freePort()])

describe.skipIf(missing !== undefined)(title('two nodes behind nginx'), () => {
  let test: TestDatabase
  let dataDir: string
  let redis: RedisProcess
  let nginx: NginxProcess
  let settings: Record<string, string>
  const nodes: ProductProcess[] = []
  /** The addresses of the nodes themselves. */
  const direct = [a, b].map((port) => `http://127.0.0.1:${port}`) as [string, string]

  beforeAll(async () => {
    ;[test, dataDir, redis] = await Promise.all([
      openTestDatabase(),
      mkdtemp(join(tmpdir(), 'mothlight-nodes-')),
      startRedis(paths['redis-server']),
    ])
    const port = await freePort()
    settings = {
      DATABASE_URL: test.url,
      DATA_DIR: dataDir,
      REDIS_URL: redis.url,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: '127.0.0.1',
      CHAT_PORT: 'off',
      LIMIT_FAILED_LOGINS: '4',
      LIMIT_CHAT_MESSAGES: '100000',
    }
    nodes.push(...(await Promise.all([a, b].map((own) => startProcess({ ...settings, PORT: String(own) })))))
    nginx = await startNginx(paths.nginx, port, [a, b])
  }, 300_000)
  afterAll(async () => {
    await nginx?.end()
    for (const node of nodes) await node.crash().catch(() => undefined)
    await redis?.end()
    await test?.drop()
    if (dataDir) await rm(dataDir, { recursive: true, force: true })
  })

  const open: ChatClient[] = []
  afterEach(() => open.splice(0).forEach((client) => client.close()))
  async function connected(origin: string, cookie?: string, transport = 'websocket'): Promise<ChatClient> {
    const client = await openChatClient(origin, cookie, { transports: [transport] })
    open.push(client)
    return client
  }
  const person = (name: string, roles: readonly string[]): Promise<Account> =>
    accountWithSession(test.database, { name: `${name} ${randomBytes(3).toString('hex')}`, roles })
  const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { interval: 20 })
  const pushes = (client: ChatClient, name: string) =>
    client.received.filter((packet) => packet.name === name).map(({ data }) => data)

  it('whoever logs in at one is known at the other, and not any more after leaving there', async () => {
    const account = { ...names, fullName: 'Per Son', email: 'per@example.test', password }
    expect((await call(direct[0], register, { body: account })).status).toBe(200)
    const { cookie } = await call(direct[0], login, { body: { email: account.email, password } })
    for (const origin of [...direct, nginx.origin]) {
      expect((await call(origin, listMySessions, {}, cookie)).status).toBe(200)
    }
    expect((await call(direct[1], logout, {}, cookie)).status).toBe(200)
    await eventually(async () => expect((await call(direct[0], listMySessions, {}, cookie)).status).toBe(401))
  })

  it('failed logins count at both', async () => {
    const wrong = { email: 'nobody@example.test', password: 'not the password' }
    for (const origin of [...direct, ...direct]) expect((await call(origin, login, { body: wrong })).status).toBe(401)
    for (const origin of [...direct, nginx.origin]) {
      expect((await call(origin, login, { body: wrong })).status).toBe(429)
    }
  })

  it('a visitor at one and staff at the other talk, see one another write and read, come and go', async () => {
    const clerk = await person('Clerk', ['support'])
    const visitor = await connected(direct[0], await newVisitorCookie(direct[0]))
    expect(await visitor.send(syncConversation, {})).toMatchObject({ staffPresent: false })
    const staff = await connected(direct[1], clerk.cookie)
    expect(await visitor.push('chat-presence')).toEqual({ staffPresent: true })
    const { conversationId } = await visitor.say('Is anybody there?')
    await staff.push('chat-message', ({ message }) => message === 'Is anybody there?')
    const view = async () =>
      (await call(direct[1], viewConversation, { params: { conversationId } }, clerk.cookie)).reply
    await eventually(async () => expect((await view()).result.visitor.isConnected).toBe(true))
    await staff.say('I am', { conversationId })
    await visitor.push('chat-message', ({ message }) => message === 'I am')

    await visitor.send(sayTyping, {})
    expect(await staff.push('chat-typing')).toMatchObject({ conversationId, from: 'visitor' })
    await staff.send(sayTyping, { conversationId })
    expect(await visitor.push('chat-typing')).toMatchObject({ conversationId, from: 'staff' })
    await visitor.send(markSeen, { seq: 2 })
    expect(await staff.push('chat-seen', ({ from }) => from === 'visitor')).toMatchObject({ conversationId, seq: 2 })
    await visitor.say('Good')
    await staff.send(markSeen, { conversationId, seq: 3 })
    expect(await visitor.push('chat-seen', ({ from }) => from === 'staff')).toMatchObject({ conversationId, seq: 3 })
    // A client that names no conversation means the one that it read last, at whichever node.
    const elsewhere = await connected(direct[0], clerk.cookie)
    expect(await elsewhere.say('Still here')).toMatchObject({ conversationId })
    elsewhere.close()

    for (const client of [staff, visitor]) await client.push('chat-message', ({ message }) => message === 'Still here')
    // Each message came once.
    expect(staff.heard()).toEqual(['Is anybody there?', 'Good', 'Still here'])
    expect(visitor.heard()).toEqual(['I am', 'Still here'])
    staff.received.length = 0
    visitor.close()
    await staff.push('chat-conversation', (change) => change.conversationId === conversationId)
    await eventually(async () => expect((await view()).result.visitor.isConnected).toBe(false))
    const other = await connected(direct[0], await newVisitorCookie(direct[0]))
    expect(await other.send(syncConversation, {})).toMatchObject({ staffPresent: true })
    staff.close()
    expect(await other.push('chat-presence', ({ staffPresent }) => !staffPresent)).toEqual({ staffPresent: false })
  })

  it('who looks at a bug at one is seen at the other, and so is what they change', async () => {
    const [ada, grace] = [await person('Ada', ['staff']), await person('Grace', ['staff'])]
    const body = { title: 'Lamp', description: 'Flickers', stepsToReproduce: 'Wait' }
    const bugId = (await call(nginx.origin, reportBug, { body }, ada.cookie)).reply.result._id
    const [first, second] = [await connected(direct[0], ada.cookie), await connected(direct[1], grace.cookie)]
    await first.send(lookAt, { bugId, isEditing: true })
    await second.send(lookAt, { bugId })
    const seenBy = (client: ChatClient, viewers: object[]) =>
      eventually(() => expect(pushes(client, 'bug-viewers').at(-1)).toMatchObject({ viewers }))
    await seenBy(first, [{ _id: grace.userId, isEditing: false }])
    await seenBy(second, [{ _id: ada.userId, isEditing: true }])
    expect(await second.send(lookAt, { bugId })).toMatchObject({ viewers: [{ _id: ada.userId, isEditing: true }] })
    await call(direct[0], closeBug, { params: { bugId }, body: { closed: true } }, ada.cookie)
    expect(await second.push('bug-changed')).toMatchObject({ bugId })
    first.close()
    await seenBy(second, [])
  })

  it('a connection through nginx holds, polled or not, whichever node it meets', async () => {
    const clerk = await person('Clerk', ['support'])
    const inbox = await connected(nginx.origin, clerk.cookie)
    for (const transport of ['polling', 'websocket', 'polling', 'websocket']) {
      const visitor = await connected(nginx.origin, await newVisitorCookie(nginx.origin), transport)
      for (const text of ['one', 'two', 'three']) await visitor.say(`${transport} ${text}`)
      await inbox.push('chat-message', ({ message }) => message === `${transport} three`)
      visitor.close()
    }
    const page = await fetch(nginx.origin)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')])
    expect((await fetch(`${nginx.origin}/metrics`)).status).toBe(404)
  })

  it('while Redis is gone people go on talking, and when it is back they see one another again', async () => {
    const clerk = await person('Clerk', ['support'])
    const [visitor, staff] = [
      await connected(direct[0], await newVisitorCookie(direct[0])),
      await connected(direct[1], clerk.cookie),
    ]
    const { conversationId } = await visitor.say('before')
    await staff.push('chat-message', ({ message }) => message === 'before')
    await redis.end()
    await visitor.say('meanwhile')
    await staff.push('chat-message', ({ message }) => message === 'meanwhile')
    redis = await startRedis(paths['redis-server'], redis.port)
    staff.received.length = 0
    await eventually(async () => {
      await visitor.send(sayTyping, {})
      expect(pushes(staff, 'chat-typing').length).toBeGreaterThan(0)
    })
    expect(pushes(staff, 'chat-typing')[0]).toMatchObject({ conversationId })
    for (const node of nodes) {
      expect(node.output()).not.toContain(redisPassword)
      expect(node.output()).not.toContain(encodeURIComponent(redisPassword))
    }
  })

  it('killing one under load loses no acknowledged write and no message', async () => {
    const [writer, clerk] = [await person('Writer', ['staff']), await person('Clerk', ['support'])]
    const body = { title: 'Load', description: 'Many', stepsToReproduce: 'Write' }
    const bugId = (await call(nginx.origin, reportBug, { body }, writer.cookie)).reply.result._id
    const acknowledged = new Set<string>()
    let ends = false
    async function write(name: string): Promise<void> {
      for (let count = 0; !ends; count++) {
        const message = `${name} ${count}`
        const input = { params: { bugId }, body: { message } }
        const answer = await call(nginx.origin, addComment, input, writer.cookie).catch(() => undefined)
        if (answer?.status === 200) acknowledged.add(message)
      }
    }
    const cookies = await Promise.all(Array.from({ length: 6 }, () => newVisitorCookie(nginx.origin)))
    const visitors = cookies.map((cookie) => new StormClient(nginx.origin, cookie))
    const inbox = new StormClient(nginx.origin, clerk.cookie, true)
    const sent: string[] = []
    const talk = async () => {
      for (let count = 0; !ends; count++) {
        for (const [n, visitor] of visitors.entries()) {
          // Nobody types faster than what they said is stored.
          if (visitor.pendingCount > 20) {
            await visitor.settle()
            continue
          }
          sent.push(`visitor ${n} says ${count}`)
          visitor.say(sent.at(-1) ?? '')
        }
        await setTimeout(10)
      }
    }
    try {
      const work = [...['one', 'two', 'three'].map(write), talk()]
      const goOn = (writes: number) => {
        const before = acknowledged.size
        return eventually(() => expect(acknowledged.size).toBeGreaterThan(before + writes))
      }
      await goOn(20)
      const { pid } = nodes[0] as ProductProcess
      process.kill(pid, 'SIGKILL')
      await goOn(20)
      nodes[0] = await startProcess({ ...settings, PORT: String(a) })
      await goOn(20)
      // The other one is stopped as for an upgrade: it finishes everything that it has begun.
      expect(await nodes[1]?.end()).toBe(0)
      await goOn(20)
      ends = true
      await Promise.all(work)
      nodes[1] = await startProcess({ ...settings, PORT: String(b) })
      await eventually(async () => {
        await Promise.all(visitors.map((visitor) => visitor.settle()))
        expect(visitors.filter(({ pendingCount }) => pendingCount > 0)).toEqual([])
      })

      const comments = await test.database.pool.query<{ message: string }>(
        'select message from comments where bug_id = $1',
        [bugId],
      )
      const kept = comments.rows.map(({ message }) => message)
      expect([...acknowledged].filter((message) => !kept.includes(message))).toEqual([])
      expect(new Set(kept).size).toBe(kept.length)
      const lines = await test.database.pool.query<{ message: string }>(
        `select message from chat_lines where message like 'visitor %'`,
      )
      expect(lines.rows.map(({ message }) => message).toSorted()).toEqual(sent.toSorted())
      await eventually(async () => {
        await inbox.settle()
        const heard = [...inbox.lines.values()].flatMap((talk) => [...talk.values()])
        expect(heard.filter(({ message }) => message.startsWith('visitor '))).toHaveLength(sent.length)
      })
      expect([inbox, ...visitors].flatMap(({ conflicts }) => conflicts)).toEqual([])
    } finally {
      ends = true
      for (const client of [inbox, ...visitors]) client.close()
    }
  })

  it('a wrong REDIS_URL stops the start with one sentence without the password', async () => {
    const { output, code } = await refusedStart({
      ...settings,
      REDIS_URL: redis.url.replace('redis://:', 'redis://:x'),
    })
    expect(code).toBe(1)
    expect(output.trim()).toMatch(/^Redis refuses what REDIS_URL says: WRONGPASS [^\n]+$/)
    expect(output).not.toContain('secret')
  })

  it('the files with TLS are right, and the guide shows what the test has started', async () => {
    expect(await checkTlsConfiguration(paths.nginx)).toContain('test is successful')
    const root = resolve(import.meta.dirname, '../..')
    const guide = await readFile(join(root, 'docs/operate.md'), 'utf8')
    for (const name of ['mothlight.conf', 'mothlight/nodes.conf', 'mothlight/listen.conf']) {
      expect(guide).toContain(await readFile(join(root, 'ops/nginx', name), 'utf8'))
    }
  })
})

it('two nodes that start at once on an empty database make its tables and the demo once', async () => {
  const cluster = inject('cluster')
  const name = `test_${randomBytes(8).toString('hex')}`
  const folders = await Promise.all(['a', 'b'].map((one) => mkdtemp(join(tmpdir(), `mothlight-start-${one}-`))))
  await withAdmin(cluster, (admin) => admin.query(`create database ${name}`))
  const started: ProductProcess[] = []
  try {
    const settings = { DATABASE_URL: urlOf(cluster, name), DEMO: 'on', CHAT_PORT: 'off', SIMILAR: 'off' }
    const starts = folders.map((DATA_DIR) => startProcess({ ...settings, DATA_DIR }).then((node) => started.push(node)))
    expect((await Promise.allSettled(starts)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const [one, other] = started as [ProductProcess, ProductProcess]
    const body = { email: 'demo@mothlight.example', password: 'moth-to-the-lamp' }
    for (const { origin } of [one, other]) expect((await call(origin, login, { body })).status).toBe(200)
  } finally {
    for (const node of started) await node.end()
    await withAdmin(cluster, (admin) => admin.query(`drop database ${name} with (force)`))
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
})

describe('a version that changes the schema', () => {
  const preload = pathToFileURL(join(import.meta.dirname, '../faults/next-version.ts')).href
  const next = { NODE_OPTIONS: `--import=${preload}`, NEXT_VERSION: 'stops' }
  const refusal =
    /^This version changes the database, and other Mothlight processes still run on it \(connected from [^)]+\): stop every one of them, [^\n]+ Nothing was changed\.$/m
  let test: TestDatabase
  let folder: string
  let settings: Record<string, string>
  const running: ProductProcess[] = []
  beforeEach(async () => {
    ;[test, folder] = await Promise.all([openTestDatabase(), mkdtemp(join(tmpdir(), 'mothlight-next-'))])
    settings = { DATABASE_URL: test.url, DATA_DIR: folder, CHAT_PORT: 'off', SIMILAR: 'off' }
  })
  afterEach(async () => {
    for (const node of running.splice(0)) await node.end()
    await test.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const start = async (more: Record<string, string> = {}) => {
    const node = await startProcess({ ...settings, ...more })
    running.push(node)
    return node
  }
  const ofNodes = `from pg_locks where locktype = 'advisory' and objid = ${sessionLocks.nodes}
    and database = (select oid from pg_database where datname = current_database())`
  /** Connections that hold the lock of the nodes, or wait for it. */
  const holders = async (mode: 'ShareLock' | 'ExclusiveLock', isGranted = true) =>
    (await test.database.pool.query(`select ${ofNodes} and mode = $1 and granted = $2`, [mode, isGranted])).rowCount
  /** Ends the connections by which nodes say that they live. */
  const cutNodes = () => test.database.pool.query(`select pg_terminate_backend(pid) ${ofNodes} and granted`)
  const changes = async () =>
    (await test.database.pool.query(`select from kysely_migration where name = '9999-next'`)).rowCount

  it('refuses to start while a node runs, and starts when it has been stopped', async () => {
    const node = await start()
    expect(await holders('ShareLock')).toBe(1)
    const { output, code } = await refusedStart({ ...settings, ...next })
    expect([output, code]).toEqual([expect.stringMatching(refusal), 1])
    expect(await changes()).toBe(0)
    expect((await fetch(`${node.origin}/readyz`)).status).toBe(200)
    expect(await running.pop()?.end()).toBe(0)
    await start(next)
    expect(await changes()).toBe(1)
  })

  it('knows a node of a version without the lock by what it listens to, and waits a moment for its end', async () => {
    const older = new pg.Client(test.url)
    older.on('error', () => undefined)
    await older.connect()
    await older.query('listen mothlight_events')
    const { output, code } = await refusedStart({ ...settings, ...next })
    expect([output, code]).toEqual([expect.stringMatching(refusal), 1])
    expect(await changes()).toBe(0)
    const starting = start(next)
    await expect.poll(() => holders('ExclusiveLock'), { interval: 20 }).toBe(1)
    await older.end()
    await starting
    expect(await changes()).toBe(1)
  })

  it('refuses as well when a command would change the schema', async () => {
    await start()
    const { output, ended } = launchProcess({ ...settings, ...next }, ['cli/mothlight.js', 'migrate'])
    expect([await ended, output()]).toEqual([1, expect.stringMatching(refusal)])
    expect(await changes()).toBe(0)
  })

  it('ends a node that was cut off while a newer version changed it, and has it not ready until it knows', async () => {
    const node = await start()
    const newer = new pg.Client(test.url)
    await newer.connect()
    try {
      const changing = newer.query('select pg_advisory_lock($1, $2)', [ours, sessionLocks.nodes])
      // Whoever waits first comes first: before the node, which listens again within a second.
      await expect.poll(() => holders('ExclusiveLock', false)).toBe(1)
      await cutNodes()
      await changing
      const readiness = async () => (await fetch(`${node.origin}/readyz`)).json()
      await expect.poll(readiness).toEqual({ status: 'not ready', reason: 'this process does not hear of changes' })
      await newer.query(`insert into kysely_migration (name, timestamp) values ('9999-next', now()::text)`)
    } finally {
      await newer.end()
    }
    await expect.poll(() => node.child.exitCode).toBe(1)
    expect(node.output()).toMatch(
      /"This database was used by a newer Mothlight \(it holds the migration 9999-next\); [^"]+"/,
    )
  })

  it('a node that was cut off goes on when nothing was changed', async () => {
    const node = await start()
    await cutNodes()
    await expect.poll(() => holders('ShareLock')).toBe(1)
    await expect.poll(async () => (await fetch(`${node.origin}/readyz`)).status).toBe(200)
    expect(await running.pop()?.end()).toBe(0)
  })

  it('keeps nodes that start meanwhile waiting, and one of them changes it', async () => {
    const nodes = await Promise.all([start(next), start(next)])
    for (const { origin } of nodes) expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    expect(await changes()).toBe(1)
  })
})
