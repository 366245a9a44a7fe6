import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Account } from './account.ts'
import type { DataFolder } from './data-folder.ts'
import { EmbeddedStartError, errorCode } from './embedded-start-error.ts'
import { temporaryHomes } from './temporary-homes.ts'

/** Only part of the socket's file name; nothing listens on TCP. */
export const PORT = 5432

/** Path of the socket's folder for root's server: the descriptor after stdin, stdout and stderr. */
export const SOCKET_FOLDER_DESCRIPTOR = '/proc/self/fd/3'

/** Largest length of a socket's path in bytes, without the closing NUL: struct sockaddr_un of the two systems. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103
const YOUNG_MS = 60_000

export function socketPath(socketDir: string): string {
  return join(socketDir, `.s.PGSQL.${PORT}`)
}

function fits(socketDir: string): boolean {
  return Buffer.byteLength(socketPath(socketDir)) <= LONGEST_PATH
}

/** Returns the folder for the name that a server's pid file gives. */
export function socketFolderOf(told: string, folder: DataFolder): string {
  return told === SOCKET_FOLDER_DESCRIPTOR ? folder.run : told
}

/**
 * Creates a folder with mode 700 for the socket of a server about to start: `run` in the data folder, or a short one
 * among the temporary files when the path would be too long.
 * @param previous - folder of the server before; reused if possible, because connection pools know its path
 */
export function makeSocketFolder(folder: DataFolder, account: Account, previous: string | undefined): string {
  if (fits(folder.run)) return makePrivate(folder.run, account)
  if (previous && isTemporary(previous, folder, account)) {
    try {
      return makePrivate(previous, account)
    } catch {
      // Another process took the name after the temporary files were cleaned, so a new one is chosen.
    }
  }
  for (const home of temporaryHomes(account)) {
    if (!fits(join(home, `${prefix(folder)}XXXXXX`))) continue
    try {
      return makePrivate(mkdtempSync(join(home, prefix(folder))), account)
    } catch (error) {
      if (!['EACCES', 'ENOENT', 'EROFS'].includes(errorCode(error))) throw error
    }
  }
  throw new EmbeddedStartError(
    `The path of ${folder.run} is too long for a socket and no temporary folder can be used instead; ` +
      'set DATA_DIR to a folder with a shorter path.',
  )
}

/** Removes the temporary folder of a server that has ended, with what is left in it. A folder elsewhere stays. */
export async function removeSocketFolder(socketDir: string, folder: DataFolder, account: Account): Promise<void> {
  if (isTemporary(socketDir, folder, account) && isPrivate(socketDir, account)) {
    await rm(socketDir, { recursive: true, force: true })
  }
}

/** Removes the temporary folder of a server that never came up, unless another process has a socket in it. */
export function forgetSocketFolder(socketDir: string, folder: DataFolder, account: Account): void {
  if (!isTemporary(socketDir, folder, account)) return
  try {
    rmdirSync(socketDir)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error))) throw error
  }
}

/**
 * Removes temporary folders that killed starts of this data folder left behind. Call it only while no server runs.
 * Recent ones may belong to a start in progress.
 */
export async function removeLeftSocketFolders(folder: DataFolder, account: Account, inUse: string): Promise<void> {
  if (inUse === folder.run) return
  for (const home of temporaryHomes(account)) {
    for (const name of namesIn(home).filter((entry) => entry.startsWith(prefix(folder)))) {
      const path = join(home, name)
      const age = Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity)
      if (path !== inUse && age > YOUNG_MS) await removeSocketFolder(path, folder, account)
    }
  }
}

/**
 * Makes the folder private. @throws EmbeddedStartError when it belongs to another account, which could offer a database
 * of its own
 */
function makePrivate(path: string, account: Account): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (!lstatSync(path).isDirectory()) throw notOurs(path)
  const { uid } = lstatSync(path)
  if (uid !== account.uid) {
    if (!account.dropped || uid !== 0) throw notOurs(path)
    chownSync(path, account.uid, account.gid)
  }
  chmodSync(path, 0o700)
  return path
}

function notOurs(path: string): EmbeddedStartError {
  return new EmbeddedStartError(
    `${path} is not a folder of the account that runs PostgreSQL; remove it and start again.`,
  )
}

/** Returns whether only the server's account and root can have put a socket into the folder. */
function isPrivate(path: string, account: Account): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.isDirectory() && found.uid === account.uid && (found.mode & 0o077) === 0
}

function namesIn(home: string): string[] {
  try {
    return readdirSync(home)
  } catch {
    // Some folders can be used by everybody and listed by nobody.
    return []
  }
}

function isTemporary(path: string, folder: DataFolder, account: Account): boolean {
  return basename(path).startsWith(prefix(folder)) && temporaryHomes(account).includes(dirname(path))
}

/** Returns the prefix of the names of one data folder's temporary folders. */
function prefix(folder: DataFolder): string {
  return `mothlight-${createHash('sha256').update(folder.path).digest('hex').slice(0, 8)}-`
}
