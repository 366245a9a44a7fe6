import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { serverAccount, type Account } from './account.ts'
import { openDataFolder } from './data-folder.ts'
import { isPostmaster, readPidFile, waitUntilGone } from './postmaster.ts'

export const isRoot = process.getuid?.() === 0

/** Folders and children of one test; `clean` removes them and every server that the test left running. */
export class Scratch {
  readonly #folders: string[] = []
  readonly #dataDirs = new Set<string>()
  readonly #children: ChildProcess[] = []

  /** Creates a new temporary folder with mode 700. */
  folder(): string {
    const path = mkdtempSync(join(realpathSync(tmpdir()), 'mothlight-test-'))
    this.#folders.push(path)
    return path
  }

  /** Returns a path for DATA_DIR, by default in a new temporary folder. Its server is stopped at the end. */
  dataDir(path = join(this.folder(), 'data')): string {
    this.#dataDirs.add(path)
    return path
  }

  /** Runs child-for-tests.ts and waits for what it reports. */
  async child(order: ChildOrder): Promise<Child> {
    this.#dataDirs.add(order.dataDir)
    const script = fileURLToPath(new URL('./child-for-tests.ts', import.meta.url))
    const child = spawn(process.execPath, [script, JSON.stringify(order)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: order.ownGroup === true,
    })
    this.#children.push(child)
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const { value } = await lines.next()
    if (value === undefined) throw new Error(`the child ended with status ${await ended} before it reported`)
    return { process: child, ended, report: JSON.parse(value) as ChildReport }
  }

  async clean(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL')
    for (const path of this.#dataDirs) await endServer(path)
    for (const path of this.#folders) rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  }
}

export interface ChildOrder {
  readonly dataDir: string
  readonly role: 'app' | 'command'
  readonly binariesDir?: string
  /** The account that it becomes before it starts anything. */
  readonly account?: Pick<Account, 'uid' | 'gid'>
  /** Ends without release() as soon as nothing keeps the process alive, instead of waiting for the end of its input. */
  readonly walkAway?: boolean
  /** Leads a process group of its own. */
  readonly ownGroup?: boolean
  /** Kills itself with SIGKILL shortly after this line of progress. */
  readonly killAfter?: string
}

export interface ChildReport {
  readonly error?: string
  readonly pid: number
  readonly socketDir: string
  readonly startedHere: boolean
}

export interface Child {
  readonly process: ChildProcess
  readonly ended: Promise<number | null>
  readonly report: ChildReport
}

async function endServer(dataDir: string): Promise<void> {
  try {
    const folder = openDataFolder(dataDir)
    const left = readPidFile(folder)
    if (!left || !isPostmaster(left.pid, folder)) return
    process.kill(left.pid, 'SIGQUIT')
    await waitUntilGone(left.pid, folder, 10_000)
  } catch {
    // A server can't run on this folder.
  }
}

/** Returns the pid of the server that runs on the data folder now. */
export function runningPid(dataDir: string): number | undefined {
  const folder = openDataFolder(dataDir)
  const found = readPidFile(folder)
  return found && isPostmaster(found.pid, folder) ? found.pid : undefined
}

/** Returns the rows of one query on a connection of its own. */
export async function ask(socketDir: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: socketDir, port: 5432, user: 'mothlight', database: 'mothlight' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns an account other than root that has a name, for tests that run as root. */
export function ordinaryAccount(): Account {
  const nobody = serverAccount('/nonexistent')
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const found = lines
    .map((line) => line.split(':'))
    .map((fields) => ({ name: fields[0] ?? '', uid: Number(fields[2]), gid: Number(fields[3]), dropped: false }))
    .find(({ uid, gid }) => uid > 0 && gid > 0 && uid !== nobody.uid)
  return found ?? nobody
}
