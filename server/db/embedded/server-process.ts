import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { folderAsSeen, reachesThroughProc, spawnAs } from './child-process.ts'
import type { DataFolder } from './data-folder.ts'
import { errorCode } from './embedded-start-error.ts'
import { endWithProcess } from './end-with-process.ts'
import { logSince, openLog } from './log-file.ts'
import { isPostmaster, ownerMark, waitUntilGone } from './postmaster.ts'
import { PORT, SOCKET_FOLDER_DESCRIPTOR } from './socket-folder.ts'

/** A server that this process started and that may or may not have come up. */
export interface StartedServer {
  readonly pid: number
  readonly socketDir: string
  /** Returns an error once the server has ended, or when it could not be run at all. */
  readonly end: () => Error | undefined
  /** Returns true when stopServer ended it. */
  readonly wasStopped: () => boolean
  /** Returns what the server has written to the log so far. */
  readonly log: () => string
}

/**
 * Starts a server in a session of its own, so that Ctrl+C in the terminal of this process doesn't reach it. It doesn't
 * keep this process alive.
 * @param stalePid - pid in lock files of a killed server that another process has now: PostgreSQL would take that
 * process for the server and refuse to start
 */
export function startServer(
  folder: DataFolder,
  programs: string,
  account: Account,
  socketDir: string,
  stalePid: number | undefined,
): StartedServer {
  const program = join(programs, 'bin', 'postgres')
  const { descriptor: log, size } = openLog(folder.log)
  const socketFolder = openSync(socketDir, 'r')
  // PostgreSQL ignores lock files of its grandparent, a feature meant for pg_ctl. That is how it learns that a pid is
  // stale.
  const env = stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }
  const stdio = ['ignore', log, log, ...(throughProc(folder, account, socketDir) ? [socketFolder] : [])] as const
  let end: Error | undefined
  let wasStopped = false
  try {
    const args = serverArguments(folder, account, socketDir)
    const options = { account, env, cwd: folder.cluster, detached: true, stdio: [...stdio] }
    const child = spawnAs(program, args, options, (error) => (end = error))
    child.once('exit', (code, signal) => {
      end ??= new Error(`PostgreSQL ended (${signal ?? `status ${code}`})`)
      wasStopped = code === 0
    })
    child.unref()
    if (child.pid) endWithProcess(child.pid, folder)
    const written = () => logSince(folder.log, size)
    return { pid: child.pid ?? 0, socketDir, end: () => end, wasStopped: () => wasStopped, log: written }
  } finally {
    closeSync(log)
    closeSync(socketFolder)
  }
}

function throughProc(folder: DataFolder, account: Account, socketDir: string): boolean {
  return reachesThroughProc(account) && socketDir === folder.run
}

function serverArguments(folder: DataFolder, account: Account, socketDir: string): string[] {
  const told = throughProc(folder, account, socketDir) ? SOCKET_FOLDER_DESCRIPTOR : socketDir
  return [
    ['-D', folderAsSeen(folder.cluster, account)],
    ['-c', 'listen_addresses='],
    ['-c', `port=${PORT}`],
    // A list in PostgreSQL's syntax. In quotes, a comma or a space is part of the name.
    ['-c', `unix_socket_directories="${told.replaceAll('"', '""')}"`],
    ['-c', 'unix_socket_permissions=0700'],
    ['-c', ownerMark(folder)],
  ].flat()
}

/**
 * Stops a server: connections are cut, open transactions rolled back, everything is written to disk (fast shutdown).
 * Returns when its process and its socket are gone.
 * @throws Error when it doesn't end within 70 s
 */
export async function stopServer(pid: number, folder: DataFolder): Promise<void> {
  for (const [signal, limit] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    if (!isPostmaster(pid, folder)) return
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error
    }
    if (await waitUntilGone(pid, folder, limit)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) on ${folder.path} does not stop; see ${folder.log}.`)
}
