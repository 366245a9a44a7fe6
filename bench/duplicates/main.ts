import { runProgram } from '#bench/program.ts'
import { writeFile } from 'node:fs/promises'
import { figuresTable, latenciesTable } from './figures-table.ts'
import { readDuplicatesOptions, usage } from './options.ts'
import { SetError } from './read-set.ts'
import { type DuplicatesResult, runDuplicates } from './run-duplicates.ts'

await runProgram({
  name: 'duplicates',
  usage,
  readOptions: readDuplicatesOptions,
  longest: () => 90 * 60_000,
  failedCode: 2,
  sentenceOf: (error) => (error instanceof SetError ? error.message : undefined),
  run: async (options, say, closing) => {
    const result = await runDuplicates(options, say, closing)
    console.log(`${figuresTable(result.rows)}\n\n${latenciesTable(result.latencies)}\n`)
    for (const missed of result.missed) console.log(`MISSED ${missed}`)
    if (result.missed.length === 0) console.log('All gates are reached.')
    if (options.json) await writeFile(options.json, `${JSON.stringify(jsonOf(result), undefined, 2)}\n`)
    return result.missed.length > 0 ? 1 : 0
  },
})

function jsonOf({ sets }: DuplicatesResult) {
  return { sets: Object.fromEntries(sets.map(({ name, queries, figures }) => [name, { queries, ...figures }])) }
}
