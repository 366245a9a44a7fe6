import { openDatabaseServer } from '#bench/data-set/database-server.ts'
import { cookieOf } from '#bench/data-set/people.ts'
import { copyForRun, prepareDataSet } from '#bench/data-set/prepare.ts'
import { machine } from '#bench/machine.ts'
import { Closing } from '#bench/processes/closing.ts'
import { saveResult } from '#bench/save-result.ts'
import { median } from '#bench/statistics.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureStart, type StartFigures } from './measure-start.ts'

const usage = `npm run bench:start -- [options]
Measures how long the product takes from its start to its ready line: on a data folder of its own with the embedded
database, and on a large data set. The first start of each, which makes what later ones find, is not counted.

  --bugs N     size of the data set; 0 leaves it out (100000)
  --starts N   how often it is started (7)
  --save       write the numbers to bench/results`

/** Seconds to the ready line. */
const aim = 2

const say = (line: string) => process.stderr.write(`bench: ${line}\n`)
const closing = new Closing()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void closing.now().finally(() => process.exit(130)))
}

const { values } = parseArgs({
  options: {
    bugs: { type: 'string', default: '100000' },
    starts: { type: 'string', default: '7' },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
} else {
  try {
    await run(Number(values.bugs), Number(values.starts))
  } finally {
    await closing.now()
  }
}

async function run(bugs: number, starts: number): Promise<void> {
  say('embedded database, few bugs')
  const small = await startsOn({ DATA_DIR: await temporaryFolder(), DEMO: 'on' }, starts)
  console.log(lineOf('embedded database, few bugs', small))
  if (bugs === 0) return
  const server = await openDatabaseServer(undefined, say)
  closing.later(() => server.stop())
  const dataSet = await prepareDataSet(server, { bugs, directory: undefined, fresh: false }, say)
  const copy = await copyForRun(server, dataSet)
  closing.later(() => copy.drop())
  say(`${bugs} bugs`)
  const settings = { DATABASE_URL: server.urlOf(copy.name), DATA_DIR: await temporaryFolder() }
  const large = await startsOn(settings, starts, cookieOf(0))
  console.log(lineOf(`${bugs.toLocaleString('en')} bugs, a database that runs`, large))
  if (!values.save) return
  const result = { machine: machine(`${server.version} ${server.kind}`), bugs, aim, small, large }
  say(`saved as ${await saveResult('start', result)}`)
}

async function startsOn(settings: Record<string, string>, count: number, cookie?: string): Promise<StartFigures[]> {
  await measureStart(settings, cookie)
  const figures: StartFigures[] = []
  for (let n = 0; n < count; n++) figures.push(await measureStart(settings, cookie))
  return figures
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mothlight-start-'))
  closing.later(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function lineOf(what: string, figures: readonly StartFigures[]): string {
  const seconds = figures.map(({ seconds }) => seconds)
  const middle = median(seconds)
  const similar = figures.flatMap(({ similar }) => similar ?? [])
  return (
    `${what}: ready after ${middle.toFixed(2)} s (${Math.min(...seconds).toFixed(2)} to ` +
    `${Math.max(...seconds).toFixed(2)}), ${median(figures.map(({ processor }) => processor)).toFixed(2)} s of ` +
    `processor time${similar.length > 0 ? `, similar bugs after ${median(similar).toFixed(1)} s` : ''}: ` +
    `${middle <= aim ? 'within' : 'not within'} ${aim} s`
  )
}
