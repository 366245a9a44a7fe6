import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type pg from 'pg'

/** The database holds migrations that this version does not know, or one failed. `message` says what to do. */
export class MigrationError extends Error {}

const lockTimeout = '55P03'

const knownNames = (migrations: Readonly<Record<string, Migration>>) => Object.keys(migrations)

/**
 * Brings the database to the newest schema. Several processes may call it at once: one migrates, the others wait.
 * @returns the names of the migrations that ran
 * @throws MigrationError when one fails (nothing of it stays) or when the database is newer than this program
 */
export async function migrate(pool: pg.Pool, migrations: Readonly<Record<string, Migration>>): Promise<string[]> {
  const migrator = new Migrator({
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: patient(pool) }) }),
    provider: { getMigrations: async () => ({ ...migrations }) },
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    const failed = results.find((result) => result.status === 'Error')
    if (!failed && (await pool.query('select 1').catch(() => null)) === null) {
      throw new MigrationError(
        `The database can’t be reached (${reasonOf(error)}); check DATABASE_URL and that its server runs.`,
      )
    }
    const unknown = await migrationsOf(pool).then((names) =>
      names.filter((name) => !knownNames(migrations).includes(name)),
    )
    if (unknown.length > 0) {
      throw new MigrationError(
        `This database was used by a newer Mothlight (it holds the migration ${unknown[0]}); start that version, or restore a backup made with this one.`,
      )
    }
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

/**
 * Connections on which a statement may take as long as it takes: a large table is changed in minutes, and who waits for
 * another process that migrates waits as long as that does.
 */
function patient(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect()
      await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
      return {
        query: client.query.bind(client) as PostgresPoolClient['query'],
        // Not given back: its settings end with it.
        release: () => client.release(true),
      }
    },
    end: async () => {},
    options: pool.options,
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error))

/** True when every migration of this program has run; false also when the database can't say. */
export async function isMigrated(pool: pg.Pool, migrations: Readonly<Record<string, Migration>>): Promise<boolean> {
  const done = await migrationsOf(pool)
  return knownNames(migrations).every((name) => done.includes(name))
}

async function migrationsOf(pool: pg.Pool): Promise<string[]> {
  try {
    const { rows } = await pool.query<{ name: string }>('select name from kysely_migration')
    return rows.map((row) => row.name)
  } catch {
    return []
  }
}
