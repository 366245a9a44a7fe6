import { openDatabaseServer } from '#bench/data-set/database-server.ts'
import { copyForRun, prepareDataSet } from '#bench/data-set/prepare.ts'
import { Closing } from '#bench/processes/closing.ts'
import { saveResult } from '#bench/save-result.ts'
import { machine } from '#bench/machine.ts'
import { parseArgs } from 'node:util'
import { measureMemory, type MemoryFigures } from './measure-memory.ts'

const usage = `npm run bench:memory -- [options]
Measures the resident memory of the application on a large data set while many people have pages open and read.

  --bugs N       size of the data set (100000)
  --people N     who have a page open (500)
  --seconds N    of reading (60)
  --save         write the numbers to bench/results`

const say = (line: string) => process.stderr.write(`bench: ${line}\n`)
const closing = new Closing()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void closing.now().finally(() => process.exit(130)))
}

const { values } = parseArgs({
  options: {
    bugs: { type: 'string', default: '100000' },
    people: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
} else {
  try {
    await run({ bugs: Number(values.bugs), people: Number(values.people), seconds: Number(values.seconds) })
  } finally {
    await closing.now()
  }
}

async function run({ bugs, people, seconds }: { bugs: number; people: number; seconds: number }): Promise<void> {
  const server = await openDatabaseServer(undefined, say)
  closing.later(() => server.stop())
  const dataSet = await prepareDataSet(server, { bugs, directory: undefined, fresh: false }, say)
  const copy = await copyForRun(server, dataSet)
  closing.later(() => copy.drop())
  const database = { url: server.urlOf(copy.name), bugIds: dataSet.facts.bugIds }
  const figures = await measureMemory(database, { people, seconds, pause: 2500 }, say, closing)
  console.log(`\n${bugs.toLocaleString('en')} bugs, ${people} people, MB resident\n\n${figures.map(lineOf).join('\n')}`)
  if (!values.save) return
  const result = { machine: machine(`${server.version} ${server.kind}`), bugs, people, seconds, figures }
  say(`saved as ${await saveResult('memory', result)}`)
}

function lineOf({ start, whenReady, whenConnected, reading, afterwards, most, calls }: MemoryFigures): string {
  const parts = {
    ready: whenReady,
    connected: whenConnected,
    reading: reading.median,
    'reading, p95': reading.p95,
    'half a minute later': afterwards,
    'most ever': most,
  }
  const texts = Object.entries(parts).map(([name, bytes]) => `${name} ${Math.round(bytes / 1e6)}`)
  return `${start}: ${texts.join(', ')}; ${calls.answered} calls answered, ${calls.failed} failed`
}
