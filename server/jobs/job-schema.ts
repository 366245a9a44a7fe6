import { inMigration, MigrationError } from '#server/db/migrate.ts'
import type pg from 'pg'

/** The schema of the job library, which makes and upgrades it itself. */
export const jobSchema = 'mothlight_jobs'

/** The newest of the migrations of that library's version. */
export const newestOfLibrary = 20

const missing = ['42P01', '3F000']
const notAllowed = '42501'

/**
 * Makes the schema of jobs, or upgrades it. Several processes may call it at once: one does it, the others wait.
 * @throws MigrationError when the database's account may not create a schema
 */
export async function makeJobSchema(pool: pg.Pool): Promise<void> {
  if ((await newestIn(pool)) >= newestOfLibrary) return
  await inMigration(pool, async () => {
    if ((await newestIn(pool)) >= newestOfLibrary) return
    const { runMigrations } = await import('graphile-worker')
    const { quietLogger } = await import('./library-log.ts')
    try {
      await runMigrations({ pgPool: pool, schema: jobSchema, logger: quietLogger() })
    } catch (error) {
      if ((error as { code?: string }).code !== notAllowed) throw error
      throw new MigrationError(
        `The database’s account may not create the schema ${jobSchema}, which jobs need: as the owner of the database run ` +
          '“grant create on database … to …” with the names of both, then start again.',
      )
    }
  })
}

/** Returns why no job can be done with the schema as it is, without a full stop; undefined where it is as this version needs it. */
export async function jobSchemaFault(pool: pg.Pool): Promise<string | undefined> {
  const newest = await newestIn(pool)
  if (newest >= newestOfLibrary) return undefined
  return newest === 0
    ? `The schema ${jobSchema}, which jobs need, is missing`
    : `The schema ${jobSchema} is older than this version needs it`
}

/** The newest of the library's migrations that the database holds; 0 without any. */
async function newestIn(pool: pg.Pool): Promise<number> {
  try {
    const { rows } = await pool.query<{ id: number | null }>(`select max(id) as id from ${jobSchema}.migrations`)
    return rows[0]?.id ?? 0
  } catch (error) {
    if (missing.includes((error as { code?: string }).code ?? '')) return 0
    throw error
  }
}
