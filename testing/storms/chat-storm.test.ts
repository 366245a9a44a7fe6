import { seededRandom } from '#bench/random.ts'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountWithSession } from '#testing/account-with-session.ts'
import { newVisitorCookie } from '#testing/chat-client.ts'
import { printSeedOfFailure } from '#testing/print-seed.ts'
import { type ProductProcess, startProcess } from '#testing/product-process.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { sized } from '#testing/test-size.ts'
import { StormClient } from './storm-client.ts'

const messages = sized(5000)
const visitors = 5
const administrators = 2
const crashes = 4

/** A failing run is repeated with the seed that it printed: STORM_SEED=… */
const seed = Number(process.env['STORM_SEED'] ?? randomInt(2 ** 31))

let test: TestDatabase
let product: ProductProcess | undefined
const everybody: StormClient[] = []
beforeAll(async () => {
  test = await openTestDatabase()
})
afterAll(async () => {
  everybody.forEach((client) => client.close())
  await product?.crash().catch(() => undefined)
  await test?.drop()
})

it(`chat loses nothing and tells nobody else: ${messages} messages, ${crashes} crashes, lost networks and reloads`, async () => {
  printSeedOfFailure(seed)
  const random = seededRandom(String(seed))
  const port = await freePort()
  const settings = {
    DATABASE_URL: test.url,
    PORT: String(port),
    CHAT_PORT: 'off',
    LIMIT_CHAT_MESSAGES: '1000000',
    LIMIT_CHAT_CONVERSATIONS: '1000000',
  }
  product = await startProcess(settings)
  const { origin } = product

  const cookies = await Promise.all(Array.from({ length: visitors }, () => newVisitorCookie(origin)))
  const people = cookies.map((cookie) => new StormClient(origin, cookie))
  const staff = await Promise.all(
    Array.from({ length: administrators }, async (_, n) => new StormClient(origin, await staffCookie(n), true)),
  )
  everybody.push(...people, ...staff)

  // Each text names its conversation's visitor. No other visitor may ever receive that name.
  const text = (visitor: number, n: number) => `<visitor-${visitor}> ${n} ${'x'.repeat(Math.floor(random() * 60))}`
  const sent = new Map<string, number>()
  const say = (client: StormClient, visitor: number, conversationId?: string) => {
    const message = text(visitor, sent.size)
    sent.set(message, visitor)
    client.say(message, conversationId)
  }
  people.forEach((client, visitor) => say(client, visitor))
  await until(() => people.every((client) => client.lines.size > 0 || client.pendingCount === 0))
  for (const client of everybody) await client.settle()
  const conversations = people.map((client) => [...client.lines.keys()][0] ?? '')

  const crashAt = new Set(Array.from({ length: crashes }, (_, n) => Math.floor((messages * (n + 1)) / (crashes + 1))))
  let restarting: Promise<void> | undefined
  while (sent.size < messages) {
    const client = Math.floor(random() * everybody.length)
    const visitor = client < visitors ? client : Math.floor(random() * visitors)
    const speaker = everybody[client] as StormClient
    say(speaker, visitor, client < visitors ? undefined : conversations[visitor])
    if (random() < 0.004) speaker.loseNetwork()
    else if (random() < 0.002) speaker.reload()
    if (crashAt.has(sent.size)) {
      // The one that runs now, not the one that was killed before.
      await restarting
      await product?.crash()
      restarting = startProcess(settings).then((started) => {
        product = started
      })
    }
    if (sent.size % 20 === 0) await setTimeout(1)
    // Nobody types faster than the server stores, so a backlog only grows while the server is away.
    while (everybody.some(({ pendingCount }) => pendingCount > 150)) {
      await restarting
      await setTimeout(50)
      for (const one of everybody) if (one.pendingCount > 150) await one.settle()
    }
  }
  await restarting
  await until(async () => {
    await Promise.all(everybody.map((client) => client.settle()))
    return everybody.every(({ pendingCount }) => pendingCount === 0)
  })
  // A page that is loaded when all is said has to read it all.
  for (const client of [people[0], staff[0]]) client?.reload()
  for (const client of everybody) await until(() => client.settle())

  const { rows } = await test.database.pool.query<{ id: string; conversation: string; seq: number; message: string }>(
    'select id, conversation_id as conversation, seq, message from chat_lines order by conversation_id, seq',
  )
  // Everything that was sent is stored exactly once, and everything acknowledged is stored.
  expect(rows).toHaveLength(messages)
  expect(new Set(rows.map(({ message }) => message))).toEqual(new Set(sent.keys()))
  const stored = new Map(rows.map(({ id, message }) => [id, message]))
  for (const client of everybody) {
    for (const [id, message] of client.acknowledged) expect(stored.get(id)).toBe(message)
    expect(client.conflicts).toEqual([])
  }
  // The order is the same for everybody, without a gap.
  for (const [visitor, conversation] of conversations.entries()) {
    const order = rows.filter((row) => row.conversation === conversation).map(({ id }) => id)
    expect(rows.filter((row) => row.conversation === conversation).map(({ seq }) => seq)).toEqual(
      order.map((_, n) => n + 1),
    )
    for (const client of [people[visitor] as StormClient, ...staff]) expect(view(client, conversation)).toEqual(order)
  }
  // No stranger receives a message, in any packet of any socket.
  for (const [visitor, client] of people.entries()) {
    const others = client.traffic.filter((packet) => /<visitor-(\d+)>/.test(packet) && !everyMentionIs(packet, visitor))
    expect(others).toEqual([])
    expect([...client.lines.keys()]).toEqual([conversations[visitor]])
  }
  expect(await product?.end()).toBe(0)
  product = undefined
}, 240_000)

function view(client: StormClient, conversation: string): string[] {
  return [...(client.lines.get(conversation) ?? [])].toSorted(([one], [other]) => one - other).map(([, { id }]) => id)
}

function everyMentionIs(packet: string, visitor: number): boolean {
  return [...packet.matchAll(/<visitor-(\d+)>/g)].every(([, who]) => Number(who) === visitor)
}

async function staffCookie(n: number): Promise<string> {
  return (await accountWithSession(test.database, { name: `Support ${n}`, roles: ['support'] })).cookie
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(50)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
