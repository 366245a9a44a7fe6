import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { beginMigration, holdNodesOff } from './living-nodes.ts'

/**
 * Thrown when the database holds migrations that this version does not know, or when one failed. `message` says what to
 * do.
 */
export class MigrationError extends Error {}

const lockTimeout = '55P03'

/** The migrations of a version, in order. */
export type Migrations = Readonly<Record<string, SchemaMigration>>

export interface SchemaMigration extends Migration {
  /** Nodes of the version before may go on beside it: it adds, and takes away or renames nothing. */
  readonly addsOnly?: boolean
}

const knownNames = (migrations: Migrations) => Object.keys(migrations)

/**
 * Migrates the database to the newest schema. Several processes may call it at once: one migrates, the others wait.
 * @returns the names of the migrations that ran
 * @throws MigrationError when one fails (nothing of it stays), when the database is newer than this program, or when a
 *   node runs on the database beside which a migration can't be made
 */
export async function migrate(pool: pg.Pool, migrations: Migrations): Promise<string[]> {
  if (await isMigrated(pool, migrations)) return run(pool, migrations)
  return inMigration(pool, async (session) => {
    const done = await migrationsOf(pool)
    const needsStop = Object.entries(migrations).some(([name, { addsOnly }]) => !addsOnly && !done.includes(name))
    const places = needsStop ? await holdNodesOff(session) : []
    if (places.length > 0) throw new MigrationError(stopFirst(places))
    return run(pool, migrations)
  })
}

/**
 * Changes the schema while nobody else does.
 * @param change gets the connection that holds the others off for as long as it is open
 * @throws MigrationError when the database can't be reached
 */
export async function inMigration<T>(pool: pg.Pool, change: (session: pg.Client) => Promise<T>): Promise<T> {
  const session = new pg.Client({ ...pool.options, password: pool.options.password, keepAlive: true })
  session.on('error', () => undefined)
  try {
    await session.connect().catch((error: unknown) => {
      throw unreachable(error)
    })
    await beginMigration(session)
    return await change(session)
  } finally {
    await session.end().catch(() => undefined)
  }
}

function stopFirst(places: readonly string[]): string {
  return (
    `This version changes the database, and other Mothlight processes still run on it (connected from ` +
    `${[...new Set(places)].join(', ')}): stop every one of them, also those of the version before, then start again. ` +
    'Nothing was changed.'
  )
}

async function run(pool: pg.Pool, migrations: Migrations): Promise<string[]> {
  const migrator = new Migrator({
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: patient(pool) }) }),
    provider: { getMigrations: async () => ({ ...migrations }) },
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    const failed = results.find((result) => result.status === 'Error')
    if (!failed && (await pool.query('select 1').catch(() => null)) === null) {
      throw unreachable(error)
    }
    refuseUnknown(await migrationsOf(pool), migrations)
    if ((error as { code?: string }).code === lockTimeout) {
      throw new MigrationError(
        `The migration ${failed?.migrationName ?? 'of the schema'} waited too long for a table that is in use, by a backup for example; start again when that has ended. Nothing was changed.`,
      )
    }
    throw new MigrationError(
      `The migration ${failed?.migrationName ?? 'of the schema'} failed and was undone: ${reasonOf(error)}`,
    )
  }
  return results.map((result) => result.migrationName)
}

/** @throws MigrationError when the database holds migrations that this program does not know */
export async function refuseNewer(client: pg.ClientBase, migrations: Migrations): Promise<void> {
  refuseUnknown(await namesIn(client), migrations)
}

function refuseUnknown(done: readonly string[], migrations: Migrations): void {
  const unknown = done.find((name) => !knownNames(migrations).includes(name))
  if (unknown === undefined) return
  throw new MigrationError(
    `This database was used by a newer Mothlight (it holds the migration ${unknown}); start that version, or restore a backup made with this one.`,
  )
}

const unreachable = (error: unknown) =>
  new MigrationError(`The database can’t be reached (${reasonOf(error)}); check DATABASE_URL and that its server runs.`)

/**
 * Returns connections without a statement timeout: changing a large table takes minutes, and other processes that
 * migrate wait as long.
 */
function patient(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect()
      await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
      return {
        query: client.query.bind(client) as PostgresPoolClient['query'],
        // The connection is closed instead of reused, because its settings must end with it.
        release: () => client.release(true),
      }
    },
    end: async () => {},
    options: pool.options,
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error))

/** True when every migration of this program has run; false also when the database can't say. */
export async function isMigrated(pool: pg.Pool, migrations: Migrations): Promise<boolean> {
  const done = await migrationsOf(pool)
  return knownNames(migrations).every((name) => done.includes(name))
}

/** Returns none also when the database can't say. */
const migrationsOf = (pool: pg.Pool) => namesIn(pool).catch((): string[] => [])

async function namesIn(database: pg.Pool | pg.ClientBase): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>('select name from kysely_migration')
  return rows.map((row) => row.name)
}
