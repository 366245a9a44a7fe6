import { openDatabaseServer } from '#bench/data-set/database-server.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { shippedWeights } from '#server/features/similar/engine/shipped-weights.ts'
import type { Weights } from '#server/features/similar/engine/weights.ts'
import { collectExamples, type Examples } from './examples.ts'
import { type ByTyping, byTyping, type Figures, macroMean } from './figures.ts'
import type { TableRow } from './figures-table.ts'
import { fitWeights } from './fit-weights.ts'
import { missedGates } from './gates.ts'
import { type Latencies, measureLatencies } from './latencies.ts'
import { measureSet, type SetFigures } from './measure-set.ts'
import type { DuplicatesOptions } from './options.ts'
import { measurePostgres } from './postgres-search.ts'
import { readSets, type ReportSet, SetError } from './read-set.ts'

export interface DuplicatesResult {
  readonly sets: readonly { readonly name: string; readonly queries: number; readonly figures: ByTyping<Figures> }[]
  readonly rows: readonly TableRow[]
  readonly latencies: Latencies
  /** A sentence for each gate that is missed. */
  readonly missed: readonly string[]
}

/**
 * Runs the measurement.
 * @param say writes one line of progress
 * @param closing receives what must be undone afterwards
 * @throws SetError when the sets are unusable
 */
export async function runDuplicates(
  options: DuplicatesOptions,
  say: (line: string) => void,
  closing: Closing,
): Promise<DuplicatesResult> {
  const sets = await readSets(options.data)
  if (sets.every(({ reports }) => !reports.some(({ dup, split }) => dup && split === 'test'))) {
    throw new SetError(`No set in ${options.data} has a report with dup true and split test to search for.`)
  }
  const weights = options.weights === 'loo' ? await fitLeavingOut(sets, say) : sets.map(() => shippedWeights)
  const measured: SetFigures[] = []
  for (const [at, set] of sets.entries()) {
    say(`${set.name}: ${set.reports.length.toLocaleString('en')} reports`)
    measured.push(await measureSet(set, weights[at] as Weights, options.baselines))
  }
  say(`times with ${options.reports.toLocaleString('en')} reports`)
  const latencies = await measureLatencies(options.data, shippedWeights, options.reports)
  const postgres = options.baselines ? await postgresOrNothing(options, closing, sets, say) : undefined

  const ways: { way: string; of: (at: number) => ByTyping<Figures> | undefined }[] = [
    { way: 'Mothlight', of: (at) => measured[at]?.product },
    { way: 'plain BM25', of: (at) => measured[at]?.plain },
    { way: 'PostgreSQL, any word', of: (at) => postgres?.[at] },
  ]
  const known = sets.map((_, at) => at).filter((at) => (measured[at]?.queries ?? 0) > 0)
  const meanOf = (of: (at: number) => ByTyping<Figures> | undefined): ByTyping<Figures> | undefined => {
    const all = known.flatMap((at) => of(at) ?? [])
    return all.length < known.length ? undefined : byTyping((typing) => macroMean(all.map((one) => one[typing])))
  }
  const mean = meanOf((at) => measured[at]?.product) as ByTyping<Figures>
  const rows = ways.flatMap(({ way, of }) => {
    const own = sets.flatMap(({ name }, at) => {
      const figures = of(at)
      return figures ? [{ set: name, queries: measured[at]?.queries, way, figures }] : []
    })
    const figures = meanOf(of)
    return figures ? [...own, { set: 'macro mean', queries: undefined, way, figures }] : own
  })
  return {
    sets: sets.map(({ name }, at) => {
      const { queries, product } = measured[at] as SetFigures
      return { name, queries, figures: product }
    }),
    rows,
    latencies,
    missed: missedGates(mean, latencies),
  }
}

/** Returns for each set the weights that were fitted on the training parts of the others. */
async function fitLeavingOut(sets: readonly ReportSet[], say: (line: string) => void): Promise<Weights[]> {
  const { lexical } = shippedWeights
  const examples: Examples[] = []
  for (const set of sets) {
    say(`${set.name}: learning from its training part`)
    examples.push(await collectExamples(set, shippedWeights))
  }
  return sets.map(({ name }) => {
    const others = examples.filter(({ set }) => set !== name)
    const usable = others.reduce((sum, { full }) => sum + full.length, 0)
    if (usable === 0) {
      say(`${name}: no other set has duplicates in a training part; the shipped weights are used`)
      return shippedWeights
    }
    say(`${name}: weights fitted on ${others.map(({ set }) => set).join(', ')} (${usable} duplicates)`)
    return fitWeights(others, lexical)
  })
}

/** Measures PostgreSQL's search if a server can be started; otherwise its rows are left out. */
async function postgresOrNothing(
  { databaseUrl }: DuplicatesOptions,
  closing: Closing,
  sets: readonly ReportSet[],
  say: (line: string) => void,
): Promise<ByTyping<Figures>[] | undefined> {
  try {
    const server = await openDatabaseServer(databaseUrl, say)
    closing.later(() => server.stop())
    return await measurePostgres(server, closing, sets, say)
  } catch (error) {
    say(`PostgreSQL's search is left out: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}
