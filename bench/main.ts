import { chatReport } from '#bench/chat/chat-report.ts'
import { liveReport } from '#bench/live/live-report.ts'
import { Closing } from '#bench/processes/closing.ts'
import { similarReport } from '#bench/similar/similar-report.ts'
import { OptionError, readOptions, usage } from './options.ts'
import { remarks, table } from './report-table.ts'
import { runBench } from './run-bench.ts'
import { saveResult } from './save-result.ts'

/** A run that takes longer than this beyond its planned load is stuck. */
const spareMinutes = 30

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
  const planned = options.seconds * 2 * 15
  const overdue = () => {
    say('it takes too long; giving up')
    giveUp(1)
  }
  setTimeout(overdue, (planned + spareMinutes * 60) * 1000).unref()

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
  process.exitCode = wrongTotals.length > 0 || failed ? 1 : 0
} catch (error) {
  // What was cut off fails in many ways, and none is news.
  if (!givenUp) say(explain(error))
  process.exitCode = 1
} finally {
  await closing.now()
}

function explain(error: unknown): string {
  if (error instanceof OptionError) return `${error.message}\n\n${usage}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
