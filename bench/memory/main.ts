import { openDatabaseServer } from '#bench/data-set/database-server.ts'
import { openCopy } from '#bench/data-set/open-copy.ts'
import { machine } from '#bench/machine.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { runProgram } from '#bench/program.ts'
import { saveResult } from '#bench/save-result.ts'
import { measureMemory, type MemoryFigures } from './measure-memory.ts'
import { type MemoryOptions, readMemoryOptions, usage } from './options.ts'

/** MB resident while everybody reads, as the median. */
const aim = 400
/** Seconds from the start until the similar bugs are ready. */
const similarAim = 30

await runProgram({
  name: 'bench:memory',
  usage,
  readOptions: readMemoryOptions,
  longest: ({ seconds }) => (60 * 60 + 2 * seconds) * 1000,
  run,
})

/** @returns the exit code */
async function run(options: MemoryOptions, say: (line: string) => void, closing: Closing): Promise<number> {
  const { bugs, data, people, seconds, save } = options
  const server = await openDatabaseServer(undefined, say)
  closing.later(() => server.stop())
  const { url, facts } = await openCopy(server, { bugs, directory: data, fresh: false }, say, closing)
  const sizes = { people, seconds, pause: 2500 }
  const figures = await measureMemory({ url, bugIds: facts.bugIds }, sizes, say, closing)
  const median = figures.reading.median / 1e6
  const { readyAfter, similarAfter } = figures
  console.log(
    `\n${bugs.toLocaleString('en')} bugs (${facts.source}), ${people} people, MB resident\n\n${lineOf(figures)}\n\n` +
      `${Math.round(median)} MB while everybody reads: ${median <= aim ? 'within' : 'not within'} ${aim} MB\n` +
      `ready after ${readyAfter.toFixed(1)} s, similar bugs after ${similarAfter.toFixed(1)} s: ` +
      `${similarAfter <= similarAim ? 'within' : 'not within'} ${similarAim} s`,
  )
  if (save) {
    const result = {
      machine: machine(`${server.version} ${server.kind}`),
      bugs,
      people,
      seconds,
      aim,
      similarAim,
      figures,
    }
    say(`saved as ${await saveResult('memory', result)}`)
  }
  return median <= aim && similarAfter <= similarAim ? 0 : 1
}

function lineOf({ whenReady, whenConnected, reading, afterwards, most, calls }: MemoryFigures): string {
  const parts = {
    ready: whenReady,
    connected: whenConnected,
    reading: reading.median,
    'reading, p95': reading.p95,
    'half a minute later': afterwards,
    'most ever': most,
  }
  const texts = Object.entries(parts).map(([name, bytes]) => `${name} ${Math.round(bytes / 1e6)}`)
  return `${texts.join(', ')}; ${calls.answered} calls answered, ${calls.failed} failed`
}
