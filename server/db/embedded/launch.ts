import { rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import { removeLeftCopy, runnableBinaries } from './binaries-copy.ts'
import type { Binaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import type { DataFolder } from './data-folder.ts'
import { EmbeddedStartError } from './embedded-start-error.ts'
import { isPostmaster, processExists, readPidFile, readSocketLock, socketLock, type PidFile } from './postmaster.ts'
import { startServer, type StartedServer } from './server-process.ts'
import type { Role } from './session.ts'
import { writeSettings } from './settings.ts'
import { makeSocketFolder, PORT, removeLeftSocketFolders, socketFolderOf, socketPath } from './socket-folder.ts'

/** Time in ms for which a socket may answer after its server ended or before its pid file is written. */
const ENDING_WITHIN_MS = 3_000
/** Time in ms within which a server that starts has written its lock files. */
const STARTING_WITHIN_MS = 10_000

/** Everything that stays the same when a server is restarted. */
export interface Launch {
  readonly folder: DataFolder
  readonly account: Account
  readonly binaries: Binaries
  readonly role: Role
  readonly onProgress: (what: string) => void
}

/**
 * Starts a server for a data folder without a running one, and creates the cluster if needed. Two processes may do this
 * at once: PostgreSQL's own lock file lets only one of their servers live.
 * @param left - the pid file that a killed server left behind
 * @returns undefined when another process's server came up meanwhile
 * @throws EmbeddedStartError when the cluster can't be created or is in use from outside
 */
export async function launchServer(
  launch: Launch,
  left: PidFile | undefined,
  previousSocketDir: string | undefined,
): Promise<StartedServer | undefined> {
  const { folder, account, binaries, onProgress } = launch
  removeEmptyLock(folder.pidFile)
  await removeLeftCopy(folder, account)
  const programs = await runnableBinaries(binaries, account, folder, onProgress)
  await ensureCluster(folder, programs, binaries, account, onProgress)
  writeSettings(folder, account)
  const leftSocketDir = left && socketFolderOf(left.socketDir, folder)
  const socketDir = makeSocketFolder(folder, account, previousSocketDir ?? leftSocketDir)
  removeEmptyLock(socketLock(socketDir, PORT))
  await removeLeftSocketFolders(folder, account, socketDir)
  for (const end = performance.now() + ENDING_WITHIN_MS; await isAnswered(socketPath(socketDir)); await sleep(50)) {
    if (serverRuns(folder)) return undefined
    if (performance.now() < end) continue
    throw new EmbeddedStartError(
      `The database in ${folder.cluster} is in use by a server outside of this system (perhaps in another container); ` +
        'stop that one first or set DATA_DIR to another folder.',
    )
  }
  onProgress('starting the database')
  return startServer(folder, programs, account, socketDir, stalePid(folder, left, socketDir))
}

/**
 * A power failure may leave a lock file without a pid, and every server takes it for that of another one that is just
 * starting. Such a one writes its pid at once.
 */
function removeEmptyLock(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  // The clock may have been set back since.
  if (found?.size === 0 && Math.abs(Date.now() - found.mtimeMs) > STARTING_WITHIN_MS) rmSync(path, { force: true })
}

function serverRuns(folder: DataFolder): boolean {
  const found = readPidFile(folder)
  return found !== undefined && isPostmaster(found.pid, folder)
}

/** Returns the pid in the lock files of a killed server if another process has it now. */
function stalePid(folder: DataFolder, left: PidFile | undefined, socketDir: string): number | undefined {
  return [left?.pid, readSocketLock(socketDir, PORT)].find(
    (pid) => pid !== undefined && processExists(pid) && !isPostmaster(pid, folder),
  )
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
