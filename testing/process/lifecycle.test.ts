import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newVisitorCookie, openChatClient } from '#testing/chat-client.ts'
import { isAlive, postmasterPid, type ProductProcess, refusedStart, startProcess } from '#testing/product-process.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { aUsedDataDir } from '#testing/used-data-dir.ts'
import { untilBlocked } from '#testing/until-blocked.ts'

let dataDir: string
const running: ProductProcess[] = []
const databases: TestDatabase[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mothlight life '))
})
afterEach(async () => {
  for (const product of running.splice(0)) await product.end()
  for (const external of databases.splice(0)) await external.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Opens a database on the server of all tests: to start one takes longer than the product does, and asks nothing here. */
async function openExternal(): Promise<TestDatabase> {
  const external = await openTestDatabase()
  databases.push(external)
  return external
}

async function start(settings: Record<string, string> = {}): Promise<ProductProcess> {
  const product = await startProcess({ DATA_DIR: dataDir, ...settings })
  running.push(product)
  return product
}

const json = (body: unknown, cookie = '') => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
  body: JSON.stringify(body),
})
const person = {
  email: 'ada@example.test',
  password: 'a good password',
  fullName: 'Ada',
  givenName: 'A',
  familyName: 'L',
}
/** Starts with a port in use. @param setting the one that names a port where another program listens already */
async function startOnTakenPort(setting: string, more: Record<string, string> = {}) {
  const blocker = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => blocker.once('listening', resolve))
  const { port } = blocker.address() as { port: number }
  const refused = await refusedStart({ DATA_DIR: dataDir, ...more, [setting]: String(port) })
  blocker.close()
  return { port, ...refused }
}

const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''

describe('the product', () => {
  it('starts on an empty folder, answers, keeps what it is told over a restart, and leaves nothing running', async () => {
    const first = await start()
    expect(await (await fetch(`${first.origin}/healthz`)).json()).toEqual({ status: 'alive' })
    expect(await (await fetch(`${first.origin}/readyz`)).json()).toEqual({ status: 'ready' })
    expect((await fetch(`${first.origin}/page/bugs/list`)).headers.get('content-type')).toContain('text/html')
    const cookie = cookieOf(await fetch(`${first.origin}/api/user/register`, json(person)))
    const database = postmasterPid(dataDir) ?? 0
    expect(isAlive(database)).toBe(true)
    expect(await first.end('SIGTERM')).toBe(0)
    expect([isAlive(first.pid), isAlive(database)]).toEqual([false, false])

    const second = await start()
    const status = await fetch(`${second.origin}/api/user/loginStatus`, { headers: { cookie } })
    expect(await status.json()).toMatchObject({ loggedIn: true, name: 'Ada' })
    expect(await second.end('SIGINT')).toBe(0)
  })

  it('finishes the requests in flight before it stops', async () => {
    await aUsedDataDir(dataDir)
    const product = await start()
    const cookie = cookieOf(await fetch(`${product.origin}/api/user/register`, json(person)))
    const bug = { title: 't', description: 'd', stepsToReproduce: 's' }
    // Locks the reporter's row, so that the report is in progress until this is released.
    const connection = { host: join(dataDir, 'run'), user: 'mothlight', database: 'mothlight' }
    const [holder, observer] = [new pg.Client(connection), new pg.Client(connection)]
    await Promise.all([holder.connect(), observer.connect()])
    await holder.query('begin')
    await holder.query('select from users for update')
    const report = fetch(`${product.origin}/api/bug/new`, json(bug, cookie))
    await untilBlocked(observer)
    await observer.end()
    const ended = product.end('SIGTERM')
    const accepts = () =>
      fetch(`${product.origin}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      )
    await expect.poll(accepts).toBe(false)
    await holder.query('rollback')
    await holder.end()
    expect((await report).status).toBe(200)
    expect(await ended).toBe(0)
  })

  it('refuses a second start on the same folder, and the first goes on', async () => {
    await aUsedDataDir(dataDir)
    const first = await start()
    const second = await refusedStart({ DATA_DIR: dataDir })
    expect(second.code).toBe(1)
    expect(second.output.trim().split('\n').at(-1)).toMatch(
      /^Mothlight is already running on .+; stop it first or set DATA_DIR to another folder\.$/,
    )
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
  })

  it('runs on an external PostgreSQL by DATABASE_URL, and starts none of its own', async () => {
    const external = await openExternal()
    const product = await start({ DATABASE_URL: external.url })
    expect((await fetch(`${product.origin}/api/user/register`, json(person))).status).toBe(200)
    expect(postmasterPid(dataDir)).toBeUndefined()
    const { rows } = await external.database.pool.query('select email from users')
    expect(rows).toEqual([{ email: 'ada@example.test' }])
  })

  it('says in one sentence when its port is taken, and stops its database', async () => {
    await aUsedDataDir(dataDir)
    const { port, output, code } = await startOnTakenPort('PORT')
    expect(code).toBe(1)
    expect(output).toContain(`Port ${port} is in use by another program; set PORT to a free one.`)
    expect(output).not.toContain('    at ')
    expect(postmasterPid(dataDir)).toBeUndefined()
  })

  it('says in one sentence when a port that was asked for the chat is taken', async () => {
    const { port, output, code } = await startOnTakenPort('CHAT_PORT', { DATABASE_URL: (await openExternal()).url })
    expect(code).toBe(1)
    expect(output).toContain(`Port ${port} is in use by another program; set CHAT_PORT to a free one.`)
  })

  it('serves the chat from a process of its own, on the same database', async () => {
    await aUsedDataDir(dataDir)
    const product = await start({ CHAT_PORT: 'off' })
    const chat = await start({ SERVE: 'chat', PORT: new URL(product.origin).port })
    expect(chat.output()).toContain('chat is ready at')
    const [here, there] = [await newVisitorCookie(product.origin), await newVisitorCookie(chat.origin)]
    expect([here, there]).toEqual([
      expect.stringMatching(/^mothlight_visitor=/),
      expect.stringMatching(/^mothlight_visitor=/),
    ])
    const options = { extraHeaders: { origin: product.origin } }
    const [tab, tabThere] = [
      await openChatClient(product.origin, here),
      await openChatClient(chat.origin, here, options),
    ]
    await tab.say('from the page')
    expect(await tabThere.push('chat-message')).toMatchObject({ message: 'from the page', own: true })
    await tabThere.say('from the other port')
    expect(await tab.push('chat-message')).toMatchObject({ message: 'from the other port', seq: 2 })
    tab.close()
    tabThere.close()
    expect((await fetch(`${chat.origin}/api/site`)).status).toBe(404)
  })

  it('says in one sentence which setting is wrong, before it touches anything', async () => {
    const { output, code } = await refusedStart({ DATA_DIR: dataDir, PORT: 'many' })
    expect([output, code]).toEqual([`PORT must be a whole number from 0 to 65535, not 'many'.\n`, 1])
  })

  it('says in one sentence when the external database can’t be reached', async () => {
    const { output, code } = await refusedStart({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })
    expect(code).toBe(1)
    expect(output).toMatch(/DATABASE_URL/)
    expect(output).not.toContain('    at ')
  })

  it('names the addresses of the machine’s networks where it listens on all, and none but its own otherwise', async () => {
    const DATABASE_URL = (await openExternal()).url
    const all = await start({ DATABASE_URL, HOST: '0.0.0.0' })
    const named = /^Mothlight is ready at (.+)$/m.exec(all.output())?.[1]?.split(' and ') ?? []
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    expect(named.map((url) => new URL(url).hostname)).toEqual([
      'localhost',
      ...outside.slice(0, 3).map(({ address }) => address),
    ])
    for (const url of named) expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(all.output()).toContain(named.map((url) => `${url}/page/setup?token=`).at(-1))
    await running.pop()?.end()
    expect((await start({ DATABASE_URL })).output()).toMatch(/^Mothlight is ready at http:\/\/localhost:\d+$/m)
    await running.pop()?.end()
    const known = await start({ DATABASE_URL, HOST: '0.0.0.0', PUBLIC_URL: 'http://bugs.example.com' })
    expect(known.output()).toMatch(/^Mothlight is ready at http:\/\/bugs\.example\.com$/m)
  })

  it('prints a link that makes one administrator, once', async () => {
    const DATABASE_URL = (await openExternal()).url
    const product = await start({ DATABASE_URL })
    const token = /\/page\/setup\?token=(\S+)/.exec(product.output())?.[1]
    const create = (email: string) =>
      fetch(`${product.origin}/api/setup/administrator`, json({ ...person, email, token }))
    const [one, other] = await Promise.all([create('a@example.test'), create('b@example.test')])
    expect([one.status, other.status].toSorted()).toEqual([200, 403])
    const cookie = cookieOf(one.status === 200 ? one : other)
    const { permissions } = (await (
      await fetch(`${product.origin}/api/user/loginStatus`, { headers: { cookie } })
    ).json()) as { permissions: string[] }
    expect(permissions).toContain('canEditAnyUser')
    await running.pop()?.end()
    expect((await start({ DATABASE_URL })).output()).not.toContain('/page/setup')
  })

  it('ends the setup link of an earlier start', async () => {
    const tokenOf = (product: ProductProcess) => /\/page\/setup\?token=(\S+)/.exec(product.output())?.[1]
    const DATABASE_URL = (await openExternal()).url
    const first = tokenOf(await start({ DATABASE_URL }))
    await running.pop()?.end()
    const second = await start({ DATABASE_URL })
    const valid = async (token: string | undefined) =>
      ((await (await fetch(`${second.origin}/api/setup/check`, json({ token }))).json()) as { valid: boolean }).valid
    expect([await valid(first), await valid(tokenOf(second))]).toEqual([false, true])
  })
})
