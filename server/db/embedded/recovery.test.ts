import { aUsedDataDir } from '#testing/used-data-dir.ts'
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { serverAccount } from './account.ts'
import { ask, isRoot, runningPid, Scratch } from './scratch-for-tests.ts'
import { startEmbedded, type EmbeddedServer } from './start-embedded.ts'

const scratch = new Scratch()
const deep = join('deep-'.repeat(12), 'deeper-'.repeat(9))
afterEach(() => scratch.clean())
const usedDataDir = (path?: string) => aUsedDataDir(scratch.dataDir(path))

/** Starts an application whose restarts can be waited for. */
async function startWatched(
  dataDir: string,
): Promise<{ server: EmbeddedServer; outcomes: unknown[]; restarted: () => Promise<void> }> {
  const outcomes: unknown[] = []
  const server = await startEmbedded({ dataDir, role: 'app', onRestart: (outcome) => outcomes.push(outcome) })
  const restarted = () => vi.waitFor(() => expect(outcomes).toEqual(['restarted']), { interval: 20 })
  return { server, outcomes, restarted }
}

describe('a server whose application was killed', () => {
  test.each([
    ['short path', 'data'],
    ['path too long for a socket', deep],
  ])('is found and used again (%s)', async (_name, path) => {
    const dataDir = await usedDataDir(join(scratch.folder(), path))
    const killed = await scratch.child({ dataDir, role: 'app' })
    expect(killed.report.startedHere).toBe(true)
    killed.process.kill('SIGKILL')
    await killed.ended
    expect(runningPid(dataDir)).toBe(killed.report.pid)

    const server = await startEmbedded({ dataDir, role: 'app' })
    expect(server).toMatchObject({ startedHere: false, pid: killed.report.pid, socketDir: killed.report.socketDir })
    await server.release()
    expect(runningPid(dataDir)).toBeUndefined()
    expect(existsSync(join(server.socketDir, '.s.PGSQL.5432'))).toBe(false)
  })

  test('makes room for a new one when its socket was cleaned away', async () => {
    const dataDir = await usedDataDir(join(scratch.folder(), deep))
    const killed = await scratch.child({ dataDir, role: 'app' })
    killed.process.kill('SIGKILL')
    await killed.ended
    rmSync(killed.report.socketDir, { recursive: true })

    const server = await startEmbedded({ dataDir, role: 'app' })
    expect(server.startedHere).toBe(true)
    expect(server.pid).not.toBe(killed.report.pid)
    expect(await ask(server.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.release()
    expect(existsSync(server.socketDir)).toBe(false)
  })

  test('does not keep a process alive that has nothing else to do, and ends when that one has ended by itself', async () => {
    const dataDir = await usedDataDir()
    const child = await scratch.child({ dataDir, role: 'app', walkAway: true })
    expect(await child.ended).toBe(0)
    await vi.waitFor(() => expect(runningPid(dataDir)).toBeUndefined(), { timeout: 30_000, interval: 20 })
  })

  test('is not reached by a signal to the process group of its application', async () => {
    const dataDir = await usedDataDir()
    const child = await scratch.child({ dataDir, role: 'app', ownGroup: true })
    const loaded = () => ask(child.report.socketDir, 'select pg_conf_load_time()::text as on')
    const before = await loaded()
    process.kill(-child.process.pid!, 'SIGINT')
    await child.ended
    // A signal to stop would be heeded before this one, which comes later.
    process.kill(child.report.pid, 'SIGHUP')
    await vi.waitFor(async () => expect(await loaded()).not.toEqual(before), { interval: 20 })
    expect(runningPid(dataDir)).toBe(child.report.pid)
  })
})

describe('a server that ends while it is used', () => {
  test.each([
    ['short path', 'data'],
    ['path too long for a socket', deep],
  ])('is started again after kill -9, with all that was committed (%s)', async (_name, path) => {
    const dataDir = await usedDataDir(join(scratch.folder(), path))
    const { server, restarted } = await startWatched(dataDir)
    await ask(server.socketDir, 'create table kept as select 42 as answer')
    const killed = server.pid
    process.kill(killed, 'SIGKILL')
    await restarted()
    expect(server.pid).not.toBe(killed)
    expect(server.pid).toBe(runningPid(dataDir))
    expect(await ask(server.socketDir, 'select answer from kept')).toEqual([{ answer: 42 }])

    await expect(startEmbedded({ dataDir, role: 'app' })).rejects.toThrow(/^Mothlight is already running on /)
    await server.release()
    expect(runningPid(dataDir)).toBeUndefined()
  })

  test('is used again after one of its processes crashed', async () => {
    const dataDir = await usedDataDir()
    const { server, restarted } = await startWatched(dataDir)
    const [backend] = await ask(
      server.socketDir,
      'select pid from pg_stat_activity where application_name like $$mothlight%$$',
    )
    process.kill(Number(backend!['pid']), 'SIGKILL')
    await restarted()
    expect(await ask(server.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.release()
    expect(runningPid(dataDir)).toBeUndefined()
  })

  test('is reported when it can not be started again, and started once that is mended', async () => {
    const dataDir = await usedDataDir()
    const { server, outcomes } = await startWatched(dataDir)
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    process.kill(server.pid, 'SIGKILL')
    await vi.waitFor(() => expect(outcomes).toHaveLength(1), { interval: 50 })
    expect(String(outcomes[0])).toMatch(/was made by PostgreSQL 17/)
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
    await vi.waitFor(() => expect(outcomes).toHaveLength(2), { interval: 50 })
    expect(outcomes[1]).toBe('restarted')
    expect(await ask(server.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.release()
  })

  test('is not waited for by a release while it can not be started', async () => {
    const dataDir = await usedDataDir()
    const { server, outcomes } = await startWatched(dataDir)
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    process.kill(server.pid, 'SIGKILL')
    await vi.waitFor(() => expect(outcomes).toHaveLength(1), { interval: 50 })
    await server.release()
    expect(runningPid(dataDir)).toBeUndefined()
  })

  test('stays down when it is being released', async () => {
    const dataDir = await usedDataDir()
    const { server, outcomes } = await startWatched(dataDir)
    process.kill(server.pid, 'SIGKILL')
    await server.release()
    expect(runningPid(dataDir)).toBeUndefined()
    // One that came back after all would be found by the next one, which starts its own.
    const next = await startEmbedded({ dataDir, role: 'app' })
    expect(next.startedHere).toBe(true)
    expect(outcomes).toEqual([])
    await next.release()
  })
})

describe('what an interrupted life leaves behind', () => {
  test('the pid of a killed server that another process has by now', async () => {
    const dataDir = await usedDataDir()
    const killed = await scratch.child({ dataDir, role: 'app' })
    process.kill(killed.report.pid, 'SIGKILL')
    killed.process.kill('SIGKILL')
    await killed.ended
    await vi.waitFor(() => expect(runningPid(dataDir)).toBeUndefined())

    const { uid, gid } = serverAccount(join(dataDir, 'postgres'))
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...(isRoot ? { uid, gid } : {}) })
    try {
      for (const file of ['postgres/postmaster.pid', 'run/.s.PGSQL.5432.lock']) {
        const path = join(dataDir, file)
        writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(stranger.pid)))
      }
      const server = await startEmbedded({ dataDir, role: 'app' })
      expect(server.startedHere).toBe(true)
      expect(server.pid).not.toBe(stranger.pid)
      await server.release()
      expect(stranger).toMatchObject({ exitCode: null, signalCode: null })
    } finally {
      stranger.kill()
    }
  })

  test('lock files without a pid, after a power failure', async () => {
    const dataDir = await usedDataDir()
    mkdirSync(join(dataDir, 'run'), { recursive: true })
    const minuteAgo = new Date(Date.now() - 60_000)
    for (const file of ['postgres/postmaster.pid', 'run/.s.PGSQL.5432.lock']) {
      writeFileSync(join(dataDir, file), '')
      utimesSync(join(dataDir, file), minuteAgo, minuteAgo)
    }
    const server = await startEmbedded({ dataDir, role: 'app' })
    expect(await ask(server.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.release()
  })

  test('half a database of a start that was killed', async () => {
    const dataDir = scratch.dataDir()
    const left = join(dataDir, 'postgres.new-4194305-abc123')
    mkdirSync(left, { recursive: true })
    writeFileSync(join(left, 'PG_VERSION'), '18\n')
    mkdirSync(join(dataDir, 'postgres'))
    if (isRoot) chownSync(left, serverAccount(left).uid, 0)

    const server = await startEmbedded({ dataDir, role: 'app' })
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres.log', 'run'])
    await server.release()
  })

  test('a real one: killed in the middle of the creation', async () => {
    const dataDir = scratch.dataDir()
    const interrupted = scratch.child({ dataDir, role: 'app', killAfter: 'creating the database' })
    await expect(interrupted).rejects.toThrow(/ended with status null/)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toHaveLength(1)

    const server = await startEmbedded({ dataDir, role: 'app' })
    expect(await ask(server.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.release()
  })
})
