import { type NewsBenchResult, runNewsBench } from '#bench/news/run-news-bench.ts'
import { type BulkBenchResult, runBulkBench } from '#bench/bulk/run-bulk-bench.ts'
import { type ChatBenchResult, runChatBench } from '#bench/chat/run-chat-bench.ts'
import { type DatabaseServer, openDatabaseServer } from '#bench/data-set/database-server.ts'
import { type FindingBenchResult, runFindingBench } from '#bench/finding/run-finding-bench.ts'
import { type LiveBenchResult, runLiveBench } from '#bench/live/run-live-bench.ts'
import { Closing } from '#bench/processes/closing.ts'
import { runSimilarBench, type SimilarBenchResult } from '#bench/similar/run-similar-bench.ts'
import { machine } from './machine.ts'
import { type Options, otherParts, dataSetRequestOf } from './options.ts'
import { type CallsResult, runCalls } from './run-calls.ts'

/** All results of a run; parts that were not requested are missing. */
export interface BenchResult {
  readonly machine: ReturnType<typeof machine>
  readonly load: Pick<Options, 'connections' | 'seconds' | 'rounds' | 'pool'>
  readonly calls?: CallsResult
  readonly chat?: ChatBenchResult
  readonly live?: LiveBenchResult
  readonly similar?: SimilarBenchResult
  readonly finding?: FindingBenchResult
  readonly bulk?: BulkBenchResult
  readonly news?: NewsBenchResult
}

/** One part's figures. */
export type PartResult = Omit<BenchResult, 'machine' | 'load'>

type Part = (
  server: DatabaseServer,
  options: Options,
  say: (line: string) => void,
  closing: Closing,
) => Promise<PartResult>

const parts: Readonly<Record<(typeof otherParts)[number] | 'calls', Part>> = {
  calls: async (...given) => ({ calls: await runCalls(...given) }),
  chat: async (...given) => ({ chat: await runChatBench(...given) }),
  live: async (...given) => ({ live: await runLiveBench(...given) }),
  // Uses the data set of the calls, if they were measured, which is created only once.
  similar: async (server, options, say, closing) => ({
    similar: await runSimilarBench(server, { ...dataSetRequestOf(options), fresh: false }, say, closing),
  }),
  finding: async (server, options, say, closing) => ({
    finding: await runFindingBench(server, { ...dataSetRequestOf(options), fresh: false }, say, closing),
  }),
  bulk: async (server, options, say, closing) => ({
    bulk: await runBulkBench(server, { ...dataSetRequestOf(options), fresh: false }, say, closing),
  }),
  news: async (server, options, say, closing) => ({
    news: await runNewsBench(server, { ...dataSetRequestOf(options), fresh: false }, say, closing),
  }),
}

/**
 * Prepares the data, starts the servers and measures, part by part; each part removes its servers and its copy of the
 * data before the next one begins.
 * @param say writes one line of progress
 * @param show called with each part's figures
 * @param closing receives what must be undone afterwards
 * @throws OptionError for an unknown scenario
 */
export async function runBench(
  options: Options,
  say: (line: string) => void,
  show: (part: PartResult) => void,
  closing: Closing,
): Promise<BenchResult> {
  const server = await openDatabaseServer(options.databaseUrl, say)
  closing.later(() => server.stop())
  const { connections, seconds, rounds, pool } = options
  const load = { connections, seconds, rounds, pool }
  let result: BenchResult = { machine: machine(`${server.version} ${server.kind}`), load }
  for (const [part, given] of chosenParts(options)) {
    const own = new Closing()
    closing.later(() => own.now())
    const found = await parts[part](server, given, say, own)
    show(found)
    result = { ...result, ...found }
    await own.now()
  }
  return result
}

/** Returns the parts in their order, with the options of each. */
function chosenParts(options: Options): [keyof typeof parts, Options][] {
  const { only } = options
  const calls = only.filter((name) => otherParts.every((part) => part !== name))
  const others = otherParts.filter((name) => only.length === 0 || only.includes(name))
  const isCalls = only.length === 0 || calls.length > 0
  return [
    ...(isCalls ? [['calls', { ...options, only: calls }] as [keyof typeof parts, Options]] : []),
    ...others.map((part): [keyof typeof parts, Options] => [part, options]),
  ]
}
