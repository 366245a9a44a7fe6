import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { seedDemo } from '#server/features/demo/public.ts'
import { offerSetup } from '#server/features/setup/public.ts'
import { ensureWebClient } from '#server/http/web-build.ts'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type App, migrateDatabase, openApp } from './app.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

export interface RunningProduct {
  /** The port it listens on: the configured one, or a free one for 0. */
  readonly port: number
  /** Finishes what is in flight, then stops everything that was started, the embedded database included. */
  stop(): Promise<void>
}

/** Starts what this process is to serve. @param say one line for the person at the terminal */
export function startProduct(config: Config, log: Logger, say: (line: string) => void): Promise<RunningProduct> {
  return config.serves === 'chat' ? startChat(config, log, say) : startAll(config, log, say)
}

/** Starts the chat's own port alone, on the database of a process that serves the rest. */
async function startChat(config: Config, log: Logger, say: (line: string) => void): Promise<RunningProduct> {
  const database = await connectDatabase(config, log, 'command', (what) => say(`Mothlight: ${what} …`))
  try {
    await migrateDatabase(database)
    const app = await openApp(config, log, database)
    try {
      const port = await app.listenForChat(config.host, config.chatPort?.port ?? 0)
      say(`Mothlight's chat is ready at http://${displayHost(config.host)}:${port}`)
      return {
        port,
        stop: async () => {
          await app.close()
          await database.close()
        },
      }
    } catch (error) {
      await app.close()
      throw error
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Starts the whole product: web client, database, server.
 */
async function startAll(config: Config, log: Logger, say: (line: string) => void): Promise<RunningProduct> {
  const progress = (what: string) => say(`Mothlight: ${what} …`)
  const webDirectory = await ensureWebClient(root, progress)
  const database = await connectDatabase(config, log, 'app', progress)
  try {
    const ran = await migrateDatabase(database)
    if (ran.length > 0) log.info({ migrations: ran }, 'migrated')
    const app = await openApp(config, log, database, webDirectory)
    try {
      if (config.demo) await seedDemo(database.db, app.inTx, config.demo, progress)
      await app.http.listen({ host: config.host, port: config.port })
      const port = (app.http.server.address() as { port: number }).port
      await serveChatPort(app, config, say)
      const url = config.publicUrl ?? `http://${displayHost(config.host)}:${port}`
      const token = await offerSetup(database.db, app.inTx)
      if (token) say(`There is no administrator yet. Make yourself one: ${url}/page/setup?token=${token}`)
      say(`Mothlight is ready at ${url}`)
      return {
        port,
        stop: async () => {
          await app.close()
          await database.close()
        },
      }
    } catch (error) {
      await app.close()
      throw error
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Serves the chat on its own port. One that nobody asked for by name may be taken: the pages don't need it. */
async function serveChatPort(app: App, config: Config, say: (line: string) => void): Promise<void> {
  if (!config.chatPort) return
  const { port, isWanted } = config.chatPort
  try {
    await app.listenForChat(config.host, port)
  } catch (error) {
    if (isWanted || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    say(`Mothlight: port ${port} is in use, so the chat is served with the pages alone (CHAT_PORT sets another) …`)
  }
}

function displayHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
