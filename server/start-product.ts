import type { Config } from '#server/config/config.ts'
import { refuseUnusablePorts } from '#server/config/listening.ts'
import type { Logger } from '#server/config/log.ts'
import { makeDataFolder } from '#server/config/make-data-folder.ts'
import { connectDatabase, type ConnectedDatabase } from '#server/db/connect.ts'
import type { Database } from '#server/db/database.ts'
import { ensureWebClient } from '#server/http/web-build.ts'
import { networkInterfaces } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { App } from './app.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

export interface RunningProduct {
  /** The port it listens on: the configured one, or a free one for 0; undefined where it only does jobs. */
  readonly port: number | undefined
  /** Rejects with a sentence for the operator when the process must end at once, without finishing anything. */
  readonly failed: Promise<never>
  /** Finishes what is in progress, then stops everything that was started, the embedded database included. */
  stop(): Promise<void>
}

/**
 * Starts what this process serves: the whole product (web client, database, server), or on the database of a process that
 * serves the rest only the chat on its own port, or only jobs. Jobs begin once the rest is ready.
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
    const port = await serve(app, database, features, config, say)
    if (isWhole) await app.listenForMail()
    if (config.doesJobs) app.startJobs()
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

async function serve(
  app: App,
  database: Database,
  features: Features,
  config: Config,
  say: (line: string) => void,
): Promise<number | undefined> {
  if (config.serves === 'all') return serveAll(app, database, features, config, say)
  if (config.serves === 'chat') return serveChatAlone(app, config, say)
  say('Mothlight does jobs in this process, and listens nowhere')
  return undefined
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
  const urls = config.publicUrl === undefined ? addressesOf(config.host, port) : [config.publicUrl]
  const token = await offerSetup(db, app.inTx)
  const links = urls.map((url) => `${url}/page/setup?token=${token}`)
  if (token) say(`There is no administrator yet. Make yourself one: ${links.join(' or ')}`)
  say(`Mothlight is ready at ${urls.join(' and ')}`)
  return port
}

async function serveChatAlone(app: App, config: Config, say: (line: string) => void): Promise<number> {
  const port = await app.listenForChat(config.host, config.chatPort?.port ?? 0)
  say(`Mothlight's chat is ready at ${addressesOf(config.host, port).join(' and ')}`)
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

/** Most addresses of networks that are named; machines with containers have dozens. */
const mostAddresses = 3

/**
 * Returns where people can open what listens there, this machine's own address first. Who listens on all addresses is
 * told those of its networks, too; in a container they are the container's.
 */
function addressesOf(host: string, port: number): string[] {
  const isEverywhere = ['0.0.0.0', '::'].includes(host)
  const own = isEverywhere || ['127.0.0.1', '::1'].includes(host) ? 'localhost' : host
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  // Addresses of IPv6 change often, or need the name of an interface.
  const others = all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address)
  const hosts = isEverywhere ? [own, ...others.slice(0, mostAddresses)] : [own]
  return hosts.map((one) => `http://${one.includes(':') ? `[${one}]` : one}:${port}`)
}
