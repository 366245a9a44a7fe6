import { chatReport } from '#bench/chat/chat-report.ts'
import { runExplain } from '#bench/explain/run-explain.ts'
import { liveReport } from '#bench/live/live-report.ts'
import { Closing } from '#bench/processes/closing.ts'
import { runScale } from '#bench/scale/run-scale.ts'
import { scaleChart } from '#bench/scale/scale-chart.ts'
import { linesOf } from '#bench/scale/scale-figures.ts'
import { aims, scaleTable } from '#bench/scale/scale-table.ts'
import { similarReport } from '#bench/similar/similar-report.ts'
import { OptionError, type Options, readOptions, usage } from './options.ts'
import { remarks, table } from './report-table.ts'
import { runBench } from './run-bench.ts'
import { resultName, saveResult } from './save-result.ts'

/** A run that takes longer than this beyond its planned load is stuck. */
const spareMinutes = 60

const say = (line: string) => process.stderr.write(`bench: ${line}\n`)

const closing = new Closing()
let givenUp = false
const giveUp = (code: number) => {
  givenUp = true
  void closing.now().finally(() => process.exit(code))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => giveUp(130))

try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) {
    console.log(usage)
    process.exit(0)
  }
  const planned = options.scale ? (options.seconds * 2 + 3) * 30 * options.sizes.length : options.seconds * 2 * 15
  const overdue = () => {
    say('it takes too long; giving up')
    giveUp(1)
  }
  setTimeout(overdue, (planned + spareMinutes * 60) * 1000).unref()

  if (options.explain) say(`kept in ${await runExplain(options, say, closing)}`)
  else if (options.scale) process.exitCode = await scale(options)
  else process.exitCode = await bench(options)
} catch (error) {
  // What was cut off fails in many ways, and none is news.
  if (!givenUp) say(explain(error))
  process.exitCode = 1
} finally {
  await closing.now()
}

/** @returns the exit code */
async function bench(options: Options): Promise<number> {
  const result = await runBench(options, say, closing)
  const { machine, sizes, measurements, wrongTotals } = result
  console.log(
    `\n${sizes.bugs.toLocaleString('en')} bugs (${result.texts}), ${sizes.connections} connections, ` +
      `${sizes.seconds} s each in ${sizes.rounds} rounds; ${machine.processor} × ${machine.cores}, ` +
      `Node ${machine.node}, PostgreSQL ${machine.postgres}, commit ${machine.commit ?? 'unknown'}\n`,
  )
  if (measurements.length > 0) console.log(`${table(measurements)}\n\n${remarks(measurements).join('\n')}`)
  if (result.chat) console.log(`\n${chatReport(result.chat)}`)
  if (result.live) console.log(`\n${liveReport(result.live)}`)
  if (result.similar) console.log(`\n${similarReport(result.similar)}`)
  for (const { query, said, counted } of wrongTotals) {
    console.log(`WRONG TOTAL for '${query}': ${said} instead of ${counted}`)
  }
  if (wrongTotals.length === 0 && result.checkedTotals > 0)
    console.log(`All ${result.checkedTotals} totals compared with a count are exact.`)
  if (options.save) {
    const set = options.only.length === 0 ? 'all' : options.only.join('+')
    say(`saved as ${await saveResult(set, result)}`)
  }
  const failed = measurements.some(({ product, thin }) => product.failures + thin.failures > 0)
  return wrongTotals.length > 0 || failed ? 1 : 0
}

/** @returns the exit code */
async function scale(options: Options): Promise<number> {
  const result = await runScale(options, say, closing)
  for (const step of result.steps) {
    console.log(`\n${step.bugs.toLocaleString('en')} bugs\n\n${table(step.measurements)}`)
    for (const { query, said, counted } of step.wrongTotals)
      console.log(`WRONG TOTAL for '${query}': ${said} instead of ${counted}`)
  }
  const sizes = result.steps.map(({ bugs }) => bugs)
  console.log(`\n${aims(linesOf(result), sizes).join('\n')}`)
  if (options.save) {
    const pictures = { table: scaleTable(result, `${resultName('scale')}.svg`), chart: scaleChart(result) }
    say(`saved as ${await saveResult('scale', result, pictures)}`)
  }
  const isWrong = result.steps.some(
    ({ measurements, wrongTotals }) =>
      wrongTotals.length > 0 || measurements.some(({ product, thin }) => product.failures + thin.failures > 0),
  )
  return isWrong ? 1 : 0
}

function explain(error: unknown): string {
  if (error instanceof OptionError) return `${error.message}\n\n${usage}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
