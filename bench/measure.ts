import { type DatabaseTime, spent } from '#bench/processes/database-time.ts'
import { signedInCount } from '#bench/data-set/people.ts'
import type { Child } from '#bench/processes/child.ts'
import type { Load, Scenario } from '#bench/scenarios/scenario.ts'
import type { ServerQuestion } from '#bench/servers/questions.ts'
import type { Pace } from './budgets.ts'
import type { Children } from './children.ts'
import type { LoadJob, LoadResult } from './load-generator.ts'
import { median, quantile, sortedTogether } from './statistics.ts'

export interface Sizes {
  readonly connections: number
  /** Seconds of measured load on each server, over all rounds. */
  readonly seconds: number
  /** Number of rounds in which the servers alternate. */
  readonly rounds: number
}

/**
 * The figures of one server in one scenario. Rates are the median of the rounds, latencies are those of all requests.
 */
export interface Performance {
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Processor time of the server's own process per request, in microseconds. */
  readonly ownCpu: number
  /** The same for the database's connections; undefined where the system does not tell. */
  readonly databaseCpu: number | undefined
  readonly bytesPerResponse: number
  readonly refusedForCooldown: number
  /** Answers other than 200 and 429, failed connections. */
  readonly failures: number
}

export interface Measurement {
  readonly scenario: string
  readonly says: string
  readonly kind: Scenario['kind']
  readonly pace: Pace | undefined
  readonly product: Performance
  readonly thin: Performance
  /** The product's requests per second divided by the thin server's, round by round. */
  readonly ratios: readonly number[]
  /** Their median. */
  readonly ratio: number
  /**
   * The thin server's processor time divided by the product's, both with the database's: the ratio on an otherwise idle
   * machine.
   */
  readonly cpuRatio: number | undefined
}

export interface Contestants extends Children {
  readonly readDatabaseTime: () => Promise<DatabaseTime>
  /** Waits until none of their statements is running. */
  readonly statementsEnded: () => Promise<void>
}

const warmUpSeconds = 1.5

/**
 * Measures one scenario, alternating between the product and the thin server, so that disturbances of the machine
 * affect both.
 */
export async function measure(
  { product, thin, generator, readDatabaseTime, statementsEnded }: Contestants,
  scenario: Scenario,
  { connections, seconds, rounds }: Sizes,
): Promise<Measurement> {
  let firstPerson = 0
  const put = async (server: Child, load: Load, duration: number): Promise<MeasuredRun> => {
    await statementsEnded()
    const port = await askServer(server, 'port')
    const cpuBefore = await askServer(server, 'cpu')
    const databaseBefore = await readDatabaseTime()
    const job: LoadJob = { port, load, connections, seconds: duration, firstPerson, people: signedInCount }
    const result = await generator.ask<LoadResult>(job, duration + 30)
    firstPerson = result.nextPerson
    return {
      ...result,
      ownCpu: (await askServer(server, 'cpu')) - cpuBefore,
      databaseCpu: spent(databaseBefore, await readDatabaseTime()),
    }
  }

  await put(product, scenario.product, warmUpSeconds)
  await put(thin, scenario.thin, warmUpSeconds)
  const [ofProduct, ofThin]: [MeasuredRun[], MeasuredRun[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ofProduct.push(await put(product, scenario.product, seconds / rounds))
    ofThin.push(await put(thin, scenario.thin, seconds / rounds))
  }
  const ratios = ofProduct.map((run, round) => rate(run) / rate(ofThin[round] as MeasuredRun))
  // A run without a single answer can't be compared.
  const comparable = ratios.filter((one) => Number.isFinite(one))
  const { name, says, kind, pace } = scenario
  const performances = { product: performanceOf(ofProduct), thin: performanceOf(ofThin) }
  const [cpuOfProduct, cpuOfThin] = [cpuOf(performances.product), cpuOf(performances.thin)]
  const cpuRatio = cpuOfProduct && cpuOfThin && cpuOfThin / cpuOfProduct
  return { scenario: name, says, kind, pace, ...performances, ratios: comparable, ratio: median(comparable), cpuRatio }
}

type MeasuredRun = LoadResult & { readonly ownCpu: number; readonly databaseCpu: number | undefined }

const cpuOf = ({ ownCpu, databaseCpu }: Performance) => (databaseCpu === undefined ? undefined : ownCpu + databaseCpu)

const askServer = (server: Child, question: ServerQuestion) => server.ask<number>(question, 60)
const answersOf = (run: MeasuredRun) => Object.values(run.statuses).reduce((total, n) => total + n, 0)
const rate = (run: MeasuredRun) => run.latencies.length / run.seconds

function performanceOf(runs: readonly MeasuredRun[]): Performance {
  const latencies = sortedTogether(runs.map((run) => run.latencies))
  const sum = (of: (run: MeasuredRun) => number) => runs.reduce((total, run) => total + of(run), 0)
  const answers = sum(answersOf)
  const withStatus = (status: number) => sum((run) => run.statuses[status] ?? 0)
  return {
    requestsPerSecond: median(runs.map(rate)),
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    p99: quantile(latencies, 0.99),
    ownCpu: median(runs.map((run) => run.ownCpu / Math.max(1, answersOf(run)))),
    databaseCpu: runs.every((run) => run.databaseCpu !== undefined)
      ? median(runs.map((run) => (run.databaseCpu ?? 0) / Math.max(1, answersOf(run))))
      : undefined,
    bytesPerResponse: sum((run) => run.bytes) / Math.max(1, answers),
    refusedForCooldown: withStatus(429),
    failures: answers - withStatus(200) - withStatus(429) + sum((run) => run.errors),
  }
}
