import { ConfigError } from '#server/config/config.ts'
import { makeDataFolder } from '#server/config/make-data-folder.ts'
import { join } from 'node:path'
import { EmbeddedStartError } from './embedded-start-error.ts'

/** The paths of the embedded server, all of them inside DATA_DIR. */
export interface DataFolder {
  /** Absolute, with symbolic links resolved. */
  readonly path: string
  readonly cluster: string
  /** The socket's folder, unless its path is too long for a socket. */
  readonly run: string
  readonly log: string
  readonly pidFile: string
}

/**
 * Creates the data folder if it is missing, and checks that it can be written.
 * @throws EmbeddedStartError when it can't be created or written
 */
export function openDataFolder(dataDir: string): DataFolder {
  const path = writableFolder(dataDir)
  const cluster = join(path, 'postgres')
  return {
    path,
    cluster,
    run: join(path, 'run'),
    log: join(path, 'postgres.log'),
    pidFile: join(cluster, 'postmaster.pid'),
  }
}

function writableFolder(dataDir: string): string {
  try {
    return makeDataFolder(dataDir)
  } catch (error) {
    if (error instanceof ConfigError) throw new EmbeddedStartError(error.message, { cause: error })
    throw error
  }
}
