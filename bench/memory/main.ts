import { budgets } from '#bench/budgets.ts'
import { openDatabaseServer } from '#bench/data-set/database-server.ts'
import { openCopy } from '#bench/data-set/open-copy.ts'
import { machine } from '#bench/machine.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { runProgram } from '#bench/program.ts'
import { markdownTable, measuredWith, saveResult } from '#bench/save-result.ts'
import { measureMemory, type MemoryFigures } from './measure-memory.ts'
import { type MemoryOptions, readMemoryOptions, usage } from './options.ts'

await runProgram({
  name: 'bench:memory',
  usage,
  readOptions: readMemoryOptions,
  longest: ({ seconds }) => (60 * 60 + 2 * seconds) * 1000,
  run,
})

/** Runs the measurement. @returns the exit code */
async function run(options: MemoryOptions, say: (line: string) => void, closing: Closing): Promise<number> {
  const { bugs, data, people, seconds, save } = options
  const server = await openDatabaseServer(undefined, say)
  closing.later(() => server.stop())
  const { url, facts } = await openCopy(server, { bugs, directory: data, fresh: false }, say, closing)
  const sizes = { people, seconds, pause: 2500 }
  const figures = await measureMemory({ url, bugIds: facts.bugIds }, sizes, say, closing)
  const { readyAfter, similarAfter } = figures
  const { start, memory } = budgets
  const isKept = figures.reading.median / 1e6 <= memory && readyAfter <= start.ready && similarAfter <= start.similar
  const title = `${bugs.toLocaleString('en')} bugs (${facts.source}), ${people} people who read for ${seconds} s, MB resident`
  const times = `Ready after ${readyAfter.toFixed(1)} s, similar bugs after ${similarAfter.toFixed(1)} s.`
  const summary =
    `${isKept ? 'Within' : 'Not within'} the budgets: ${memory} MB while everybody reads, ready after ${start.ready} s, ` +
    `similar bugs after ${start.similar} s.`
  const cells = Object.entries(megabytesOf(figures)).map(([what, bytes]) => [what, `${Math.round(bytes / 1e6)}`])
  const { answered, failed } = figures.calls
  console.log(
    `\n${title}\n\n${cells.map((cell) => cell.join(' ')).join(', ')}; ${answered} calls answered, ${failed} failed\n` +
      `${times}\n${summary}`,
  )
  if (save) {
    const conditions = measuredWith(machine(`${server.version} ${server.kind}`))
    const page = ['# Memory', `${conditions} ${title}.`, markdownTable(['when', 'MB'], cells), `${times} ${summary}`]
    say(`saved as ${await saveResult('memory', `${page.join('\n\n')}\n`)}`)
  }
  return isKept ? 0 : 1
}

function megabytesOf({ whenReady, whenConnected, reading, afterwards, most }: MemoryFigures) {
  return {
    'similar bugs ready': whenReady,
    'all connected': whenConnected,
    'everybody reads, median': reading.median,
    'everybody reads, p95': reading.p95,
    'half a minute later': afterwards,
    'most ever': most,
  }
}
