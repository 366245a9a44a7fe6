import { OptionError } from '#bench/options.ts'
import { Closing } from '#bench/processes/closing.ts'
import { saveResult } from '#bench/save-result.ts'
import { mkdir } from 'node:fs/promises'
import { missed } from './gates.ts'
import { readWebOptions, usage } from './options.ts'
import { runWebBench } from './run-web-bench.ts'
import { webChart } from './web-chart.ts'
import { webReport } from './web-report.ts'

/** A run that takes longer is stuck. */
const longest = 60 * 60_000

const say = (line: string) => process.stderr.write(`bench:web: ${line}\n`)

const closing = new Closing()
let givenUp = false
const giveUp = (code: number) => {
  givenUp = true
  void closing.now().finally(() => process.exit(code))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => giveUp(130))

try {
  const options = readWebOptions(process.argv.slice(2))
  if (options.help) {
    console.log(usage)
    process.exit(0)
  }
  setTimeout(() => {
    say('it takes too long; giving up')
    giveUp(1)
  }, longest).unref()
  if (options.profile) await mkdir(options.profile, { recursive: true })
  const result = await runWebBench(options, say, closing)
  const report = webReport(result)
  console.log(`\n${report}`)
  if (options.save) {
    const set = ['web', ...options.only].join('-')
    const chart = webChart(result)
    say(`saved as ${await saveResult(set, result, { table: `# In the browser\n\n${report}`, chart })}`)
  }
  process.exitCode = missed(result).length > 0 ? 1 : 0
} catch (error) {
  // What was cut off fails in many ways, and none is news.
  if (!givenUp) say(explain(error))
  process.exitCode = 1
} finally {
  await closing.now()
}

function explain(error: unknown): string {
  if (error instanceof OptionError) return `${error.message}\n\n${usage}`
  if (!(error instanceof Error)) return String(error)
  return [error.stack ?? error.message, ...(error.cause instanceof Error ? [error.cause.message] : [])].join('\n')
}
