import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive, launchProcess, postmasterPid, type ProductProcess, startProcess } from '#testing/product-process.ts'
import { aUsedDataDir } from '#testing/used-data-dir.ts'
import { untilBlocked } from '#testing/until-blocked.ts'

let dataDir: string
let running: ProductProcess | undefined
const held: Socket[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mothlight stop '))
})
afterEach(async () => {
  for (const socket of held.splice(0)) socket.destroy()
  await running?.end('SIGKILL')
  const database = postmasterPid(dataDir)
  if (database && isAlive(database)) process.kill(database, 'SIGQUIT')
  await rm(dataDir, { recursive: true, force: true })
})

/** @param settings that let unbounded waits outlast the test */
async function start(settings: Record<string, string> = {}): Promise<ProductProcess> {
  await aUsedDataDir(dataDir)
  running = await startProcess({ DATA_DIR: dataDir, SHUTDOWN_SECONDS: '600', ...settings })
  return running
}

/** Opens a connection that sends these bytes and is never closed, not even when the server closes it. */
async function hold(origin: string, bytes: string, answer?: RegExp): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  held.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  let text = ''
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString()
      if (answer?.test(text)) resolve()
    })
  })
  socket.write(bytes)
  if (answer) await answered
  return socket
}

const get = (path: string, headers: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
const chat = '/socket.io/?EIO=4&transport=websocket'
const webSocket =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
async function gone(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid)).toBe(false)
}

describe('a stop', () => {
  it('waits for no client that has nothing on its way, whatever else it does', async () => {
    const product = await start()
    const database = postmasterPid(dataDir) ?? 0
    const clients = {
      'offered another protocol': [get('/api/site', 'Connection: Upgrade\r\nUpgrade: x\r\n'), /200 OK/],
      'is kept alive': [get('/api/site', ''), /200 OK/],
      'said nothing': [''],
      'never ends its headers': ['GET / HTTP/1.1\r\nX-Slow: '],
      'is a silent WebSocket': [get(chat, webSocket), /pingInterval/],
    } satisfies Record<string, [bytes: string, answer?: RegExp]>
    for (const [bytes, answer] of Object.values<[string, RegExp?]>(clients)) {
      await Promise.all(Array.from({ length: 50 }, () => hold(product.origin, bytes, answer)))
    }
    expect(await product.end('SIGTERM')).toBe(0)
    expect(isAlive(database)).toBe(false)
  })

  it('ends the database too when a request had to be cut off', async () => {
    const product = await start({ SHUTDOWN_SECONDS: '1' })
    const database = postmasterPid(dataDir) ?? 0
    const client = new pg.Client({ host: join(dataDir, 'run'), user: 'mothlight', database: 'mothlight' })
    client.on('error', () => {})
    await client.connect()
    await client.query('begin; lock table users')
    const account = {
      email: 'ada@example.test',
      password: 'a good phrase',
      fullName: 'A',
      givenName: 'A',
      familyName: 'L',
    }
    const headers = { 'content-type': 'application/json' }
    const refused = fetch(`${product.origin}/api/user/register`, {
      method: 'POST',
      headers,
      body: JSON.stringify(account),
    })
    const cutOff = expect(refused).rejects.toThrow()
    const observer = new pg.Client({ host: join(dataDir, 'run'), user: 'mothlight', database: 'mothlight' })
    await observer.connect()
    await untilBlocked(observer)
    await observer.end()
    expect(await product.end('SIGTERM')).toBe(0)
    await cutOff
    expect(isAlive(database)).toBe(false)
    expect(product.output()).toContain('were cut off')
  })

  it('bounds the answers on the chat’s own port too', async () => {
    const product = await start({ CHAT_PORT: 'off' })
    const chat = await startProcess({
      ...{ DATA_DIR: dataDir, SERVE: 'chat', PORT: new URL(product.origin).port, SHUTDOWN_SECONDS: '1' },
    })
    const polling = '/socket.io/?EIO=4&transport=polling'
    const opened = await (await fetch(`${chat.origin}${polling}`)).text()
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
    const head = `POST ${polling}&sid=${sid} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n`
    await hold(chat.origin, `${head}half`)
    expect(await chat.end('SIGTERM')).toBe(0)
    expect(chat.output()).not.toContain('took too long')
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
    'by %s during the start leaves no database behind',
    async (signal) => {
      const { child, ended } = launchProcess({ DATA_DIR: dataDir })
      while (!postmasterPid(dataDir)) await setTimeout(5)
      const database = postmasterPid(dataDir) ?? 0
      child.kill(signal)
      expect(await ended).toBe(0)
      await gone(database)
    },
  )

  it('of a command leaves no database behind that it has started', async () => {
    const { child, ended } = launchProcess({ DATA_DIR: dataDir }, ['cli/mothlight.js', 'migrate'])
    while (!postmasterPid(dataDir)) await setTimeout(5)
    const database = postmasterPid(dataDir) ?? 0
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    await gone(database)
  })

  it('by a defect leaves no database behind', async () => {
    const defect = `process.once('SIGUSR2', () => { throw new Error('a defect') })`
    const product = await start({ NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(defect)}"` })
    const database = postmasterPid(dataDir) ?? 0
    expect(await product.end('SIGUSR2')).not.toBe(0)
    expect(product.output()).toContain('a defect')
    await gone(database)
  })
})
