import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import { EmbeddedStartError } from './embedded-start-error.ts'
import { serverAccount } from './account.ts'
import { isPostmaster, readPidFile } from './postmaster.ts'
import { DATABASE, USER } from './session.ts'
import { PORT, socketFolderOf } from './socket-folder.ts'

/** The state of a data folder's PostgreSQL, as seen from outside. */
export interface EmbeddedState {
  /** Major version of the database files; undefined while there are none. */
  readonly filesOf: string | undefined
  /** What would prevent a start here; undefined when nothing is known to. */
  readonly obstacle: string | undefined
  /** True after a kill or a power failure: the next start repairs the files. */
  readonly endedBadly: boolean
  /** How to reach the server; undefined while none runs, or before it is ready. */
  readonly connection:
    { readonly host: string; readonly port: number; readonly user: string; readonly database: string } | undefined
}

/** Looks at the PostgreSQL of a data folder; starts and changes nothing. */
export async function findRunning(dataDir: string): Promise<EmbeddedState> {
  if (!existsSync(dataDir)) {
    return { filesOf: undefined, obstacle: await obstacleTo(undefined), endedBadly: false, connection: undefined }
  }
  const path = realpathSync(dataDir)
  const cluster = join(path, 'postgres')
  const folder: DataFolder = {
    path,
    cluster,
    run: join(path, 'run'),
    log: join(path, 'postgres.log'),
    pidFile: join(cluster, 'postmaster.pid'),
  }
  const versionFile = join(cluster, 'PG_VERSION')
  const filesOf = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : undefined
  const left = readPidFile(folder)
  const running = left && isPostmaster(left.pid, folder) ? left : undefined
  const host = running?.ready ? socketFolderOf(running.socketDir, folder) : undefined
  return {
    filesOf,
    obstacle: running ? undefined : await obstacleTo(filesOf, cluster),
    endedBadly: left !== undefined && !running,
    connection: host === undefined ? undefined : { host, port: PORT, user: USER, database: DATABASE },
  }
}

/** Returns the message of the error with which a start would end early. */
async function obstacleTo(filesOf: string | undefined, cluster?: string): Promise<string | undefined> {
  try {
    const { major } = await findBinaries({})
    if (cluster !== undefined) serverAccount(cluster)
    if (filesOf === undefined || Number(filesOf) === major) return undefined
    return `The database files are of PostgreSQL ${filesOf}, and this Mothlight brings PostgreSQL ${major}.`
  } catch (error) {
    if (error instanceof EmbeddedStartError) return error.message
    throw error
  }
}
