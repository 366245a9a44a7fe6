import { accessSync, constants, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './config.ts'

const why: Readonly<Record<string, string>> = {
  EACCES: 'this account may not',
  EEXIST: 'there is a file of this name',
  ELOOP: 'it is a link that leads to itself',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'a link in it leads nowhere, or nothing can be made there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'there is a file where a folder should be',
  EPERM: 'this system lets nobody',
  EROFS: 'it can only be read there',
}

/**
 * Creates the data folder if it is missing, for this account only, and checks that it can be written to.
 * @returns its path, with symbolic links resolved
 * @throws ConfigError with a sentence that names DATA_DIR
 */
export function makeDataFolder(dataDir: string): string {
  try {
    makeFolder(dataDir)
    const path = realpathSync(dataDir)
    if (!statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'EEXIST' })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return path
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = why[code] ? `${why[code]}, ${code}` : code || String(error)
    throw new ConfigError(
      `Mothlight can't write to its data folder ${dataDir} (${reason}); ` +
        'let this account write there or set DATA_DIR to another folder.',
      { cause: error },
    )
  }
}

/**
 * Creates one folder after the other: below /proc, where nobody can create a folder, Node's `recursive` never returns.
 */
function makeFolder(path: string): void {
  if (isThere(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it first.
    if (!isThere(path)) throw error
  }
}

const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined
