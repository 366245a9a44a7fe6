import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { canEnter, giveTree, type Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { withPlainPath } from './binaries-copy.ts'
import { folderAsSeen, spawnAs } from './child-process.ts'
import type { DataFolder } from './data-folder.ts'
import { EmbeddedStartError, errorCode } from './embedded-start-error.ts'
import { lastLines } from './log-file.ts'
import { processExists } from './postmaster.ts'

const UNFINISHED = 'postgres.new-'
const UNFINISHED_AT_MOST_MS = 60 * 60 * 1000
/** Folders that this process is creating, so that a second start in the same process doesn't remove them. */
const beingMade = new Set<string>()

/**
 * Character classes for trigram search in every script; 'C' would drop all letters but a to z. The first that exists is
 * used.
 */
const CTYPES = ['C.UTF-8', 'en_US.UTF-8', 'C']

/**
 * Creates the database cluster where there is none. It gets its name only when it is complete.
 * @param programs - folder of the binaries, runnable by the account
 * @throws EmbeddedStartError when it can't be created, or when there is one that these binaries can't run
 */
export async function ensureCluster(
  folder: DataFolder,
  programs: string,
  binaries: Binaries,
  account: Account,
  onProgress: (what: string) => void,
): Promise<void> {
  await removeUnfinished(folder)
  if (isMissing(folder)) {
    onProgress('creating the database')
    await withPlainPath(programs, binaries, account, (plain) => makeCluster(folder, plain, account))
  }
  checkVersion(folder, binaries.major)
  if (account.dropped && statSync(folder.cluster).uid === 0) await giveTree(folder.cluster, account)
  if (account.dropped && process.platform !== 'linux' && !canEnter(folder.cluster, account)) {
    throw new EmbeddedStartError(
      `PostgreSQL runs as the account ${account.name}, which can't enter ${folder.cluster}; ` +
        'start Mothlight as a normal user or set DATA_DIR to a folder which everybody can enter.',
    )
  }
}

function isMissing(folder: DataFolder): boolean {
  return !existsSync(folder.cluster) || readdirSync(folder.cluster).length === 0
}

function checkVersion(folder: DataFolder, major: number): void {
  const file = join(folder.cluster, 'PG_VERSION')
  if (!existsSync(file)) {
    throw new EmbeddedStartError(
      `${folder.cluster} holds files but no PostgreSQL database (it has no PG_VERSION); ` +
        'move it away or set DATA_DIR to another folder.',
    )
  }
  const found = readFileSync(file, 'utf8').trim()
  if (found === String(major)) return
  throw new EmbeddedStartError(
    `The database in ${folder.cluster} was made by PostgreSQL ${found} and this Mothlight brings PostgreSQL ${major}; ` +
      'run `mothlight backup` with the Mothlight that made it and `mothlight restore` with this one, ' +
      'or set DATABASE_URL or DATA_DIR to another database.',
  )
}

async function makeCluster(folder: DataFolder, programs: string, account: Account): Promise<void> {
  const fresh = mkdtempSync(join(folder.path, `${UNFINISHED}${process.pid}-`))
  beingMade.add(fresh)
  try {
    if (account.dropped) chownSync(fresh, account.uid, account.gid)
    await initdb(fresh, programs, account)
    await rename(fresh, folder.cluster)
    const parent = await open(folder.path)
    await parent.sync()
    await parent.close()
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another process created the cluster at the same time, and that one is used.
    if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') return
    if (error instanceof EmbeddedStartError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedStartError(`The database could not be created in ${folder.cluster}: ${reason}`, { cause: error })
  } finally {
    beingMade.delete(fresh)
  }
}

async function initdb(fresh: string, programs: string, account: Account): Promise<void> {
  const program = join(programs, 'bin', 'initdb')
  for (const ctype of CTYPES) {
    const { status, output } = await run(program, initdbArguments(fresh, ctype, account), fresh, account)
    if (status === 0) return
    if (output.includes('invalid locale name') && ctype !== CTYPES.at(-1)) continue
    if (output.includes('could not look up effective user ID')) {
      throw new EmbeddedStartError(
        `PostgreSQL needs its account to have a name and ${account.name} has none; ` +
          `add a line for it to /etc/passwd, start Mothlight as another account, or set DATABASE_URL.`,
      )
    }
    throw new Error(`initdb failed.${lastLines(output)}`)
  }
}

function initdbArguments(fresh: string, ctype: string, account: Account): string[] {
  return [
    `--pgdata=${folderAsSeen(fresh, account)}`,
    '--username=mothlight',
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${ctype}`,
    '--text-search-config=english',
    '--data-checksums',
    '--no-instructions',
  ]
}

function run(
  program: string,
  args: string[],
  cwd: string,
  account: Account,
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawnAs(program, args, { account, cwd, stdio: ['ignore', 'pipe', 'pipe'] }, reject)
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('close', (status) => resolve({ status, output }))
  })
}

/** Removes what interrupted creations left behind. */
async function removeUnfinished(folder: DataFolder): Promise<void> {
  for (const name of readdirSync(folder.path)) {
    if (!name.startsWith(UNFINISHED)) continue
    const path = join(folder.path, name)
    if (beingMade.has(path)) continue
    const maker = Number.parseInt(name.slice(UNFINISHED.length), 10)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    const mayBeMaking = maker !== process.pid && processExists(maker) && age < UNFINISHED_AT_MOST_MS
    if (!mayBeMaking) await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}
