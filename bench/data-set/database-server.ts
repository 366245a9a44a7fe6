import { startEmbedded } from '#server/db/embedded/start-embedded.ts'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** Keeps prepared data sets between runs. */
const cacheDirectory = fileURLToPath(new URL('../../.cache/bench', import.meta.url))

/** A PostgreSQL server on which data sets are prepared and measured. */
export interface DatabaseServer {
  /** The kind of server, for the report. */
  readonly kind: 'embedded' | 'external'
  readonly version: string
  /** Returns how to reach one of its databases. */
  urlOf(database: string): string
  /** Runs `work` on a connection of its own to `database`. */
  connected<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T>
  /** Returns the free bytes of its disk; undefined where they are unknown. */
  freeBytes(): Promise<number | undefined>
  stop(): Promise<void>
}

/**
 * Starts the embedded server on its own data folder, or uses another.
 * @param url of a server whose account may create databases; undefined for the embedded one
 */
export async function openDatabaseServer(
  url: string | undefined,
  onProgress: (what: string) => void,
): Promise<DatabaseServer> {
  if (url)
    return describe(
      'external',
      (database) => withDatabase(url, database),
      'postgres',
      async () => undefined,
      async () => {},
    )
  // As a command, it joins a server that another run has started already.
  const embedded = await startEmbedded({ dataDir: join(cacheDirectory, 'data'), role: 'command', onProgress })
  const { user, port, socketDir } = embedded
  const address = `postgresql://${user}@localhost:${port}/${embedded.database}?host=${encodeURIComponent(socketDir)}`
  return describe(
    'embedded',
    (database) => withDatabase(address, database),
    embedded.database,
    async () => {
      const { bavail, bsize } = await statfs(cacheDirectory)
      return bavail * bsize
    },
    () => embedded.release(),
  )
}

async function describe(
  kind: DatabaseServer['kind'],
  urlOf: (database: string) => string,
  home: string,
  freeBytes: DatabaseServer['freeBytes'],
  stop: () => Promise<void>,
): Promise<DatabaseServer> {
  const connected: DatabaseServer['connected'] = async (database, work) => {
    const client = new pg.Client({ connectionString: urlOf(database), application_name: 'bench' })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  try {
    const version = await connected(home, async (client) => {
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return rows[0]?.server_version ?? ''
    })
    return { kind, version, urlOf, connected, freeBytes, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function withDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
