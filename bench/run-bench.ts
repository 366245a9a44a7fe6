import { type ChatBenchResult, runChatBench } from '#bench/chat/run-chat-bench.ts'
import { openDatabaseServer, type DatabaseServer } from '#bench/data-set/database-server.ts'
import { type LiveBenchResult, runLiveBench } from '#bench/live/run-live-bench.ts'
import type { DataSetFacts } from '#bench/data-set/load-data-set.ts'
import { copyForRun, prepareDataSet } from '#bench/data-set/prepare.ts'
import type { Child } from '#bench/processes/child.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { databaseTime } from '#bench/processes/database-time.ts'
import { otherFilters } from '#bench/scenarios/list-scenarios.ts'
import type { Scenario } from '#bench/scenarios/scenario.ts'
import { scenarios } from '#bench/scenarios/scenarios.ts'
import { runSimilarBench, type SimilarBenchResult } from '#bench/similar/run-similar-bench.ts'
import { setTimeout } from 'node:timers/promises'
import { machine } from './machine.ts'
import { type Children, startChildren } from './children.ts'
import { measure, type Measurement } from './measure.ts'
import { OptionError, type Options } from './options.ts'
import { type WrongTotal, wrongTotals } from './totals.ts'

/** Everything a run found out. */
export interface BenchResult {
  readonly machine: ReturnType<typeof machine>
  readonly sizes: Pick<Options, 'bugs' | 'connections' | 'seconds' | 'rounds' | 'pool'> & { comments: number }
  readonly texts: string
  readonly measurements: readonly Measurement[]
  /** Filters whose totals were compared with a count, before and after the writes. */
  readonly checkedTotals: number
  readonly wrongTotals: readonly WrongTotal[]
  readonly chat?: ChatBenchResult
  readonly live?: LiveBenchResult
  readonly similar?: SimilarBenchResult
}

/** Beside the scenarios of calls: the chat and live pages, each on a database of its own, and similar bugs. */
const [chatScenario, liveScenario, similarScenario] = ['chat', 'live', 'similar']
const others = [chatScenario, liveScenario, similarScenario]

/**
 * Prepares the data, starts the servers and measures.
 * @param say one line of progress
 * @param closing gets what must be undone afterwards
 * @throws OptionError for an unknown scenario
 */
export async function runBench(options: Options, say: (line: string) => void, closing: Closing): Promise<BenchResult> {
  const server = await openDatabaseServer(options.databaseUrl, say)
  closing.later(() => server.stop())
  const isWanted = (name: string) => options.only.length === 0 || options.only.includes(name)
  const calls = options.only.filter((name) => !others.includes(name))
  const result =
    options.only.length > 0 && calls.length === 0
      ? nothingMeasured(server, options)
      : await runCalls(server, { ...options, only: calls }, say, closing)
  return {
    ...result,
    ...(isWanted(chatScenario) && { chat: await runChatBench(server, options, say, closing) }),
    ...(isWanted(liveScenario) && { live: await runLiveBench(server, options, say, closing) }),
    ...(isWanted(similarScenario) && { similar: await runSimilarBench(server, wishOf(options), say, closing) }),
  }
}

function nothingMeasured(server: DatabaseServer, options: Options): BenchResult {
  const { connections, seconds, rounds, pool } = options
  return {
    machine: machine(`${server.version} ${server.kind}`),
    sizes: { bugs: 0, comments: 0, connections, seconds, rounds, pool },
    texts: 'none',
    measurements: [],
    checkedTotals: 0,
    wrongTotals: [],
  }
}

async function runCalls(
  server: DatabaseServer,
  options: Options,
  say: (line: string) => void,
  closing: Closing,
): Promise<BenchResult> {
  const dataSet = await prepareDataSet(server, wishOf(options), say)
  const chosen = choose(scenarios(dataSet.facts), options.only)
  const run = await copyForRun(server, dataSet)
  closing.later(() => run.drop())
  const children = startChildren(server.urlOf(run.name), chosen, options)
  closing.later(async () => void (await Promise.all(Object.values(children).map((child) => child.stop()))))
  return measureAll(server, run.name, children, dataSet.facts, chosen, options, say)
}

const wishOf = ({ bugs, data, fresh }: Options) => ({ bugs, directory: data, fresh })

function choose(all: readonly Scenario[], names: readonly string[]): Scenario[] {
  const unknown = names.find((name) => all.every((scenario) => scenario.name !== name))
  if (unknown !== undefined) {
    throw new OptionError(
      `There is no scenario '${unknown}'; there are ${[...all.map(({ name }) => name), ...others].join(', ')}.`,
    )
  }
  return all.filter(({ name }) => names.length === 0 || names.includes(name))
}

async function measureAll(
  server: DatabaseServer,
  database: string,
  children: Children,
  facts: DataSetFacts,
  chosen: readonly Scenario[],
  options: Options,
  say: (line: string) => void,
): Promise<BenchResult> {
  const filters = [...scenarios(facts).flatMap(({ list }) => list ?? []), ...otherFilters(facts)]
  const port = await children.product.ask<number>('port', 60)
  await untilIdle(children.product, say)
  const check = (known: boolean) => server.connected(database, (client) => wrongTotals(client, port, filters, known))
  const wrong = await check(true)
  say(`totals of ${filters.length} filters compared`)
  const measurements = await server.connected(database, async (client) => {
    const contestants = { ...children, readDatabaseTime: () => databaseTime(client) }
    const done: Measurement[] = []
    for (const scenario of chosen) {
      say(`${scenario.name}: ${scenario.says}`)
      done.push(await measure(contestants, scenario, options))
    }
    return done
  })
  const wrote = chosen.some(({ kind }) => kind === 'write')
  if (wrote) wrong.push(...(await afterLastWrites(() => check(false))))
  const { bugs, connections, seconds, rounds, pool } = options
  return {
    machine: machine(`${server.version} ${server.kind}`),
    sizes: { bugs, comments: facts.comments, connections, seconds, rounds, pool },
    texts: facts.source,
    measurements,
    checkedTotals: filters.length * (wrote ? 2 : 1),
    wrongTotals: wrong,
  }
}

/** The least share of a core that counts as work. */
const idleBelow = 0.05
const mostMinutes = 10

/** Waits until a server has done what it does after its start, which is to learn the similar bugs. */
async function untilIdle(server: Child, say: (line: string) => void): Promise<void> {
  const cpu = () => server.ask<number>('cpu', 60)
  const deadline = performance.now() + mostMinutes * 60_000
  for (let told = false; ; told = true) {
    const [before, since] = [await cpu(), performance.now()]
    await setTimeout(1000)
    const share = ((await cpu()) - before) / 1000 / (performance.now() - since)
    if (share < idleBelow || performance.now() > deadline) return
    if (!told) say('waiting until the product has learned the similar bugs')
  }
}

/** Requests that the load generator gave up may still be written; a total that stays wrong is wrong. */
async function afterLastWrites(check: () => Promise<WrongTotal[]>): Promise<WrongTotal[]> {
  let wrong = await check()
  for (let again = 0; wrong.length > 0 && again < 3; again++) wrong = await check()
  return wrong
}
