import { startChildren } from '#bench/children.ts'
import { type DatabaseServer, openDatabaseServer } from '#bench/data-set/database-server.ts'
import { openCopy } from '#bench/data-set/open-copy.ts'
import { checkRoom } from '#bench/data-set/room.ts'
import { machine } from '#bench/machine.ts'
import type { Measurement } from '#bench/measure.ts'
import { measureEach } from '#bench/measure-each.ts'
import { OptionError, type Options } from '#bench/options.ts'
import { Closing } from '#bench/processes/closing.ts'
import { scaleScenarios } from '#bench/scenarios/scale-scenarios.ts'
import type { Scenario } from '#bench/scenarios/scenario.ts'
import { knownTotals, type WrongTotal } from '#bench/totals.ts'
import { searchedWords } from './searched-words.ts'

/** The results for one number of bugs. */
export interface ScaleStep {
  readonly bugs: number
  readonly comments: number
  readonly events: number
  readonly measurements: readonly Measurement[]
  readonly wrongTotals: readonly WrongTotal[]
}

export interface ScaleResult {
  readonly machine: ReturnType<typeof machine>
  readonly texts: string
  readonly sizes: Pick<Options, 'connections' | 'seconds' | 'rounds' | 'pool'>
  readonly steps: readonly ScaleStep[]
}

/**
 * Measures the same at every size, smallest first.
 * @param say writes one line of progress
 * @param show called with each size's figures
 * @param closing receives what must be undone afterwards
 * @throws OptionError for an unknown scenario
 */
export async function runScale(
  options: Options,
  say: (line: string) => void,
  show: (step: ScaleStep) => void,
  closing: Closing,
): Promise<ScaleResult> {
  const server = await openDatabaseServer(options.databaseUrl, say)
  closing.later(() => server.stop())
  const { data: directory, fresh } = options
  const requests = options.sizes.map((bugs) => ({ bugs, directory, fresh }))
  await checkRoom(server, requests)
  const steps: ScaleStep[] = []
  let texts = ''
  let word: string | undefined
  for (const bugs of options.sizes) {
    const own = new Closing()
    closing.later(() => own.now())
    const { texts: source, word: searched, ...step } = await oneSize(server, { ...options, bugs }, word, say, own)
    ;[texts, word] = [source, searched]
    steps.push(step)
    show(step)
    await own.now()
  }
  const { connections, seconds, rounds, pool } = options
  return {
    machine: machine(`${server.version} ${server.kind}`),
    texts,
    sizes: { connections, seconds, rounds, pool },
    steps,
  }
}

async function oneSize(
  server: DatabaseServer,
  options: Options,
  word: string | undefined,
  say: (line: string) => void,
  closing: Closing,
): Promise<ScaleStep & { texts: string; word: string }> {
  const { name, url, facts } = await openCopy(server, { ...options, directory: options.data }, say, closing)
  const searched = word ?? facts.keywords.common.word
  const words = await server.connected(name, (client) => searchedWords(client, facts.bugIds, searched))
  const all = scaleScenarios(facts, words)
  const unknown = options.only.find((name) => all.every((scenario) => scenario.name !== name))
  if (unknown !== undefined)
    throw new OptionError(`There is no scenario '${unknown}'; there are ${all.map(({ name }) => name).join(', ')}.`)
  const chosen = all.filter(({ name }) => options.only.length === 0 || options.only.includes(name))
  // Similar bugs are measured separately: indexing a million bugs takes longer than everything that is measured here.
  const children = startChildren(url, chosen, options, { SIMILAR: 'off' })
  closing.later(async () => void (await Promise.all(Object.values(children).map((child) => child.stop()))))
  const port = await children.product.ask<number>('port', 60)
  const wrongTotals = await knownTotals(
    port,
    chosen.flatMap(({ list }) => list ?? []),
  )
  const size = facts.bugs.toLocaleString('en')
  const tell = ({ name: scenario, says }: Scenario) => say(`${size} bugs, ${scenario}: ${says}`)
  const measurements = await server.connected(name, (client) => measureEach(client, children, chosen, options, tell))
  const { bugs, comments, events, source } = facts
  return { bugs, comments, events, texts: source, word: searched, measurements, wrongTotals }
}
