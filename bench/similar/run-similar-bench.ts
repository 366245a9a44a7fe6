import type { DatabaseServer } from '#bench/data-set/database-server.ts'
import { openCopy } from '#bench/data-set/open-copy.ts'
import { cookieOf } from '#bench/data-set/people.ts'
import type { DataSetRequest } from '#bench/data-set/prepare.ts'
import { type Child, startChild } from '#bench/processes/child.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { seededRandom } from '#bench/random.ts'
import type { LoopDelay, ServerQuestion } from '#bench/servers/questions.ts'
import { quantile } from '#bench/statistics.ts'
import { findSimilar } from '#shared/similar/contract.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds from a call to its answer. */
export interface CallTimes {
  readonly what: string
  readonly calls: number
  readonly p50: number
  readonly p95: number
  /** Milliseconds of processor time of the server's own process for each call, which a busy machine hardly changes. */
  readonly cpu: number
}

export interface SimilarBenchResult {
  readonly bugs: number
  readonly texts: string
  /** One person searches, and the next search follows the answer. */
  readonly alone: readonly CallTimes[]
  /** So many people type at once, with a pause after each word. */
  readonly typing: { readonly people: number; readonly calls: CallTimes; readonly delay: LoopDelay }
  /** Seconds from the start of the process. */
  readonly readyAfter: { readonly on: number; readonly off: number }
  readonly delayWhileReading: LoopDelay
  /** Resident memory, in bytes: with the index after all calls, without it after a hundred. */
  readonly memory: { readonly on: number; readonly off: number }
}

const people = 10
const samples = 300
/** Milliseconds between two words. */
const pause = 150

interface Report {
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
}

/** Measures the search for similar bugs by its HTTP call, with a data set and a process of its own. */
export async function runSimilarBench(
  server: DatabaseServer,
  request: DataSetRequest,
  say: (line: string) => void,
  closing: Closing,
): Promise<SimilarBenchResult> {
  const { name, url, facts } = await openCopy(server, request, say, closing)
  const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-bench-'))
  closing.later(() => rm(dataDir, { recursive: true, force: true }))
  const reports = await sampleOf(server, name)
  const start = (similar: 'on' | 'off') => startProduct(url, dataDir, similar, closing)

  say('similar: switched off')
  const off = await start('off')
  await oneByOne(off, reports.slice(0, 100), 'off')
  const memoryOff = await off.child.ask<number>('memory' satisfies ServerQuestion, 10)
  await off.child.stop()

  say('similar: reading all bugs')
  const first = await start('on')
  const readyOn = await readySeconds(first)
  const delayWhileReading = await delayOf(first)
  say('similar: one person')
  const words = reports.flatMap(({ title }) => beginnings(title).map((title) => ({ title }))).slice(0, samples * 3)
  const alone = [
    await oneByOne(first, words, 'each word of a title'),
    await oneByOne(
      first,
      reports.map(({ title }) => ({ title })),
      'title',
    ),
    await oneByOne(first, reports, 'title, description, steps'),
  ]
  say(`similar: ${people} people type at once`)
  await delayOf(first)
  const typing = { people, calls: await typeTogether(first, reports), delay: await delayOf(first) }
  const memoryOn = await first.child.ask<number>('memory' satisfies ServerQuestion, 10)
  await first.child.stop()
  return {
    bugs: facts.bugs,
    texts: facts.source,
    alone,
    typing,
    readyAfter: { on: readyOn, off: off.seconds },
    delayWhileReading,
    memory: { on: memoryOn, off: memoryOff },
  }
}

interface Product {
  readonly child: Child
  readonly url: string
  readonly began: number
  /** Seconds until it answered calls. */
  readonly seconds: number
}

async function startProduct(url: string, dataDir: string, similar: 'on' | 'off', closing: Closing): Promise<Product> {
  const began = performance.now()
  const child = startChild(new URL('../servers/product-server.ts', import.meta.url), {
    ...{ DATABASE_URL: url, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', CHAT_PORT: 'off', DEMO: 'off' },
    ...{ LOG_LEVEL: 'warn', SIMILAR: similar, BENCH_LOOP_DELAY: 'on', LIMIT_SIMILAR: '1000000' },
  })
  closing.later(() => child.stop())
  const port = await child.ask<number>('port' satisfies ServerQuestion, 60)
  return {
    child,
    url: `http://127.0.0.1:${port}${findSimilar.path}`,
    began,
    seconds: (performance.now() - began) / 1000,
  }
}

const delayOf = ({ child }: Product) => child.ask<LoopDelay>('delay' satisfies ServerQuestion, 10)

async function readySeconds(product: Product): Promise<number> {
  while (!(await ask(product, 0, { title: 'two words' })).isReady) await sleep(50)
  return (performance.now() - product.began) / 1000
}

async function ask(product: Product, person: number, body: object): Promise<{ isReady: boolean; took: number }> {
  const began = performance.now()
  const response = await fetch(product.url, {
    method: 'POST',
    headers: { cookie: cookieOf(person), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`similar bugs: ${response.status} ${await response.text()}`)
  const { isReady } = (await response.json()) as { isReady: boolean }
  return { isReady, took: performance.now() - began }
}

function oneByOne(product: Product, bodies: readonly object[], what: string): Promise<CallTimes> {
  return timed(product, what, async (ask) => {
    for (const body of bodies) await ask(0, body)
  })
}

function typeTogether(product: Product, reports: readonly Report[]): Promise<CallTimes> {
  return timed(product, 'each word of a title', async (ask) => {
    const type = async (person: number) => {
      for (const { title } of reports.filter((_, index) => index % people === person).slice(0, 10)) {
        for (const beginning of beginnings(title)) {
          await sleep(pause)
          await ask(person, { title: beginning })
        }
      }
    }
    await Promise.all(Array.from({ length: people }, (_, person) => type(person)))
  })
}

async function timed(
  product: Product,
  what: string,
  work: (ask: (person: number, body: object) => Promise<void>) => Promise<void>,
): Promise<CallTimes> {
  const times: number[] = []
  const cpu = () => product.child.ask<number>('cpu' satisfies ServerQuestion, 10)
  const before = await cpu()
  await work(async (person, body) => void times.push((await ask(product, person, body)).took))
  const spent = ((await cpu()) - before) / 1000
  const sorted = times.toSorted((one, other) => one - other)
  const calls = times.length
  return { what, calls, p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), cpu: spent / calls }
}

/** Returns the typed text after each word, from the second on. */
function beginnings(title: string): string[] {
  const words = title.split(/\s+/).filter(Boolean)
  return words.slice(1).map((_, index) => words.slice(0, index + 2).join(' '))
}

/** Returns reports as people would write them again, without a fifth of the words. */
async function sampleOf(server: DatabaseServer, database: string): Promise<Report[]> {
  const random = seededRandom('similar')
  const retold = (text: string) =>
    text
      .split(' ')
      .filter((word, index) => index === 0 || word === '' || random() > 0.2)
      .join(' ')
  const { rows } = await server.connected(database, (client) =>
    client.query<Report>(
      `select title, description, steps_to_reproduce as "stepsToReproduce" from bugs order by md5(id) limit ${samples}`,
    ),
  )
  return rows.map((row) => ({
    title: retold(row.title),
    description: retold(row.description),
    stepsToReproduce: retold(row.stepsToReproduce),
  }))
}
