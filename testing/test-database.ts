import { type Database, openDatabase } from '#server/db/database.ts'
import { randomBytes } from 'node:crypto'
import { connectionTo, type TestCluster, urlOf, withAdmin } from './test-cluster.ts'

export interface TestDatabase {
  readonly database: Database
  readonly name: string
  /** DATABASE_URL for programs that a test starts. */
  readonly url: string
  /** Closes its connections, so that others can be made of it. */
  rest(): Promise<void>
  drop(): Promise<void>
}

/** Opens an empty, migrated database. @param given the server; in vitest, that of the run */
export async function openTestDatabase(given?: TestCluster): Promise<TestDatabase> {
  const cluster = given ?? (await sharedCluster())
  return openNewDatabase(cluster, cluster.template)
}

/**
 * Opens a new database.
 * @param template the database with its initial content, to which nobody may be connected; `template0` is empty
 */
export async function openNewDatabase(cluster: TestCluster, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Files are copied faster than logged, but wait for the disk twice where there is one.
  const strategy = cluster.host.startsWith('/dev/shm/') ? 'file_copy' : 'wal_log'
  await withAdmin(cluster, (admin) => admin.query(`create database ${name} template ${template} strategy ${strategy}`))
  const database = openDatabase(connectionTo(cluster, name), 8, () => {})
  let closed: Promise<void> | undefined
  const rest = () => (closed ??= database.close())
  return {
    database,
    name,
    url: urlOf(cluster, name),
    rest,
    drop: async () => {
      await rest()
      await withAdmin(cluster, (admin) => admin.query(`drop database ${name} with (force)`))
    },
  }
}

/** Runs `run` on an empty database, and drops that afterwards. */
export async function withBareDatabase(run: (database: Database) => Promise<void>): Promise<void> {
  const { database, drop } = await openNewDatabase(await sharedCluster(), 'template0')
  try {
    await run(database)
  } finally {
    await drop()
  }
}

/** vitest's own functions exist only inside a vitest run; a browser test names its cluster. */
async function sharedCluster(): Promise<TestCluster> {
  const { inject } = await import('vitest')
  return inject('cluster')
}
