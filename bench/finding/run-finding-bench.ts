import { budgets } from '#bench/budgets.ts'
import type { DatabaseServer } from '#bench/data-set/database-server.ts'
import { openCopy } from '#bench/data-set/open-copy.ts'
import { cookieOf } from '#bench/data-set/people.ts'
import type { DataSetRequest } from '#bench/data-set/prepare.ts'
import { startChild } from '#bench/processes/child.ts'
import type { Closing } from '#bench/processes/closing.ts'
import type { ServerQuestion } from '#bench/servers/questions.ts'
import { quantile } from '#bench/statistics.ts'
import { findingQuestions, type Kind } from './finding-questions.ts'

/** Milliseconds of the answers to one kind of questions. */
export interface KindTimes {
  readonly name: string
  readonly questions: number
  /** What 95 of 100 may take. */
  readonly budget: number
  /** Asked for the first time. */
  readonly first: Times
  /** Asked again. */
  readonly repeated: Times
  /** The slowest question. */
  readonly slowest: string
}

export interface Times {
  readonly p50: number
  readonly p95: number
  readonly max: number
}

export interface FindingBenchResult {
  readonly bugs: number
  readonly comments: number
  readonly texts: string
  readonly kinds: readonly KindTimes[]
}

/**
 * Measures how long one person waits for the bug list, question after question. Each is asked when no question like it has been asked
 * before, and once more when all have been.
 * @param say one line of progress
 * @param closing ends the server and drops the copy of the data
 */
export async function runFindingBench(
  server: DatabaseServer,
  request: DataSetRequest,
  say: (line: string) => void,
  closing: Closing,
): Promise<FindingBenchResult> {
  const { name, url, facts } = await openCopy(server, request, say, closing)
  const kinds = await server.connected(name, (client) => findingQuestions(client, facts))
  const product = startChild(new URL('../servers/product-server.ts', import.meta.url), {
    ...{ DATABASE_URL: url, HOST: '127.0.0.1', PORT: '0', CHAT_PORT: 'off', DEMO: 'off', LOG_LEVEL: 'warn' },
    SIMILAR: 'off',
  })
  closing.later(() => product.stop())
  const origin = `http://127.0.0.1:${await product.ask<number>('port' satisfies ServerQuestion, 60)}`
  // What every process does once: its connections, its code.
  for (let n = 0; n < warmUps; n++) await milliseconds(origin, `/api/bug/list?pageNumber=${n + 2}`)
  const first: (readonly number[])[] = []
  for (const kind of kinds) {
    say(`finding: ${kind.name}`)
    first.push(await askAll(origin, kind))
  }
  say('finding: all again')
  const times: KindTimes[] = []
  for (const [at, kind] of kinds.entries()) {
    const [before, again] = [first[at] ?? [], await askAll(origin, kind)]
    times.push({
      name: kind.name,
      questions: kind.paths.length,
      budget: budgets.reads.find(({ bugs }) => facts.bugs <= bugs)?.[kind.pace] ?? Infinity,
      first: timesOf(before),
      repeated: timesOf(again),
      slowest: kind.paths[before.indexOf(Math.max(...before))] ?? '',
    })
  }
  return { bugs: facts.bugs, comments: facts.comments, texts: facts.source, kinds: times }
}

const warmUps = 50

async function askAll(origin: string, { paths }: Kind): Promise<number[]> {
  const times: number[] = []
  for (const path of paths) times.push(await milliseconds(origin, path))
  return times
}

/** @throws Error for another answer than 200 */
async function milliseconds(origin: string, path: string): Promise<number> {
  const since = performance.now()
  const response = await fetch(origin + path, { headers: { cookie: cookieOf(0) } })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`The product answered ${response.status} to ${path}.`)
  return performance.now() - since
}

function timesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((one, other) => one - other)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), max: sorted.at(-1) ?? NaN }
}
