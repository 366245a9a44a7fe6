import { aUsedDataDir } from '#testing/used-data-dir.ts'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { canEnter, giveTree, serverAccount, type Account } from './account.ts'
import { runnableBinaries, temporaryCopyInUse } from './binaries-copy.ts'
import { findBinaries } from './binaries.ts'
import { openDataFolder } from './data-folder.ts'
import { ask, isRoot, ordinaryAccount, runningPid, Scratch } from './scratch-for-tests.ts'
import { startEmbedded } from './start-embedded.ts'

const scratch = new Scratch()
afterEach(() => scratch.clean())

const { folder: installed } = await findBinaries({})

function ownerOf(pid: number): { uid: number; groups: string } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(status)?.[1]?.trim() ?? ''
  return { uid: Number.parseInt(field('Uid'), 10), groups: field('Groups') }
}

/** Returns a data folder that the account owns, in a folder that everybody can enter. */
function dataDirOf(account: Account): string {
  const parent = scratch.folder()
  chmodSync(parent, 0o755)
  const dataDir = scratch.dataDir(join(parent, 'data'))
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, account.uid, account.gid)
  return dataDir
}

/** Copies the installed binaries to where every account can run them, without the links of the install script. */
function unlinkedBinaries(mode: number): string {
  const parent = scratch.folder()
  chmodSync(parent, mode)
  const copy = join(parent, 'native')
  cpSync(join(installed, '..', 'package.json'), join(parent, 'package.json'))
  cpSync(installed, copy, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
  return copy
}

describe.runIf(isRoot)('started as root', () => {
  test('the server runs as an unprivileged account, even inside a folder that only root can enter', async () => {
    const closed = scratch.folder()
    const dataDir = scratch.dataDir(join(closed, 'data'))
    const server = await startEmbedded({ dataDir, role: 'app' })
    const account = serverAccount('/nonexistent')
    expect(canEnter(closed, account)).toBe(false)
    expect(account.uid).not.toBe(0)
    expect(ownerOf(server.pid)).toEqual({ uid: account.uid, groups: '' })
    expect(statSync(closed)).toMatchObject({ uid: 0, mode: 0o40700 })
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(account.uid)
    await ask(server.socketDir, 'create extension unaccent')
    await server.release()
  })

  test('database files that were given to root are given back', async () => {
    const dataDir = await aUsedDataDir(scratch.dataDir())
    await giveTree(dataDir, { uid: 0, gid: 0, name: 'root', dropped: false })
    const server = await startEmbedded({ dataDir, role: 'app' })
    expect(await ask(server.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.release()
  })

  test('database files of a normal user stay theirs, and root runs the server as that user', async () => {
    const account = ordinaryAccount()
    const dataDir = dataDirOf(account)
    const binariesDir = reachableBinaries()
    const before = await scratch.child({ dataDir, role: 'app', account, binariesDir })
    expect(before.report.error).toBeUndefined()
    expect(ownerOf(before.report.pid).uid).toBe(account.uid)
    before.process.stdin!.end()
    await before.ended
    expect(runningPid(dataDir)).toBeUndefined()

    const server = await startEmbedded({ dataDir, role: 'app' })
    expect(ownerOf(server.pid).uid).toBe(account.uid)
    await server.release()

    const after = await scratch.child({ dataDir, role: 'app', account, binariesDir })
    expect(after.report).toMatchObject({ startedHere: true })
  })

  test('a normal user is told that the database files are not theirs', async () => {
    const account = ordinaryAccount()
    const dataDir = dataDirOf(account)
    await (await startEmbedded({ dataDir, role: 'app' })).release()
    const nobody = statSync(join(dataDir, 'postgres')).uid
    expect(nobody).not.toBe(account.uid)
    const { report } = await scratch.child({ dataDir, role: 'app', account, binariesDir: reachableBinaries() })
    expect(report.error).toMatch(
      new RegExp(`^The database files in ${dataDir}/postgres belong to another account .*chown -R ${account.uid} `),
    )
  })

  test('a normal user finds the server again that their killed application left', async () => {
    const account = ordinaryAccount()
    const order = { dataDir: dataDirOf(account), role: 'app', account, binariesDir: reachableBinaries() } as const
    const killed = await scratch.child(order)
    killed.process.kill('SIGKILL')
    await killed.ended
    const next = await scratch.child(order)
    expect(next.report).toMatchObject({ startedHere: false, pid: killed.report.pid })
    next.process.stdin!.end()
    await next.ended
    expect(runningPid(order.dataDir)).toBeUndefined()
  })
})

describe.runIf(isRoot)('binaries in a folder that the account can not enter', () => {
  test('are copied once to where it can, owned by root and writable by nobody else', async () => {
    const account = serverAccount('/nonexistent')
    const home = join(scratch.folder(), 'cache')
    chmodSync(dirname(home), 0o755)
    const folder = openDataFolder(scratch.dataDir())
    const binaries = await findBinaries({ binariesDir: unlinkedBinaries(0o700) })
    const progress: string[] = []
    const copying = () => runnableBinaries(binaries, account, folder, (what) => progress.push(what), home)

    const [copy, sameCopy] = await Promise.all([copying(), copying()])
    expect(sameCopy).toBe(copy)
    expect(readdirSync(home)).toHaveLength(1)
    expect(copy).toBe(join(home, `postgres-${binaries.version}-${process.platform}-${process.arch}`))
    expect(statSync(join(copy, 'bin', 'postgres'))).toMatchObject({ uid: 0, mode: 0o100755 })
    expect(execFileSync(join(copy, 'bin', 'postgres'), ['-V'], { uid: account.uid, encoding: 'utf8' })).toContain(
      ' 18.4',
    )

    progress.length = 0
    expect(await copying()).toBe(copy)
    expect(progress).toEqual([])

    chownSync(copy, account.uid, account.gid)
    const other = await copying()
    expect(other).not.toBe(copy)
    expect(statSync(other).uid).toBe(0)
    rmSync(other, { recursive: true })
  })

  test('are copied to a temporary folder where there is no other, and removed when the server stops', async () => {
    const account = serverAccount('/nonexistent')
    const dataDir = scratch.dataDir()
    const binaries = await findBinaries({ binariesDir: unlinkedBinaries(0o700) })
    const temporary = await runnableBinaries(binaries, account, openDataFolder(dataDir), () => undefined, '/dev/null/x')
    const server = await startEmbedded({ dataDir, role: 'app', binariesDir: temporary })
    expect(temporaryCopyInUse(openDataFolder(dataDir), account)).toBe(temporary)
    expect(existsSync(temporary)).toBe(true)
    await server.release()
    expect(existsSync(temporary)).toBe(false)
  })
})

describe('library links that no install script made', () => {
  test('are made before the first start', async () => {
    const binariesDir = unlinkedBinaries(0o755)
    const server = await startEmbedded({ dataDir: scratch.dataDir(), role: 'app', binariesDir })
    expect(await ask(server.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.release()
    expect(lstatSync(join(binariesDir, 'lib', 'libpq.so.5')).isSymbolicLink()).toBe(true)
  })

  test('are made in a copy where node_modules is read-only', async () => {
    const binariesDir = unlinkedBinaries(0o755)
    const account = isRoot ? ordinaryAccount() : serverAccount('/nonexistent')
    const dataDir = dataDirOf(account)
    chmodSync(join(binariesDir, 'lib'), 0o555)
    const child = await scratch.child({ dataDir, role: 'app', binariesDir, ...(isRoot ? { account } : {}) })
    expect(child.report.error).toBeUndefined()
    child.process.stdin!.end()
    await child.ended
    expect(existsSync(join(binariesDir, 'lib', 'libpq.so.5'))).toBe(false)
    expect(readdirSync(join(dataDir, 'postgres-programs'))).toHaveLength(1)
    chmodSync(join(binariesDir, 'lib'), 0o755)
  })
})

/** Returns the installed binaries, or a copy where the checkout is closed to other accounts. */
function reachableBinaries(): string {
  return canEnter(join(installed, 'bin'), ordinaryAccount()) ? installed : unlinkedBinaries(0o755)
}
