import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { connectDatabase, type ConnectedDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { announceEvents } from '#server/events/relay.ts'
import { type InTx, transactor } from '#server/events/transactor.ts'
import { migrations } from '#migrations/all.ts'
import type { Terminal } from './command.ts'

/**
 * Opens the database of the settings, also that of a running Mothlight, with this version's schema, and closes it after
 * `work`.
 * @param terminal has the settings, and is told of slow steps
 * @param work gets transactions whose events reach the running processes at their commit
 * @throws ConfigError, EmbeddedStartError or MigrationError with a sentence for the operator
 */
export async function withDatabase<T>(
  { env, tell }: Terminal,
  work: (database: ConnectedDatabase, inTx: InTx, ran: readonly string[]) => Promise<T>,
): Promise<T> {
  const config = readConfig(env)
  const log = openLog(env['LOG_LEVEL'] ? config.logLevel : 'fatal')
  const database = await connectDatabase(config, log, 'command', (what) => tell(`${what} …`))
  // Sent one after the other, after the commits: a notification inside would serialize all writers.
  let announced: Promise<unknown> = Promise.resolve()
  const announce = () => {
    announced = announced.then(() => announceEvents(database.pool)).catch(() => undefined)
  }
  try {
    const ran = await migrate(database.pool, migrations)
    return await work(database, transactor(database, announce), ran)
  } finally {
    await announced
    await database.close()
  }
}
