import { serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { openDataFolder } from './data-folder.ts'
import { EmbeddedStartError } from './embedded-start-error.ts'
import { ServerUse } from './server-use.ts'
import type { Role } from './session.ts'

export { EmbeddedStartError } from './embedded-start-error.ts'

/** A running embedded server, as one of its users sees it. */
export interface EmbeddedServer {
  /** Directory of the unix socket, for pg's `host` option. */
  readonly socketDir: string
  /** Only part of the socket's file name: nothing listens on TCP. */
  readonly port: number
  readonly user: string
  readonly database: string
  /** True when this call started the server, false when it found a running (or orphaned) one. */
  readonly startedHere: boolean
  /** Pid of the postmaster. */
  readonly pid: number
  /**
   * Stops using the server, and stops it (fast shutdown, until the process and its files are gone) when nobody else
   * uses it. Idempotent.
   */
  release(): Promise<void>
}

export interface EmbeddedOptions {
  /** Absolute; the cluster lives in dataDir/postgres. */
  readonly dataDir: string
  /** 'app': at most one per data folder. 'command': may join a running app's server. */
  readonly role: Role
  /** One short line, e.g. 'creating the database'. */
  readonly onProgress?: (what: string) => void
  /**
   * Called when the server stopped by itself and was started again (crash, kill -9). Called once with an error when
   * several restarts failed; the tries go on, so 'restarted' may follow.
   */
  readonly onRestart?: (outcome: 'restarted' | Error) => void
  /** For tests: another platform, another folder with bin, lib and share of PostgreSQL. */
  readonly platform?: string
  readonly arch?: string
  readonly binariesDir?: string
}

/**
 * Makes sure that the PostgreSQL of the data folder runs, and uses it until release(). The server survives a killed
 * process and is found again by the next start. While it is used, it is restarted if it ends by itself.
 * @throws EmbeddedStartError when there is something that an operator can mend
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const onProgress = options.onProgress ?? (() => undefined)
  const onRestart = options.onRestart ?? (() => undefined)
  try {
    const binaries = await findBinaries(options)
    const folder = openDataFolder(options.dataDir)
    const account = serverAccount(folder.cluster)
    return await ServerUse.begin({ folder, account, binaries, role: options.role, onProgress }, onRestart)
  } catch (error) {
    if (error instanceof EmbeddedStartError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedStartError(`The built-in PostgreSQL on ${options.dataDir} could not be started: ${reason}`, {
      cause: error,
    })
  }
}
