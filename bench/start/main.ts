import { budgets } from '#bench/budgets.ts'
import { openDatabaseServer } from '#bench/data-set/database-server.ts'
import { openCopy } from '#bench/data-set/open-copy.ts'
import { cookieOf } from '#bench/data-set/people.ts'
import { machine } from '#bench/machine.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { runProgram } from '#bench/program.ts'
import { markdownTable, measuredWith, saveResult } from '#bench/save-result.ts'
import { median } from '#bench/statistics.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureStart, type StartFigures } from './measure-start.ts'
import { readStartOptions, type StartOptions, usage } from './options.ts'

await runProgram({
  name: 'bench:start',
  usage,
  readOptions: readStartOptions,
  longest: () => 90 * 60_000,
  run,
})

/** Runs the measurement. @returns the exit code */
async function run(
  { bugs, data, starts, save }: StartOptions,
  say: (line: string) => void,
  closing: Closing,
): Promise<number> {
  say('embedded database, few bugs')
  const small = await startsOn({ DATA_DIR: await temporaryFolder(closing), DEMO: 'on' }, starts)
  console.log(lineOf('embedded database, few bugs', small))
  if (bugs === 0) return exitCode(small)
  const server = await openDatabaseServer(undefined, say)
  closing.later(() => server.stop())
  const copy = await openCopy(server, { bugs, directory: data, fresh: false }, say, closing)
  say(`${bugs} bugs`)
  const large = await startsOn(
    { DATABASE_URL: copy.url, DATA_DIR: await temporaryFolder(closing) },
    starts,
    cookieOf(0),
  )
  console.log(lineOf(`${bugs.toLocaleString('en')} bugs (${copy.facts.source}), a database that runs`, large))
  if (save) {
    const rows = [
      ['embedded database, few bugs', ...cellsOf(small)],
      [`${bugs.toLocaleString('en')} bugs (${copy.facts.source}), a database that runs`, ...cellsOf(large)],
    ]
    const { ready, similar } = budgets.start
    const heads = [
      'start on',
      `ready after, s (budget ${ready})`,
      'processor time, s',
      `similar bugs after, s (${similar})`,
    ]
    const conditions = `${measuredWith(machine(`${server.version} ${server.kind}`))} The median of ${starts} starts, and the range.`
    say(`saved as ${await saveResult('start', `# Starts\n\n${conditions}\n\n${markdownTable(heads, rows)}\n`)}`)
  }
  return exitCode(small) || exitCode(large)
}

async function startsOn(settings: Record<string, string>, count: number, cookie?: string): Promise<StartFigures[]> {
  await measureStart(settings, cookie)
  const figures: StartFigures[] = []
  for (let n = 0; n < count; n++) figures.push(await measureStart(settings, cookie))
  return figures
}

async function temporaryFolder(closing: Closing): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mothlight-start-'))
  closing.later(() => rm(folder, { recursive: true, force: true }))
  return folder
}

// Function declarations, because the program above runs before constants are initialized.
function secondsOf(figures: readonly StartFigures[]): number[] {
  return figures.map(({ seconds }) => seconds)
}

function exitCode(figures: readonly StartFigures[]): number {
  const similar = figures.flatMap(({ similar }) => similar ?? [])
  const isLate = similar.length > 0 && median(similar) > budgets.start.similar
  return median(secondsOf(figures)) <= budgets.start.ready && !isLate ? 0 : 1
}

function cellsOf(figures: readonly StartFigures[]): string[] {
  const similar = figures.flatMap(({ similar }) => similar ?? [])
  return [
    range(secondsOf(figures)),
    range(figures.map(({ processor }) => processor)),
    similar.length > 0 ? range(similar) : '–',
  ]
}

function range(values: readonly number[]): string {
  return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`
}

function lineOf(what: string, figures: readonly StartFigures[]): string {
  const [ready, processor, similar] = cellsOf(figures)
  const kept = exitCode(figures) === 0 ? 'within' : 'not within'
  const { start } = budgets
  return (
    `${what}: ready after ${ready} s, ${processor} s of processor time, similar bugs after ${similar} s: ` +
    `${kept} ${start.ready} and ${start.similar} s`
  )
}
