import { type Config, readConfig } from '#server/config/config.ts'
import { type Logger, openLog } from '#server/config/log.ts'
import { makeDataFolder } from '#server/config/make-data-folder.ts'
import { connectDatabase, type ConnectedDatabase } from '#server/db/connect.ts'
import { type AttachmentStore, openAttachmentStore } from '#server/features/attachments/public.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError } from '#server/features/backup/public.ts'

export interface OpenDatabase {
  readonly database: ConnectedDatabase
  readonly config: Config
  readonly log: Logger
}

/**
 * Opens the database of the settings, also that of a running Mothlight, without migrating it, and closes it after
 * `work`.
 * @param role 'app' where no server may run on the data folder meanwhile
 * @param say called with a few words before slow steps
 * @throws ConfigError or EmbeddedStartError with a sentence for the operator
 */
export async function withOpenDatabase<T>(
  env: NodeJS.ProcessEnv,
  role: 'app' | 'command',
  say: (what: string) => void,
  work: (open: OpenDatabase) => Promise<T>,
): Promise<T> {
  const config = readConfig(env)
  const log = openLog(env['LOG_LEVEL'] ? config.logLevel : 'fatal')
  const database = await connectDatabase(config, log, role, say)
  try {
    return await work({ database, config, log })
  } finally {
    await database.close()
  }
}

/**
 * Opens the database of the settings, where no server may run, and the attachment store, for `work` to fill.
 * @param say called with a few words before slow steps
 * @throws as `withOpenDatabase`, and when files can't be stored
 */
export async function withPlaceToFill<T>(
  env: NodeJS.ProcessEnv,
  say: (what: string) => void,
  work: (database: ConnectedDatabase, attachments: AttachmentStore) => Promise<T>,
): Promise<T> {
  makeDataFolder(readConfig(env).dataDir)
  return withOpenDatabase(env, 'app', say, async ({ database, config, log }) => {
    const attachments = openAttachmentStore(config, log)
    await attachments.store.check()
    return work(database, attachments)
  })
}

/** Refuses a data folder without a database, which a start would create. @throws BackupError */
export function refuseMissingDatabase(env: NodeJS.ProcessEnv): void {
  const { databaseUrl, dataDir } = readConfig(env)
  if (databaseUrl || existsSync(join(dataDir, 'postgres'))) return
  throw new BackupError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as the server has them.`)
}
