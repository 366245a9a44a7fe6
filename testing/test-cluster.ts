import { startEmbedded } from '#server/db/embedded/start-embedded.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrateDatabase } from '#server/app.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** How to reach the test server: its databases are made from `template`. */
export interface TestCluster {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password?: string
  readonly template: string
}

/**
 * The server all tests share: a fresh embedded one, or the PostgreSQL of TEST_DATABASE_URL, whose user must be allowed
 * to create databases. Holds a migrated template database.
 */
export async function startTestCluster(): Promise<{ cluster: TestCluster; stop(): Promise<void> }> {
  const template = `mothlight_template_${process.pid}`
  const { place, stop } = await startServer()
  const cluster: TestCluster = { ...place, template }
  await withAdmin(cluster, (admin) => admin.query(`create database ${template}`))
  await migrate(cluster, template)
  return {
    cluster,
    stop: async () => {
      await withAdmin(cluster, (admin) => admin.query(`drop database ${template} with (force)`))
      await stop()
    },
  }
}

/**
 * Makes the data folder of a product that has run before and was stopped: its database is up to date, and empty.
 * @returns its path, among the temporary files
 */
export async function makeUsedDataDir(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'mothlight-used-'))
  const { socketDir, port, user, database, release } = await startEmbedded({ dataDir: path, role: 'app' })
  await migrate({ host: socketDir, port, user }, database)
  await release()
  return path
}

async function migrate(place: Omit<TestCluster, 'template'>, name: string): Promise<void> {
  const database = openDatabase(connectionTo(place, name), 2, () => {})
  await migrateDatabase(database)
  await database.close()
}

async function startServer(): Promise<{ place: Omit<TestCluster, 'template'>; stop(): Promise<void> }> {
  const external = process.env['TEST_DATABASE_URL']
  if (external) {
    const url = new URL(external)
    return {
      place: {
        host: url.searchParams.get('host') ?? url.hostname,
        port: Number(url.port || 5432),
        user: decodeURIComponent(url.username),
        ...(url.password && { password: decodeURIComponent(url.password) }),
      },
      stop: async () => {},
    }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-test-'))
  const embedded = await startEmbedded({ dataDir, role: 'app' })
  return {
    place: { host: embedded.socketDir, port: embedded.port, user: embedded.user },
    stop: async () => {
      await embedded.release()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Connection options for one of the cluster's databases. */
export function connectionTo(cluster: Omit<TestCluster, 'template'>, database: string) {
  const { host, port, user, password } = cluster
  return { host, port, user, database, ...(password && { password }) }
}

/** The same as an URL, for programs that tests start. */
export function urlOf(cluster: TestCluster, database: string): string {
  const password = cluster.password ? `:${encodeURIComponent(cluster.password)}` : ''
  const account = `${encodeURIComponent(cluster.user)}${password}`
  if (!cluster.host.startsWith('/')) return `postgresql://${account}@${cluster.host}:${cluster.port}/${database}`
  return `postgresql://${account}@localhost:${cluster.port}/${database}?host=${encodeURIComponent(cluster.host)}`
}

/** Runs `work` on a connection that may create and drop databases. */
export async function withAdmin<T>(cluster: TestCluster, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(connectionTo(cluster, 'postgres'))
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
