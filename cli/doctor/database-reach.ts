import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { type Connection, type Database, openDatabase } from '#server/db/database.ts'
import { findRunning } from '#server/db/embedded/find-running.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

export interface Reached {
  /** Undefined while the database can't be read. */
  readonly database: Database | undefined
  readonly findings: readonly Finding[]
}

const check = 'database'
/** The doctor sends one query after the other. */
const connections = 2

/**
 * Connects to the database in its present state; a stopped server is only started on request.
 * @param mayStart whether the embedded server may be started for the checks
 */
export async function reachDatabase(config: Config, log: Logger, mayStart: boolean): Promise<Reached> {
  const { databaseUrl } = config
  if (databaseUrl !== undefined) {
    return open({ connectionString: databaseUrl }, `the PostgreSQL at ${placeOf(databaseUrl)}`, howToReach)
  }
  const { connection, filesOf, obstacle, endedBadly } = await findRunning(config.dataDir)
  if (connection) return open(connection, 'the embedded PostgreSQL', 'Restart Mothlight; see DATA_DIR/postgres.log.')
  if (obstacle !== undefined) return closed(problem(check, obstacle, 'Until then the server can’t start.'))
  if (filesOf === undefined) return closed(ok(check, 'There is no database yet: the first start makes it.'))
  if (mayStart) {
    const database = await connectDatabase({ ...config, databaseConnections: connections }, log, 'command')
    return { database, findings: [ok(check, 'The embedded PostgreSQL was started for this look.')] }
  }
  const start = 'Start Mothlight, or add --start, to have the rest looked at.'
  return closed(
    endedBadly
      ? warning(check, 'The embedded PostgreSQL does not run, and was not stopped: the next start repairs it.', start)
      : warning(check, `The embedded PostgreSQL does not run (files of version ${filesOf}).`, start),
  )
}

const howToReach = 'Check DATABASE_URL, and that the server runs and lets this machine in.'

const closed = (finding: Finding): Reached => ({ database: undefined, findings: [finding] })

async function open(connection: Connection, what: string, fix: string): Promise<Reached> {
  const database = openDatabase(connection, connections, () => {})
  try {
    await database.pool.query('select 1')
    return { database, findings: [ok(check, `${what[0]?.toUpperCase()}${what.slice(1)} answers.`)] }
  } catch (error) {
    await database.close()
    return closed(problem(check, `No answer from ${what}: ${reasonOf(error)}.`, fix))
  }
}

/** Returns host and database of an address, without account and password. */
function placeOf(address: string): string {
  const url = URL.parse(address)
  if (!url) return 'DATABASE_URL'
  return `${url.searchParams.get('host') ?? url.host}${url.pathname}`
}
