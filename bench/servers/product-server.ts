import { answerParent } from '#bench/processes/answer-parent.ts'
import { migrateDatabase, openApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type LoopDelay, processorTime, type ServerQuestion } from './questions.ts'

/**
 * The product as `npm start` runs it, with the settings of its environment, and with its pages only where they are
 * measured too: BENCH_PAGES names the built web client.
 */
const config = readConfig(process.env)
const log = openLog(config.logLevel)
const delays = monitorEventLoopDelay({ resolution: 1 })
// It costs a little, so it is only enabled on request.
if (process.env['BENCH_LOOP_DELAY']) delays.enable()

const port = listen()
answerParent(async (question) => {
  if ((question as ServerQuestion) === 'port') return port
  if ((question as ServerQuestion) === 'delay') return loopDelay()
  return (question as ServerQuestion) === 'memory' ? process.memoryUsage().rss : processorTime()
})

/** Returns the delays without the interval of the measurement itself, one millisecond. */
function loopDelay(): LoopDelay {
  const milliseconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - 1)
  const [p50, p99, max] = [delays.percentile(50), delays.percentile(99), delays.max].map(milliseconds)
  delays.reset()
  return { p50: p50 ?? 0, p99: p99 ?? 0, max: max ?? 0 }
}

async function listen(): Promise<number> {
  const database = await connectDatabase(config, log, 'app')
  await migrateDatabase(database)
  const app = await openApp(config, log, database, process.env['BENCH_PAGES'])
  await app.http.listen({ host: config.host, port: config.port })
  return (app.http.server.address() as { port: number }).port
}
