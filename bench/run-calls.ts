import type { DatabaseServer } from '#bench/data-set/database-server.ts'
import type { DataSetFacts } from '#bench/data-set/load-data-set.ts'
import { openCopy } from '#bench/data-set/open-copy.ts'
import type { Child } from '#bench/processes/child.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { otherFilters } from '#bench/scenarios/list-scenarios.ts'
import type { Scenario } from '#bench/scenarios/scenario.ts'
import { scenarios } from '#bench/scenarios/scenarios.ts'
import { setTimeout } from 'node:timers/promises'
import { type Children, startChildren } from './children.ts'
import type { Measurement } from './measure.ts'
import { measureEach } from './measure-each.ts'
import { OptionError, type Options, otherParts, dataSetRequestOf } from './options.ts'
import { type WrongTotal, wrongTotals } from './totals.ts'

/** The figures of the calls on both servers. */
export interface CallsResult {
  readonly bugs: number
  readonly comments: number
  readonly texts: string
  readonly measurements: readonly Measurement[]
  /** Number of filters whose totals were compared with a count, before and after the writes. */
  readonly checkedTotals: number
  readonly wrongTotals: readonly WrongTotal[]
}

/**
 * Measures the scenarios of calls on both servers.
 * @param closing stops the servers and drops the copy of the data
 * @throws OptionError for an unknown scenario
 */
export async function runCalls(
  server: DatabaseServer,
  options: Options,
  say: (line: string) => void,
  closing: Closing,
): Promise<CallsResult> {
  const { name, url, facts } = await openCopy(server, dataSetRequestOf(options), say, closing)
  const chosen = choose(scenarios(facts), options.only)
  const children = startChildren(url, chosen, options)
  closing.later(async () => void (await Promise.all(Object.values(children).map((child) => child.stop()))))
  return measureAll(server, name, children, facts, chosen, options, say)
}

function choose(all: readonly Scenario[], names: readonly string[]): Scenario[] {
  const unknown = names.find((name) => all.every((scenario) => scenario.name !== name))
  if (unknown !== undefined) {
    throw new OptionError(
      `There is no scenario '${unknown}'; there are ${[...all.map(({ name }) => name), ...otherParts].join(', ')}.`,
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
): Promise<CallsResult> {
  const filters = [...scenarios(facts).flatMap(({ list }) => list ?? []), ...otherFilters(facts)]
  const port = await children.product.ask<number>('port', 60)
  await untilIdle(children.product, say)
  const check = (known: boolean) => server.connected(database, (client) => wrongTotals(client, port, filters, known))
  const wrong = await check(true)
  say(`totals of ${filters.length} filters compared`)
  const tell = ({ name, says }: Scenario) => say(`${name}: ${says}`)
  const measurements = await server.connected(database, (client) =>
    measureEach(client, children, chosen, options, tell),
  )
  const wrote = chosen.some(({ kind }) => kind === 'write')
  if (wrote) wrong.push(...(await afterLastWrites(() => check(false))))
  return {
    bugs: facts.bugs,
    comments: facts.comments,
    texts: facts.source,
    measurements,
    checkedTotals: filters.length * (wrote ? 2 : 1),
    wrongTotals: wrong,
  }
}

/** The least share of a core that counts as work. */
const idleBelow = 0.05
const mostMinutes = 10

/** Waits until a server has finished its work after the start, which is the index of similar bugs. */
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

/**
 * Repeats a check, because requests that the load generator gave up may still be written; a total that stays wrong is
 * an error.
 */
async function afterLastWrites(check: () => Promise<WrongTotal[]>): Promise<WrongTotal[]> {
  let wrong = await check()
  for (let again = 0; wrong.length > 0 && again < 3; again++) wrong = await check()
  return wrong
}
