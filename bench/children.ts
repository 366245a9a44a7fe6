import { type Child, startChild } from '#bench/processes/child.ts'
import { openPageStatement, pageStatement } from '#bench/scenarios/list-statements.ts'
import { newestWith } from '#bench/scenarios/scale-scenarios.ts'
import type { Scenario } from '#bench/scenarios/scenario.ts'
import type { Options } from './options.ts'

/** The processes of a run: the two servers, and the one that sends requests. */
export interface Children {
  readonly product: Child
  readonly thin: Child
  readonly generator: Child
}

/** Starts the processes; each has its own event loop, as in production. @param more settings of the product */
export function startChildren(
  databaseUrl: string,
  chosen: readonly Scenario[],
  options: Options,
  more: Readonly<Record<string, string>> = {},
): Children {
  const database = { DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: String(options.pool) }
  const settings = { HOST: '127.0.0.1', PORT: '0', CHAT_PORT: 'off', DEMO: 'off', LOG_LEVEL: 'warn', ...more }
  const profile = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []
  const lists = chosen.flatMap(({ name, list }) => (list ? [{ name, text: pageStatement(list) }] : []))
  const thin = { ...database, BENCH_LISTS: JSON.stringify(lists), BENCH_NEWEST_WITH: openPageStatement(newestWith) }
  return {
    product: startChild(new URL('servers/product-server.ts', import.meta.url), { ...database, ...settings }, profile),
    thin: startChild(new URL('servers/thin-server.ts', import.meta.url), thin),
    generator: startChild(new URL('load-generator.ts', import.meta.url), {}),
  }
}
