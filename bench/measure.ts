import { signedInCount } from '#bench/data-set/people.ts'
import type { Child } from '#bench/processes/child.ts'
import type { Load, Scenario } from '#bench/scenarios/scenario.ts'
import type { ServerQuestion } from '#bench/servers/questions.ts'
import type { LoadJob, LoadResult } from './load-generator.ts'
import { median, quantile, sortedTogether } from './statistics.ts'

export interface Sizes {
  readonly connections: number
  /** Seconds of measured load on each server, over all rounds. */
  readonly seconds: number
  /** How often the servers take turns. */
  readonly rounds: number
}

/** How one server did in one scenario. Rates are the median of the rounds, latencies are those of all requests. */
export interface Performance {
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Processor time of the server's own process per request, in microseconds; the database's is not in it. */
  readonly cpuPerRequest: number
  readonly bytesPerResponse: number
  readonly refusedForCooldown: number
  /** Answers other than 200 and 429, failed connections. */
  readonly failures: number
}

export interface Measurement {
  readonly scenario: string
  readonly says: string
  readonly kind: Scenario['kind']
  readonly product: Performance
  readonly thin: Performance
  /** The product's requests per second divided by the thin server's, round by round. */
  readonly ratios: readonly number[]
  readonly ratio: number
}

export interface Contestants {
  readonly product: Child
  readonly thin: Child
  readonly generator: Child
}

const warmUpSeconds = 1.5

/** Measures one scenario: the product and the thin server in turn, so that what disturbs the machine hits both. */
export async function measure(
  { product, thin, generator }: Contestants,
  scenario: Scenario,
  { connections, seconds, rounds }: Sizes,
): Promise<Measurement> {
  let firstPerson = 0
  const put = async (server: Child, load: Load, duration: number): Promise<Stretch> => {
    const port = await askServer(server, 'port')
    const cpuBefore = await askServer(server, 'cpu')
    const job: LoadJob = { port, load, connections, seconds: duration, firstPerson, people: signedInCount }
    const result = await generator.ask<LoadResult>(job, duration + 30)
    firstPerson = result.nextPerson
    return { ...result, cpu: (await askServer(server, 'cpu')) - cpuBefore }
  }

  await put(product, scenario.product, warmUpSeconds)
  await put(thin, scenario.thin, warmUpSeconds)
  const [ofProduct, ofThin]: [Stretch[], Stretch[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ofProduct.push(await put(product, scenario.product, seconds / rounds))
    ofThin.push(await put(thin, scenario.thin, seconds / rounds))
  }
  const ratios = ofProduct.map((stretch, round) => rate(stretch) / rate(ofThin[round] as Stretch))
  const { name, says, kind } = scenario
  return {
    scenario: name,
    says,
    kind,
    product: performanceOf(ofProduct),
    thin: performanceOf(ofThin),
    ratios,
    ratio: median(ratios),
  }
}

type Stretch = LoadResult & { readonly cpu: number }

const askServer = (server: Child, question: ServerQuestion) => server.ask<number>(question, 60)
const answersOf = (stretch: Stretch) => Object.values(stretch.statuses).reduce((total, n) => total + n, 0)
const rate = (stretch: Stretch) => stretch.latencies.length / stretch.seconds

function performanceOf(stretches: readonly Stretch[]): Performance {
  const latencies = sortedTogether(stretches.map((stretch) => stretch.latencies))
  const sum = (of: (stretch: Stretch) => number) => stretches.reduce((total, stretch) => total + of(stretch), 0)
  const answers = sum(answersOf)
  const refusedForCooldown = sum((stretch) => stretch.statuses[429] ?? 0)
  return {
    requestsPerSecond: median(stretches.map(rate)),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpuPerRequest: median(stretches.map((stretch) => stretch.cpu / answersOf(stretch))),
    bytesPerResponse: sum((stretch) => stretch.bytes) / answers,
    refusedForCooldown,
    failures: answers - latencies.length - refusedForCooldown + sum((stretch) => stretch.errors),
  }
}
