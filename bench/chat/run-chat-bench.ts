import { openBenchDatabase } from '#bench/bench-database.ts'
import type { DatabaseServer } from '#bench/data-set/database-server.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { type Child, startChild } from '#bench/processes/child.ts'
import type { ServerQuestion } from '#bench/servers/questions.ts'
import { quantile, sortedTogether } from '#bench/statistics.ts'
import type { ChatJob, ChatResult } from './chat-generator.ts'

/** The figures of one server with so many visitors connected. Times are in milliseconds. */
export interface ChatPerformance {
  readonly p50: number
  readonly p99: number
  readonly messagesPerSecond: number
  readonly lost: number
}

export interface ChatMeasurement {
  readonly visitors: number
  readonly product: ChatPerformance
  readonly relay: ChatPerformance
}

export interface ChatBenchResult {
  readonly measurements: readonly ChatMeasurement[]
  readonly perSecond: number
  /** Idle connections, and the memory of the product's process with them, in bytes. */
  readonly idle: { readonly connections: number; readonly before: number; readonly after: number }
}

const staffCount = 5
/** Round trips that begin each second while times are measured. */
const perSecond = 100
/** Visitors who send without pause while messages are counted. */
const talking = 100
const idleConnections = 5000
const sizes = [200, 2000]

/**
 * Measures the chat beside a bare Socket.IO relay that stores nothing, alternating, with all visitors connected.
 * @param options seconds of measured load on each server, and the number of alternating runs in that time
 */
export async function runChatBench(
  server: DatabaseServer,
  options: { readonly seconds: number; readonly rounds: number },
  say: (line: string) => void,
  closing: Closing,
): Promise<ChatBenchResult> {
  const staff = { purpose: 'chat', count: staffCount, roles: ['support'] }
  const { url, members } = await openBenchDatabase(server, closing, staff)
  const staffCookies = members.map(({ cookie }) => cookie)
  const [product, fresh] = [startProduct(url), startProduct(url)]
  const relay = startChild(new URL('relay-server.ts', import.meta.url), {})
  const people = { product: startGenerator(), relay: startGenerator() }
  const children = [product, fresh, relay, people.product, people.relay]
  closing.later(async () => void (await Promise.all(children.map((child) => child.stop()))))

  const measurements: ChatMeasurement[] = []
  for (const visitors of sizes) {
    say(`chat: ${visitors} visitors connected, ${staffCount} people answering`)
    await connect(people.product, product, visitors, staffCookies)
    await connect(people.relay, relay, visitors, staffCookies)
    measurements.push({ visitors, ...(await inTurns(people, options)) })
    await Promise.all([people.product, people.relay].map((generator) => ask(generator, { do: 'disconnect' })))
  }

  say(`chat: ${idleConnections} idle connections`)
  const before = await memoryOf(fresh)
  await connect(people.product, fresh, idleConnections, [])
  const after = await memoryOf(fresh)
  await ask(people.product, { do: 'disconnect' })
  return { measurements, perSecond, idle: { connections: idleConnections, before, after } }
}

const startProduct = (url: string) =>
  startChild(new URL('../servers/product-server.ts', import.meta.url), {
    ...{ DATABASE_URL: url, HOST: '127.0.0.1', PORT: '0', CHAT_PORT: 'off', DEMO: 'off', LOG_LEVEL: 'warn' },
    ...{ LIMIT_CHAT_MESSAGES: '1000000', LIMIT_CHAT_CONVERSATIONS: '1000000', LIMIT_CHAT_CONNECTIONS: '1000000' },
  })
const startGenerator = () => startChild(new URL('chat-generator.ts', import.meta.url), {})

async function connect(
  generator: Child,
  server: Child,
  visitors: number,
  staffCookies: readonly string[],
): Promise<void> {
  const port = await server.ask<number>('port' satisfies ServerQuestion, 60)
  await ask(generator, { do: 'connect', port, visitors, staffCookies })
}

const ask = <T = unknown>(generator: Child, job: ChatJob) =>
  generator.ask<T>(job, 120 + ('seconds' in job ? job.seconds : 0))

const memoryOf = (server: Child) => server.ask<number>('memory' satisfies ServerQuestion, 60)

async function inTurns(
  people: { readonly product: Child; readonly relay: Child },
  { seconds, rounds }: { readonly seconds: number; readonly rounds: number },
): Promise<{ product: ChatPerformance; relay: ChatPerformance }> {
  const both = ['product', 'relay'] as const
  const paced = { product: [] as ChatResult[], relay: [] as ChatResult[] }
  const rushed = { product: [] as ChatResult[], relay: [] as ChatResult[] }
  const runSeconds = seconds / rounds
  // The first round creates the conversations, which is not measured.
  for (const name of both) await ask(people[name], { do: 'rush', seconds: 2, talking: 10_000 })
  for (let round = 0; round < rounds; round++) {
    for (const name of both) {
      paced[name].push(await ask<ChatResult>(people[name], { do: 'pace', seconds: runSeconds, perSecond }))
      rushed[name].push(await ask<ChatResult>(people[name], { do: 'rush', seconds: runSeconds, talking }))
    }
  }
  const performance = (name: (typeof both)[number]): ChatPerformance => {
    const times = sortedTogether(paced[name].map(({ roundTrips }) => roundTrips))
    const trips = rushed[name].reduce((sum, { roundTrips }) => sum + roundTrips.length, 0)
    const lost = [...paced[name], ...rushed[name]].reduce((sum, result) => sum + result.lost, 0)
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), messagesPerSecond: (2 * trips) / seconds, lost }
  }
  return { product: performance('product'), relay: performance('relay') }
}
