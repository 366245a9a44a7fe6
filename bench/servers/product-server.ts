import { answerParent } from '#bench/processes/answer-parent.ts'
import { migrateDatabase, openApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { processorTime, type ServerQuestion } from './questions.ts'

/**
 * The product as `npm start` runs it, on the settings of its environment. Its pages only where they are measured too:
 * BENCH_PAGES names the built web client.
 */
const config = readConfig(process.env)
const log = openLog(config.logLevel)

const port = listen()
answerParent(async (question) => {
  if ((question as ServerQuestion) === 'port') return port
  return (question as ServerQuestion) === 'memory' ? process.memoryUsage().rss : processorTime()
})

async function listen(): Promise<number> {
  const database = await connectDatabase(config, log, 'app')
  await migrateDatabase(database)
  const app = await openApp(config, log, database, process.env['BENCH_PAGES'])
  await app.http.listen({ host: config.host, port: config.port })
  return (app.http.server.address() as { port: number }).port
}
