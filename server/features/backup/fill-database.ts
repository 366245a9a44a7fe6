import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { jobSchema } from '#server/jobs/job-schema.ts'
import { upgradeSearch } from '#server/features/search/public.ts'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type pg from 'pg'
import { BackupError, stopped } from './backup-error.ts'
import { withoutIndexes } from './bulk-load.ts'
import { quoted, tablesOf } from './catalog.ts'
import { onOwnConnection } from './snapshot.ts'

type Migrations = Readonly<Record<string, Migration>>

interface FillOptions {
  readonly migrations: Migrations
  /** Name of the migration up to which the schema goes. */
  readonly last: string
  /** Gives it up. */
  readonly signal: AbortSignal
  /** Names of indexes that `finishFilled` makes. */
  readonly later?: readonly string[]
}

/**
 * Makes a Mothlight of an empty database in one transaction: the schema up to a migration, then what `work` puts into its
 * tables, which are all empty. Whatever ends it early leaves the database as empty as it was.
 * @throws BackupError when the database is not empty
 */
export async function fillDatabase<T>(
  pool: pg.Pool,
  { migrations, last, signal, later = [] }: FillOptions,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  try {
    return await onOwnConnection(pool, signal, async (client) => {
      await client.query(`set maintenance_work_mem = '256MB'`)
      return onClient(client)
        .transaction()
        .execute(async (transaction) => {
          await refuseFilled(client)
          const provider = { getMigrations: async () => ({ ...migrations }) }
          const { error } = await new Migrator({ db: transaction, provider }).migrateTo(last)
          if (error) throw error
          return withoutIndexes(client, later, async () => {
            const tables = (await tablesOf(client)).map(({ name }) => quoted(name))
            await client.query(`truncate ${tables.join(', ')}`)
            return work(client)
          })
        })
    })
  } catch (error) {
    throw signal.aborted ? stopped() : error
  }
}

/** Brings what was filled to this version: its schema, what search reads, and PostgreSQL's own statistics. */
export async function finishFilled(
  database: Database,
  migrations: Migrations,
  say: (what: string) => void,
): Promise<void> {
  // From here on a stop loses nothing: the next start does what is left.
  say('everything is stored; bringing it to this version')
  await migrate(database.pool, migrations)
  await upgradeSearch(database, say)
  say('tidying the tables')
  const client = await database.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const tables = (await tablesOf(client)).map(({ name }) => quoted(name))
    await client.query(`vacuum (analyze) ${tables.join(', ')}`)
  } finally {
    client.release(true)
  }
}

/** @throws BackupError when anything but left-over jobs is in the database, or somebody else is filling it */
async function refuseFilled(client: pg.ClientBase): Promise<void> {
  const { rows: turn } = await client.query<{ got: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('fill database')) as got`,
  )
  if (!turn[0]?.got) throw new BackupError('Another restore or import is filling this database.')
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S') order by 1 limit 1`,
  )
  if (!rows[0]) return dropLeftOverJobs(client)
  throw new BackupError(
    `The database has tables already, such as ${rows[0].name}, and nothing was changed: set DATA_DIR to a new folder, or ` +
      'DATABASE_URL to a database that was just created.',
  )
}

/**
 * Jobs of a Mothlight whose tables somebody has removed would be done in the one that is filled. They are of no use to any other:
 * a start makes their schema anew.
 * @throws BackupError when a Mothlight in another schema of the database has them
 */
async function dropLeftOverJobs(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    `select relnamespace::regnamespace::text as schema from pg_class
      where relname = 'kysely_migration' and to_regnamespace($1) is not null limit 1`,
    [jobSchema],
  )
  if (rows[0])
    throw new BackupError(
      `There is a Mothlight in the schema ${rows[0].schema} of the database already, and nothing was changed: set DATABASE_URL to ` +
        'a database that was just created.',
    )
  await client.query(`drop schema if exists ${jobSchema} cascade`)
}

/** Kysely on one connection that is ours, for the migrations; it neither takes nor closes another one. */
function onClient(client: pg.PoolClient): Kysely<unknown> {
  const pool: PostgresPool = {
    connect: async () => ({
      query: client.query.bind(client) as never,
      release: () => undefined,
    }),
    end: async () => undefined,
    options: {},
  }
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}
