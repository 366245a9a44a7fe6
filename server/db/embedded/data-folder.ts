import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedStartError, errorCode } from './embedded-start-error.ts'

/** Where the embedded server keeps what, all of it inside DATA_DIR. */
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
 * Makes the data folder where it is missing and checks that it can be written.
 * @throws EmbeddedStartError when it can't be made or written
 */
export function openDataFolder(dataDir: string): DataFolder {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const path = realpathSync(dataDir)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    const cluster = join(path, 'postgres')
    return {
      path,
      cluster,
      run: join(path, 'run'),
      log: join(path, 'postgres.log'),
      pidFile: join(cluster, 'postmaster.pid'),
    }
  } catch (error) {
    throw new EmbeddedStartError(
      `Mothlight can't write to its data folder ${dataDir} (${errorCode(error)}); ` +
        'let this account write there or set DATA_DIR to another folder.',
      { cause: error },
    )
  }
}
