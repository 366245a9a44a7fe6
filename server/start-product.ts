import type { Config } from '#server/config/config.ts'
import { refuseUnusablePorts } from '#server/config/listening.ts'
import type { Logger } from '#server/config/log.ts'
import { makeDataFolder } from '#server/config/make-data-folder.ts'
import { connectDatabase, type ConnectedDatabase } from '#server/db/connect.ts'
import type { Database } from '#server/db/database.ts'
import { ensureWebClient } from '#server/http/web-build.ts'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { App } from './app.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

export interface RunningProduct {
  /** The port it listens on: the configured one, or a free one for 0. */
  readonly port: number
  /** Rejects with a sentence for the operator when the process must end at once, without finishing anything. */
  readonly failed: Promise<never>
  /** Finishes what is in progress, then stops everything that was started, the embedded database included. */
  stop(): Promise<void>
}

/**
 * Starts what this process serves: the whole product (web client, database, server), or only the chat on its own port,
 * on the database of a process that serves the rest.
 * @param say prints one line for the person at the terminal
 * @throws ConfigError before anything is created, where it could not listen
 */
export async function startProduct(config: Config, log: Logger, say: (line: string) => void): Promise<RunningProduct> {
  const progress = (what: string) => say(`Mothlight: ${what} …`)
  const isWhole = config.serves === 'all'
  await refuseUnusablePorts(config)
  // Uploads in progress need the folder too, whatever the database and wherever files are kept.
  if (isWhole) makeDataFolder(config.dataDir)
  const { database, webDirectory, features } = await prepare(config, log, progress)
  let stop = () => database.close()
  try {
    const ran = await features.migrateDatabase(database, (what) => {
      progress(what)
      log.info(what)
    })
    if (ran.length > 0) log.info({ migrations: ran }, 'migrated')
    const app = await features.openApp(config, log, database, webDirectory)
    stop = async () => {
      await app.close()
      await database.close()
    }
    if (config.demo && isWhole) await features.seedDemo(database.db, app.inTx, config.demo, progress)
    const port = isWhole ? await serveAll(app, database, features, config, say) : await serveChatAlone(app, config, say)
    return { port, failed: app.relay.outdated, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Prepared {
  readonly database: ConnectedDatabase
  /** Undefined where no pages are served. */
  readonly webDirectory: string | undefined
  readonly features: Features
}

type Features = Awaited<ReturnType<typeof loadFeatures>>

/** Starts the database, builds the web client and loads the features at the same time, because each takes its time. */
async function prepare(config: Config, log: Logger, progress: (what: string) => void): Promise<Prepared> {
  const isWhole = config.serves === 'all'
  const [database, webDirectory, features] = await Promise.allSettled([
    connectDatabase(config, log, isWhole ? 'app' : 'command', progress),
    isWhole ? ensureWebClient(root, progress) : undefined,
    loadFeatures(),
  ])
  if (database.status === 'rejected') throw database.reason
  if (webDirectory.status === 'fulfilled' && features.status === 'fulfilled') {
    return { database: database.value, webDirectory: webDirectory.value, features: features.value }
  }
  await database.value.close()
  throw webDirectory.status === 'rejected' ? webDirectory.reason : (features as PromiseRejectedResult).reason
}

async function loadFeatures() {
  const [app, demo, setup] = await Promise.all([
    import('./app.ts'),
    import('#server/features/demo/public.ts'),
    import('#server/features/setup/public.ts'),
  ])
  return { ...app, seedDemo: demo.seedDemo, offerSetup: setup.offerSetup }
}

async function serveAll(
  app: App,
  { db }: Database,
  { offerSetup }: Features,
  config: Config,
  say: (line: string) => void,
): Promise<number> {
  await app.http.listen({ host: config.host, port: config.port })
  const { port } = app.http.server.address() as { port: number }
  await serveChatPort(app, config, say)
  const url = config.publicUrl ?? `http://${displayHost(config.host)}:${port}`
  const token = await offerSetup(db, app.inTx)
  if (token) say(`There is no administrator yet. Make yourself one: ${url}/page/setup?token=${token}`)
  say(`Mothlight is ready at ${url}${config.publicUrl === undefined ? elsewhere(config.host) : ''}`)
  return port
}

async function serveChatAlone(app: App, config: Config, say: (line: string) => void): Promise<number> {
  const port = await app.listenForChat(config.host, config.chatPort?.port ?? 0)
  say(`Mothlight's chat is ready at http://${displayHost(config.host)}:${port}${elsewhere(config.host)}`)
  return port
}

/** Serves the chat on its own port. A port that nobody configured may be taken: the pages don't need it. */
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

/** Names no particular address: a machine has several, and a container has another one outside. */
function elsewhere(host: string): string {
  return ['0.0.0.0', '::'].includes(host) ? ' and at every other address of this machine' : ''
}

function displayHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
