import { openBenchDatabase } from '#bench/bench-database.ts'
import type { DatabaseServer } from '#bench/data-set/database-server.ts'
import { type Child, startChild } from '#bench/processes/child.ts'
import type { Closing } from '#bench/processes/closing.ts'
import type { ServerQuestion } from '#bench/servers/questions.ts'
import { quantile } from '#bench/statistics.ts'
import { reportBug, viewBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { listTimeline } from '#shared/history/contract.ts'
import { openDatabase } from '#server/db/database.ts'
import { ensureWebClient } from '#server/http/web-build.ts'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from '#testing/account-with-session.ts'
import { type EventCost, measureEventCost } from './event-cost.ts'
import type { ListenerJob } from './live-listeners.ts'
import { openBugPage } from './repaints.ts'

/** From the request of one person to the paint in the browser of another, in milliseconds. */
export interface Repaints {
  /** Pages that have the bug open, the browser's included. */
  readonly listeners: number
  readonly changes: number
  readonly p50: number
  readonly p99: number
  /** From the request to its answer. */
  readonly answered: number
}

export interface LiveBenchResult {
  readonly repaints: readonly Repaints[]
  /** The cost of opening a bug at the server, by the number of its events; the median in milliseconds. */
  readonly openings: readonly { readonly events: number; readonly p50: number }[]
  readonly eventCost: EventCost
}

/** Listeners, and milliseconds between two changes: so many pages need a while to read what changed. */
const sizes = [
  { listeners: 1, pause: 50 },
  { listeners: 50, pause: 100 },
  { listeners: 500, pause: 700 },
] as const
const changes = 100
const eventCounts = [5, 5000]

const root = resolve(import.meta.dirname, '../..')

/** Measures how soon a change is on other people's screens, and what the event list costs. */
export async function runLiveBench(
  server: DatabaseServer,
  options: { readonly seconds: number; readonly rounds: number },
  say: (line: string) => void,
  closing: Closing,
): Promise<LiveBenchResult> {
  const pages = await ensureWebClient(root, say)
  const { url, members } = await openBenchDatabase(server, closing, { purpose: 'live', count: 20, roles: ['staff'] })
  const [writer, reader] = members as [Account, Account]
  const product = startChild(new URL('../servers/product-server.ts', import.meta.url), {
    ...{ DATABASE_URL: url, HOST: '127.0.0.1', PORT: '0', CHAT_PORT: 'off', DEMO: 'off', LOG_LEVEL: 'warn' },
    ...{ LIMIT_CHAT_CONNECTIONS: '1000000', BENCH_PAGES: pages, HOME: process.env['HOME'] ?? '' },
  })
  const others = startChild(new URL('live-listeners.ts', import.meta.url), {})
  closing.later(async () => void (await Promise.all([product.stop(), others.stop()])))
  const port = await product.ask<number>('port' satisfies ServerQuestion, 60)
  const origin = `http://127.0.0.1:${port}`

  const bugId = await report(origin, writer)
  await comment(origin, writer, bugId, 'live page ready')
  const page = await openBugPage(origin, bugId, { cookie: reader.cookie, ready: 'live page ready' })
  closing.later(() => page.close())
  await sleep(1500)
  const repaints: Repaints[] = []
  for (const { listeners, pause } of sizes) {
    say(`live: ${listeners} open pages, ${changes} changes`)
    const cookies = members.slice(1).map(({ cookie }) => cookie)
    await ask(others, { do: 'connect', port, bugId, cookies, count: listeners - 1 })
    repaints.push({ listeners, ...(await repaintsOf(page, origin, writer, bugId, listeners, pause)) })
    await ask(others, { do: 'disconnect' })
  }
  await page.close()

  const openings: { events: number; p50: number }[] = []
  for (const events of eventCounts) {
    say(`live: opening a bug with ${events} events`)
    openings.push({ events, p50: await openingOf(origin, url, writer, events) })
  }
  say('live: the write path with the event list and without it')
  return { repaints, openings, eventCost: await measureEventCost(url, writer.userId, options) }
}

const ask = <T>(child: Child, job: ListenerJob) => child.ask<T>(job, 120)

async function repaintsOf(
  page: Awaited<ReturnType<typeof openBugPage>>,
  origin: string,
  writer: Account,
  bugId: string,
  listeners: number,
  pause: number,
): Promise<Omit<Repaints, 'listeners'>> {
  const painted: number[] = []
  const answered: number[] = []
  for (let n = 0; n < changes; n++) {
    const text = `change ${listeners} ${n}.`
    const seen = page.painted(text)
    await sleep(pause)
    const began = performance.timeOrigin + performance.now()
    await comment(origin, writer, bugId, text)
    answered.push(performance.timeOrigin + performance.now() - began)
    painted.push((await seen) - began)
  }
  const [sorted, answers] = [painted, answered].map((times) => times.toSorted((one, other) => one - other))
  return {
    changes,
    p50: quantile(sorted ?? [], 0.5),
    p99: quantile(sorted ?? [], 0.99),
    answered: quantile(answers ?? [], 0.5),
  }
}

/** Returns the median time of both reads of a bug's page together, one after the other. */
async function openingOf(origin: string, url: string, member: Account, events: number): Promise<number> {
  const bugId = await report(origin, member)
  const database = openDatabase({ connectionString: url }, 1, () => {})
  try {
    // Edits of a long text, as the product would record them.
    const change = JSON.stringify({ description: { from: 'x'.repeat(2000), to: 'y'.repeat(2000) } })
    await database.pool.query(
      `insert into events (type, subject_id, actor_id, payload, version)
       select 'bug-edited', $1, $2, $3::jsonb, n from generate_series(2, $4::integer) n`,
      [bugId, member.userId, change, events],
    )
    await database.pool.query('analyze events')
  } finally {
    await database.close()
  }
  const times: number[] = []
  for (let n = 0; n < 200; n++) {
    const began = performance.now()
    for (const path of [`${viewBug.path}?comments=none`, listTimeline.path]) {
      await request(origin, member, 'GET', path.replace(':bugId', bugId))
    }
    times.push(performance.now() - began)
  }
  return quantile(
    times.toSorted((one, other) => one - other),
    0.5,
  )
}

let reports = 0
async function report(origin: string, member: Account): Promise<string> {
  // One person may report a bug every three seconds.
  if (reports++ > 0) await sleep(3100)
  const texts = { title: 'A live bug', description: 'It changes.', stepsToReproduce: 'Look.' }
  const { result } = (await request(origin, member, 'POST', reportBug.path, texts)) as { result: { _id: string } }
  return result._id
}

const comment = (origin: string, member: Account, bugId: string, message: string) =>
  request(origin, member, 'POST', addComment.path.replace(':bugId', bugId), { message })

async function request(
  origin: string,
  { cookie }: Account,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(origin + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}`)
  return response.json()
}
