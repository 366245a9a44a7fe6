import { lstatSync, readFileSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canEnter, type Account } from './account.ts'
import { makeLinks, type Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import { temporaryHomes } from './temporary-homes.ts'

/** Shared by all installations on one machine that root starts; one folder per version. */
const ROOTS_COPIES = '/var/cache/mothlight'
const TEMPORARY = 'mothlight-postgres-'

/**
 * Returns a folder of the same binaries that the account can run: the installed one where that works, otherwise a copy.
 * A copy is needed when root's checkout lies in a folder that the account can't enter, and when library links are
 * missing from a read-only node_modules. PostgreSQL resolves its own path, so an open folder would not help.
 */
export async function runnableBinaries(
  binaries: Binaries,
  account: Account,
  folder: DataFolder,
  onProgress: (what: string) => void,
  rootsCopies = ROOTS_COPIES,
): Promise<string> {
  const reachable = !account.dropped || canEnter(join(binaries.folder, 'bin'), account)
  if (reachable && binaries.missingLinks.length === 0) return binaries.folder

  const home = account.dropped ? rootsCopies : join(folder.path, 'postgres-programs')
  const copy = join(home, `postgres-${binaries.version}-${process.platform}-${process.arch}`)
  if (isTrusted(copy) && isSameBuild(copy, binaries.folder)) return copy

  onProgress('copying the database programs')
  try {
    await mkdir(home, { recursive: true, mode: 0o755 })
    if (!isTrusted(home) || (account.dropped && !canEnter(home, account))) return await temporaryCopy(binaries, account)
    const fresh = await mkdtemp(join(home, '.copy-'))
    await copyInto(binaries, fresh)
    if (isTrusted(copy)) await rm(copy, { recursive: true, force: true })
    await rename(fresh, copy).catch(async (error: unknown) => {
      // Another start finished first. Its copy is used if it can be trusted.
      await rm(fresh, { recursive: true, force: true })
      if (!isTrusted(copy) || !isSameBuild(copy, binaries.folder)) throw error
    })
    return copy
  } catch (error) {
    if (!account.dropped) throw error
    return temporaryCopy(binaries, account)
  }
}

/** Returns the temporary copy that the last or running server of this cluster was started from, if it was one. */
export function temporaryCopyInUse(folder: DataFolder, account: Account): string | undefined {
  let lastCommand: string
  try {
    lastCommand = readFileSync(join(folder.cluster, 'postmaster.opts'), 'utf8')
  } catch {
    return undefined
  }
  const copy = /^(\/.*\/mothlight-postgres-\w{6})\/bin\/postgres "/.exec(lastCommand)?.[1]
  // The server's account can write this file, so root checks the owner of the folder before it deletes it.
  return copy && temporaryHomes(account).includes(dirname(copy)) && isTrusted(copy) ? copy : undefined
}

/** Removes the copy of a server that was killed. A recent one may belong to a start in progress. */
export async function removeLeftCopy(folder: DataFolder, account: Account): Promise<void> {
  const copy = temporaryCopyInUse(folder, account)
  if (copy && Date.now() - statSync(copy).mtimeMs > 60_000) await rm(copy, { recursive: true, force: true })
}

/**
 * Runs work with the programs at a path that a shell leaves unchanged: initdb starts others through a shell, with its
 * own path in double quotes and nothing escaped.
 */
export async function withPlainPath<T>(
  programs: string,
  binaries: Binaries,
  account: Account,
  work: (programs: string) => Promise<T>,
): Promise<T> {
  if (isPlain(programs)) return work(programs)
  const copy = await temporaryCopy(binaries, account, isPlain)
  try {
    return await work(copy)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

const isPlain = (path: string) => !/[$`"\\]/.test(path)

async function temporaryCopy(
  binaries: Binaries,
  account: Account,
  isFit: (home: string) => boolean = () => true,
): Promise<string> {
  let lastError: unknown = new Error('no temporary folder that the account can enter')
  for (const home of temporaryHomes(account).filter(isFit)) {
    try {
      const copy = await mkdtemp(join(home, TEMPORARY))
      await copyInto(binaries, copy)
      return copy
    } catch (error) {
      lastError = error
    }
  }
  throw lastError
}

async function copyInto(binaries: Binaries, target: string): Promise<void> {
  await cp(binaries.folder, target, { recursive: true, verbatimSymlinks: true })
  await openToReaders(target)
  makeLinks(binaries.folder, target)
}

/** Sets modes: folders 755, programs 755, files 644, whatever the umask and the modes of the original. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToReaders(path)
    else if (entry.isFile()) await chmod(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

/** Returns whether only this account or root can have written the folder. */
function isTrusted(path: string): boolean {
  try {
    const { uid, mode } = lstatSync(path)
    const isFolder = (mode & 0o170000) === 0o040000
    return isFolder && (uid === process.getuid?.() || uid === 0) && (mode & 0o022) === 0
  } catch {
    return false
  }
}

function isSameBuild(copy: string, original: string): boolean {
  const size = (folder: string) => statSync(join(folder, 'bin', 'postgres'), { throwIfNoEntry: false })?.size
  return size(copy) !== undefined && size(copy) === size(original)
}
