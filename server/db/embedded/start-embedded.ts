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
  /** Only names the socket's file: nothing listens on TCP. */
  readonly port: number
  readonly user: string
  readonly database: string
  /** true when this call started the server, false when a running (or orphaned) one was found and used again. */
  readonly startedHere: boolean
  /** Pid of the postmaster. */
  readonly pid: number
  /**
   * Leaves the server; stops it (fast shutdown, waits until the process and its files are gone) when nobody else uses
   * it. Idempotent.
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
   * Called when the server stopped by itself and was started again (crash, kill -9). With an error, once, when it could
   * not be after several tries; they go on, so that 'restarted' may follow.
   */
  readonly onRestart?: (outcome: 'restarted' | Error) => void
  /** For tests: another platform, another folder with bin, lib and share of PostgreSQL. */
  readonly platform?: string
  readonly arch?: string
  readonly binariesDir?: string
}

/**
 * Makes sure that the PostgreSQL of the data folder runs, and uses it until release(). The server outlives a killed
 * process and is found again by the next start; while it is used, it is started again if it ends by itself.
 * @throws EmbeddedStartError whenever there is something that an operator can mend
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
