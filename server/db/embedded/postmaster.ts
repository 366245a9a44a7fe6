import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataFolder } from './data-folder.ts'
import { errorCode } from './embedded-start-error.ts'

/** The content of postmaster.pid. The server writes its lines one after the other while it starts. */
export interface PidFile {
  readonly pid: number
  /** As the server was told it; '' before it listens. */
  readonly socketDir: string
  readonly ready: boolean
}

/** Returns a setting without meaning to PostgreSQL that marks the server's owner on its command line. It goes last. */
export function ownerMark(folder: DataFolder): string {
  return `mothlight.data_folder=${folder.path}`
}

export function readPidFile(folder: DataFolder): PidFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(folder.pidFile, 'utf8').split('\n')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!(pid > 0)) return undefined
  return { pid, socketDir: lines[4] ?? '', ready: (lines[7] ?? '').trim() === 'ready' }
}

/** Returns whether any process has the pid, except zombies. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false
  }
  return commandLine(pid) !== ''
}

/**
 * Returns whether the pid belongs to the server of this data folder. After a crash, another process may have got it.
 */
export function isPostmaster(pid: number, folder: DataFolder): boolean {
  const command = commandLine(pid)
  if (command === undefined) return false
  if (process.platform !== 'linux') return command.trimEnd().endsWith(ownerMark(folder))
  const words = command.split('\0')
  if (basename(words[0] ?? '') !== 'postgres') return false
  return words.includes(ownerMark(folder)) || worksIn(pid, folder)
}

/** Waits until the server is gone. @returns false when it is still there after the given time (ms) */
export async function waitUntilGone(pid: number, folder: DataFolder, atMost: number): Promise<boolean> {
  for (const end = performance.now() + atMost; isPostmaster(pid, folder);) {
    if (performance.now() > end) return false
    await sleep(10)
  }
  return true
}

/** Returns a process's command line: '' for a zombie, undefined when it can't be read. */
function commandLine(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return undefined
  }
}

/**
 * Returns whether a server's working folder is this cluster, which also finds a data folder that was moved. Not every
 * account may look.
 */
function worksIn(pid: number, folder: DataFolder): boolean {
  try {
    const its = statSync(`/proc/${pid}/cwd`)
    const ours = statSync(folder.cluster)
    return its.dev === ours.dev && its.ino === ours.ino
  } catch {
    return false
  }
}

/** Returns the path of the socket's lock file. */
export function socketLock(socketDir: string, port: number): string {
  return join(socketDir, `.s.PGSQL.${port}.lock`)
}

/** Returns the pid in the socket's lock file, which stays behind when a server is killed. */
export function readSocketLock(socketDir: string, port: number): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(socketLock(socketDir, port), 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}
