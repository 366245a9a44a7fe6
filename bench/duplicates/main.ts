import { OptionError } from '#bench/options.ts'
import { Closing } from '#bench/processes/closing.ts'
import { writeFile } from 'node:fs/promises'
import { figuresTable, latenciesTable } from './figures-table.ts'
import { readDuplicatesOptions, usage } from './options.ts'
import { SetError } from './read-set.ts'
import { type DuplicatesResult, runDuplicates } from './run-duplicates.ts'

const say = (line: string) => process.stderr.write(`duplicates: ${line}\n`)

const closing = new Closing()
let givenUp = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    givenUp = true
    void closing.now().finally(() => process.exit(130))
  })
}

try {
  const options = readDuplicatesOptions(process.argv.slice(2))
  if (options.help) {
    console.log(usage)
  } else {
    const result = await runDuplicates(options, say, closing)
    console.log(`${figuresTable(result.rows)}\n\n${latenciesTable(result.latencies)}\n`)
    for (const missed of result.missed) console.log(`MISSED ${missed}`)
    if (result.missed.length === 0) console.log('All gates are reached.')
    if (options.json) await writeFile(options.json, `${JSON.stringify(jsonOf(result), undefined, 2)}\n`)
    process.exitCode = result.missed.length > 0 ? 1 : 0
  }
} catch (error) {
  // What was cut off fails in many ways, and none is news.
  if (!givenUp) say(explain(error))
  process.exitCode = 2
} finally {
  await closing.now()
}

function jsonOf({ sets }: DuplicatesResult) {
  return { sets: Object.fromEntries(sets.map(({ name, queries, figures }) => [name, { queries, ...figures }])) }
}

function explain(error: unknown): string {
  if (error instanceof OptionError) return `${error.message}\n\n${usage}`
  if (error instanceof SetError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
