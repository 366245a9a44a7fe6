import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import { type Connection, type Database, openDatabase } from './database.ts'
import { startEmbedded } from './embedded/start-embedded.ts'
import { startHeartbeat } from './heartbeat.ts'
import { watchSpace } from './write-space.ts'
import { setTimeout } from 'node:timers/promises'

/** How long a stop waits for connections in use, in milliseconds. Their users were cut off before. */
const closesWithin = 2000

/** The state of a database, known without a query. */
export interface DatabaseCondition {
  /** True while the database doesn't answer. */
  readonly isAway: boolean
  /** True while there is too little room on its disk. */
  readonly isShort: boolean
  /** Registers a listener that is called each time the database answers again. */
  onReturn(listener: () => void): void
}

export interface ConnectedDatabase extends Database {
  readonly condition: DatabaseCondition
  /** Closes the connections, and stops the embedded server when nobody else uses it. */
  close(): Promise<void>
}

/**
 * Opens the database that the configuration names: the one of DATABASE_URL, or the embedded server of the data folder.
 * @param role 'app' for the one server process of a data folder; 'command' may join it
 * @param onProgress called with a few words before each step that takes time
 * @throws EmbeddedStartError with a sentence for the operator
 */
export async function connectDatabase(
  config: Config,
  log: Logger,
  role: 'app' | 'command',
  onProgress: (what: string) => void = () => {},
): Promise<ConnectedDatabase> {
  if (config.databaseUrl) return watched(config, log, { connectionString: config.databaseUrl })
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    role,
    onProgress,
    onRestart: (outcome) => {
      if (outcome === 'restarted') log.warn('the embedded database had stopped and was started again')
      else log.fatal({ err: outcome }, 'the embedded database stopped and can’t be started; trying on')
    },
  })
  const { socketDir: host, port, user, database: name } = embedded
  const database = await watched(config, log, { host, port, user, database: name })
  return {
    ...database,
    close: async () => {
      await database.close()
      await embedded.release()
    },
  }
}

/**
 * Opens the database and watches it. Disk space is watched only for the embedded one; other servers watch their own.
 */
async function watched(config: Config, log: Logger, connection: Connection): Promise<ConnectedDatabase> {
  // Only parts of the error are logged: the error itself carries the whole connection.
  const onIdleError = (error: Error & { code?: string }) =>
    log.warn({ reason: error.message, code: error.code }, 'a database connection was lost')
  const database = openDatabase(connection, config.databaseConnections, onIdleError)
  const heartbeat = startHeartbeat(database.pool, connection, log)
  // A checkpoint frees the room that the database's log takes up.
  const makeRoom = () => void database.pool.query('checkpoint').catch(() => undefined)
  const space = config.databaseUrl
    ? undefined
    : await watchSpace(config.dataDir, config.diskReserveBytes, log, makeRoom)
  return {
    ...database,
    condition: {
      get isAway() {
        return heartbeat.isAway
      },
      get isShort() {
        return space?.isShort ?? false
      },
      onReturn: (listener) => heartbeat.onReturn(listener),
    },
    close: async () => {
      space?.stop()
      await heartbeat.stop()
      // Connections that still wait, for example for a lock, end with the process or with its database.
      await Promise.race([database.close(), setTimeout(closesWithin, undefined, { ref: false })])
    },
  }
}
