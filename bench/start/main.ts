import { openDatabaseServer } from '#bench/data-set/database-server.ts'
import { openCopy } from '#bench/data-set/open-copy.ts'
import { cookieOf } from '#bench/data-set/people.ts'
import { machine } from '#bench/machine.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { runProgram } from '#bench/program.ts'
import { saveResult } from '#bench/save-result.ts'
import { median } from '#bench/statistics.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureStart, type StartFigures } from './measure-start.ts'
import { readStartOptions, type StartOptions, usage } from './options.ts'

/** Seconds to the ready line. */
const aim = 3

await runProgram({
  name: 'bench:start',
  usage,
  readOptions: readStartOptions,
  longest: () => 90 * 60_000,
  run,
})

/** @returns the exit code */
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
    const result = { machine: machine(`${server.version} ${server.kind}`), bugs, aim, small, large }
    say(`saved as ${await saveResult('start', result)}`)
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

// Functions, because the program above begins before anything else here is made.
function secondsOf(figures: readonly StartFigures[]): number[] {
  return figures.map(({ seconds }) => seconds)
}

function exitCode(figures: readonly StartFigures[]): number {
  return median(secondsOf(figures)) <= aim ? 0 : 1
}

function lineOf(what: string, figures: readonly StartFigures[]): string {
  const seconds = secondsOf(figures)
  const middle = median(seconds)
  const similar = figures.flatMap(({ similar }) => similar ?? [])
  return (
    `${what}: ready after ${middle.toFixed(2)} s (${Math.min(...seconds).toFixed(2)} to ` +
    `${Math.max(...seconds).toFixed(2)}), ${median(figures.map(({ processor }) => processor)).toFixed(2)} s of ` +
    `processor time${similar.length > 0 ? `, similar bugs after ${median(similar).toFixed(1)} s` : ''}: ` +
    `${middle <= aim ? 'within' : 'not within'} ${aim} s`
  )
}
