import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import { type Database, openDatabase } from './database.ts'
import { startEmbedded } from './embedded/start-embedded.ts'

export interface ConnectedDatabase extends Database {
  /** Closes the connections, and stops the embedded server when nobody else uses it. */
  close(): Promise<void>
}

/**
 * Opens the database that the configuration names: the one of DATABASE_URL, or the embedded server of the data folder.
 * @param role 'app' for the one server process of a data folder; 'command' may join it
 * @param onProgress told in a few words of what takes a moment
 * @throws EmbeddedStartError with a sentence for the operator
 */
export async function connectDatabase(
  config: Config,
  log: Logger,
  role: 'app' | 'command',
  onProgress: (what: string) => void = () => {},
): Promise<ConnectedDatabase> {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  if (config.databaseUrl) {
    return openDatabase({ connectionString: config.databaseUrl }, config.databaseConnections, onIdleError)
  }
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    role,
    onProgress,
    onRestart: (outcome) => {
      if (outcome === 'restarted') log.warn('the embedded database had stopped and was started again')
      else log.fatal({ err: outcome }, 'the embedded database stopped and can’t be started')
    },
  })
  const { socketDir: host, port, user, database: name } = embedded
  const database = openDatabase({ host, port, user, database: name }, config.databaseConnections, onIdleError)
  return {
    ...database,
    close: async () => {
      await database.close()
      await embedded.release()
    },
  }
}
