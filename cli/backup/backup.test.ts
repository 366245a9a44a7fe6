import { type BackupWorld, fillWorld, openEmptyDatabase, rowCounts, rowsOf } from '#testing/backup-world.ts'
import { type CommandResult, runCommand, runCommandProcess } from '#testing/run-command.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { untilBlocked } from '#testing/until-blocked.ts'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'

let app: TestApp
let world: BackupWorld
beforeAll(async () => {
  app = await openTestApp()
  world = await fillWorld(app)
})
afterAll(() => app?.end())

let folder: string
const undo: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mothlight-backup-'))
})
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
  await rm(folder, { recursive: true, force: true })
})

const settings = () => ({ DATABASE_URL: app.url, DATA_DIR: app.config.dataDir })
const run = (...args: string[]): Promise<CommandResult> => runCommand(args, settings())
/** Runs the command as its own process. */
const runApart = (...args: string[]): Promise<CommandResult> => runCommandProcess(args, settings())

/** Opens an empty database with a data folder of its own. */
async function openPlace() {
  const empty = await openEmptyDatabase(inject('cluster'))
  undo.push(empty.drop)
  const place = { DATABASE_URL: empty.url, DATA_DIR: join(folder, 'place') }
  return {
    ...empty,
    run: (...args: string[]) => runCommand(args, place),
    runApart: (...args: string[]) => runCommandProcess(args, place),
  }
}

describe('mothlight backup and restore', () => {
  it('write one file that others can’t read, and put it back', async () => {
    const path = join(folder, 'moths.tar.zst')
    const backup = await runApart('backup', path)
    expect(backup).toMatchObject({ code: 0, stderr: '' })
    expect(backup.stdout).toMatch(
      /^Backed up 3 bugs \(\d+ rows\) and 2 attached files \([\d.]+ MB before packing\) into .*moths.tar.zst in [\d.]+ s\.\n$/,
    )
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['moths.tar.zst'])
    const note: unknown = JSON.parse(await readFile(join(app.config.dataDir, 'last-backup.json'), 'utf8'))
    expect(note).toEqual({ at: expect.stringMatching(/^20.*Z$/), file: path })

    const place = await openPlace()
    const checked = await place.run('restore', path, '--dry-run')
    expect(checked).toMatchObject({ code: 0, stderr: '' })
    expect(checked.stdout).toMatch(/^The file is good: 3 bugs .* Nothing was stored: this was a dry run\.\n$/)
    const restored = await place.runApart('restore', path)
    expect(restored.code).toBe(0)
    expect(restored.stdout).toMatch(
      /^Restored 3 bugs \(\d+ rows\) and 2 attached files \([\d.]+ MB\) of 20.* in [\d.]+ s\.\n$/,
    )
    await app.database.pool.query(`update events set tx = '0'`)
    expect(await rowsOf(place.database)).toEqual(await rowsOf(app.database))
    expect((await place.runApart('verify')).stdout).toBe('3 bugs are as their history says.\n')
  })

  it('go through standard output', async () => {
    const path = join(folder, 'piped')
    const file = await open(path, 'w')
    const { code, stderr } = await piped(['backup', '-'], file.fd)
    await file.close()
    expect(code).toBe(0)
    expect(stderr).toMatch(/^Backed up 3 bugs .* into standard output/)
    expect((await run('restore', path, '--dry-run')).code).toBe(0)
  })

  it('refuse a file that is there, and leave it as it is', async () => {
    const path = join(folder, 'moths')
    await writeFile(path, 'mine')
    expect(await run('backup', path)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${path} is there already: name another file, or move it away first.\n`,
    })
    expect(await readFile(path, 'utf8')).toBe('mine')
    expect(await readdir(folder)).toEqual(['moths'])
  })

  it('say in one sentence why a file can’t be written, and leave nothing behind', async () => {
    const path = join(folder, 'nowhere', 'moths')
    expect(await run('backup', path)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${path} can’t be written: there is no such folder; nothing was left behind.\n`,
    })
    const full = await open('/dev/full', 'w')
    const { code, stderr } = await piped(['backup', '-'], full.fd)
    await full.close()
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'Standard output can’t be written: the disk is full; nothing was left behind.\n',
    })
  })

  it('say that there is no database where the settings say, and make none', async () => {
    const result = await runCommand(['backup', join(folder, 'moths')], { DATA_DIR: join(folder, 'data') })
    expect(result).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no database in ${join(folder, 'data')}: set DATA_DIR or DATABASE_URL as the server has them.\n`,
    })
    const place = await openPlace()
    expect(await place.run('backup', join(folder, 'moths'))).toMatchObject({
      code: 1,
      stderr: 'This database holds no Mothlight: there is nothing to back up.\n',
    })
    expect(await readdir(folder)).toEqual([])
  })

  it('leave nothing behind when they are stopped', async () => {
    const locked = await app.database.pool.connect()
    try {
      await locked.query('begin; lock table comments in access exclusive mode')
      const child = command(['backup', join(folder, 'moths')], 'pipe')
      await untilBlocked(app.database.pool)
      expect(await readdir(folder)).toHaveLength(1)
      child.kill('SIGINT')
      const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')])
      expect({ code: child.exitCode, stderr }).toEqual({
        code: 1,
        stderr: 'Stopping …\nStopped; nothing was left behind.\n',
      })
      expect(await readdir(folder)).toEqual([])
    } finally {
      await locked.query('rollback')
      locked.release()
    }
  })

  it.each(['SIGKILL', 'SIGINT'] as const)(
    'leave an empty database when %s ends a restore, which begins again',
    async (signal) => {
      const path = join(folder, 'moths')
      expect(await run('backup', path)).toMatchObject({ code: 0 })
      const place = await openPlace()
      const { pool } = place.database
      // Makes the restore wait in the middle of its work.
      const blocking = await pool.connect()
      await blocking.query('begin; create domain record_id as text')
      const child = command(['restore', path], 'pipe', { DATABASE_URL: place.url, DATA_DIR: join(folder, 'place') })
      const others = async () =>
        (
          await pool.query(
            `select from pg_stat_activity where datname = current_database() and query not like '%pg_stat_activity%'
            and query not like '%create domain record_id as text'`,
          )
        ).rowCount
      await untilBlocked(pool)
      child.kill(signal)
      await once(child, 'close')
      await blocking.query('rollback')
      blocking.release(true)
      await vi.waitFor(async () => expect(await others()).toBe(0))
      const { rows } = await pool.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`)
      expect(rows).toEqual([])
      expect(await place.run('restore', path)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Restored 3 bugs/),
      })
    },
  )

  it('refuse a damaged file before anything is begun', async () => {
    const path = join(folder, 'moths')
    expect(await run('backup', path)).toMatchObject({ code: 0 })
    const whole = await readFile(path)
    await writeFile(path, whole.subarray(0, whole.length / 2))
    const data = join(folder, 'data')
    expect(await runCommand(['restore', path], { DATA_DIR: data })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The file is damaged or incomplete; nothing was changed.\n',
    })
    expect(await readdir(folder)).toEqual(['moths'])
    await writeFile(path, whole)
    expect(await run('restore', path)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The database has tables already, .* nothing was changed: set DATA_DIR to a new folder/,
      ),
    })
    expect(await runCommand(['restore', join(folder, 'none')], {})).toMatchObject({
      code: 1,
      stderr: `${join(folder, 'none')} can’t be read: there is no such file.\n`,
    })
  })

  it.each([
    [['backup'], 'backup needs the name of a file.'],
    [['restore', 'a', 'b'], "restore takes one file, and got 'b' too."],
    [['restore', '-'], 'restore reads its file twice, so it can’t read standard input.'],
    [['export', 'a', '--all'], "Unknown option '--all'."],
    [['export', 'a', '--bugs', '--with-secrets'], 'Bugs hold no secrets: leave --with-secrets out.'],
    [
      ['export', 'a', '--files', 'b'],
      'An export of everything holds the attached files: leave --files out, or add --bugs.',
    ],
    [['export', 'a.csv', '--bugs', '--files', 'b'], 'A table names no files: leave --files out.'],
    [
      ['export', 'a', '--search', 'is:purple'],
      '--search: is: can be open, closed, blocked, followed, snoozed, unanswered, private or waiting.',
    ],
  ])('end with 2 when they are called as %j', async (args, sentence) => {
    const { code, stdout, stderr } = await run(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.startsWith(`${sentence}\nUsage: npm run -s mothlight -- ${args[0]} FILE`)).toBe(true)
  })
})

describe('mothlight export and import', () => {
  it('carry everything into an empty database, and say so beforehand', async () => {
    const path = join(folder, 'moths.jsonl.gz')
    const planned = await run('export', path, '--dry-run')
    expect(planned).toMatchObject({ code: 0, stderr: '' })
    expect(planned.stdout).toMatch(/^Would export, in lines:\n {2}role: +4\n[^]* {2}bug: +3\n/)
    expect(await readdir(folder)).toEqual([])
    const exported = await runApart('export', path, '--with-secrets')
    expect(exported).toMatchObject({ code: 0, stderr: '' })
    expect(exported.stdout).toBe(planned.stdout.replace('Would export', 'Exported'))
    expect((await readFile(path)).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
    expect((await stat(path)).mode & 0o777).toBe(0o600)

    const place = await openPlace()
    const checked = await place.run('import', path, '--dry-run')
    expect(checked).toMatchObject({ code: 0, stderr: '' })
    expect(checked.stdout).toMatch(/^Would import, in lines:\n[^]* {2}bug: +3\n[^]*Nothing was stored/)
    const imported = await place.runApart('import', path)
    expect(imported.code).toBe(0)
    expect(imported.stdout).toMatch(/^Imported, in lines:\n[^]* {2}bug: +3\n/)
    expect(await rowCounts(place.database, ['bugs', 'attachments'])).toEqual({ bugs: 3, attachments: 3 })
    expect((await place.run('verify')).code).toBe(0)
    expect(await place.run('import', path)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database has tables already/),
    })
  })

  it('read and write pipes, and leave other trackers’ files to the import of bugs', async () => {
    const lines = (await runApart('export', '-')).stdout
    expect(lines.split('\n')[0]).toMatch(/^{"type":"mothlight-export","format":1,/)
    expect(lines).toContain(world.bugId)
    const place = await openPlace()
    expect(
      await runCommandProcess(['import', '-'], { DATABASE_URL: place.url, DATA_DIR: join(folder, 'place') }, lines),
    ).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Imported, in lines:/) })
    const example = resolve(import.meta.dirname, '../../samples/import-example.jsonl')
    expect((await place.run('import', example)).stdout).toMatch(/^Imported: +12 bugs/)
  })
})

describe('mothlight export of bugs', () => {
  it('writes those that a search finds as lines that an import takes, or as a table', async () => {
    const [path, table] = [join(folder, 'bugs.jsonl.gz'), join(folder, 'bugs.csv')]
    expect(await run('export', path, '--bugs', '--dry-run')).toMatchObject({
      code: 0,
      stdout: 'Would export 3 bugs.\n',
    })
    expect(await readdir(folder)).toEqual([])
    expect(await runApart('export', path, '--bugs')).toEqual({ code: 0, stdout: 'Exported 3 bugs.\n', stderr: '' })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const place = await openPlace()
    expect((await place.runApart('migrate')).code).toBe(0)
    expect((await place.run('import', path)).stdout).toMatch(/^Imported: +3 bugs/)
    const lines = (await run('export', '-', '--search', world.bugId.slice(-8))).stdout.trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { id?: string }).id)).toEqual([world.bugId, undefined])
    expect(await run('export', table, '--search', 'nothinglikethis')).toMatchObject({ stdout: 'Exported 0 bugs.\n' })
    expect(await readFile(table, 'utf8')).toMatch(/^\uFEFFKey,Title,[^\n]*\r\n$/)
  })
})

describe('mothlight export and import with --files', () => {
  it('carry the files of bugs along, to which the texts go on referring', async () => {
    const [path, files] = [join(folder, 'bugs.jsonl'), join(folder, 'files')]
    const planned = await run('export', path, '--bugs', '--files', files, '--dry-run')
    expect(planned).toMatchObject({ code: 0, stdout: `Would export 3 bugs, and 2 files into ${files}.\n` })
    expect(await readdir(folder)).toEqual([])
    const exported = await run('export', path, '--bugs', '--files', files)
    expect(exported).toEqual({ code: 0, stdout: `Exported 3 bugs, and 2 files into ${files}.\n`, stderr: '' })
    const names = await readdir(files)
    expect(names).toHaveLength(2)
    expect((await stat(join(files, names[0] ?? ''))).mode & 0o777).toBe(0o600)

    const place = await openPlace()
    await place.run('migrate')
    const without = await place.run('import', path)
    expect(without.stdout).toMatch(
      /^Imported: +3 bugs[^]*\nFiles: +2 files left out: name the folder [^\n]* --files\n$/,
    )
    const imported = await place.run('import', path, '--files', files)
    expect(imported).toMatchObject({ code: 0, stderr: '' })
    expect(imported.stdout).toMatch(/\nFiles: +2 stored, 0 there already, 0 refused\n$/)
    expect(await rowCounts(place.database, ['bugs', 'attachments'])).toEqual({ bugs: 3, attachments: 2 })
    const { rows } = await place.database.pool.query<{ name: string; sha256: string; uploader: string }>(
      `select a.name, a.sha256, u.full_name as uploader from attachments a join users u on u.id = a.uploaded_by
        join bugs b on b.id = a.bug_id and b.description like '%attachment:' || a.id || '%' order by a.bytes`,
    )
    expect(rows.map(({ name, uploader }) => [name, uploader])).toEqual([
      ['ünï “small”.txt', 'Rita Reporter'],
      ['large.bin', 'Rita Reporter'],
    ])
    expect(rows.map(({ sha256 }) => sha256).toSorted()).toEqual(names.toSorted())
    const again = await place.run('import', path, '--files', files)
    expect(again.stdout).toMatch(/\nFiles: +0 stored, 2 there already, 0 refused\n$/)

    const content = join(files, rows[0]?.sha256 ?? '')
    await rm(content)
    const other = await openPlace()
    await other.run('migrate')
    const refused = await other.run('import', path, '--files', files)
    expect(refused.code).toBe(1)
    expect(refused.stdout).toContain('Files:           1 stored, 0 there already, 1 refused\n')
    expect(refused.stdout).toContain('ünï “small”.txt: the folder does not have it')

    // Whoever made the folder has no say in what else is read here, nor in how long.
    await symlink(path, content)
    const linked = await other.run('import', path, '--files', files)
    expect(linked.stdout).toContain('ünï “small”.txt: it is no plain file')
    await rm(content)
    execFileSync('mkfifo', [content])
    const piped = await other.run('import', path, '--files', files)
    expect(piped.stdout).toContain('Files:           0 stored, 1 there already, 1 refused\n')

    await run('export', join(folder, 'again.jsonl'), '--bugs', '--files', files)
    const whole = await other.run('import', path, '--files', files)
    expect(whole.stdout).toMatch(/\nFiles: +1 stored, 1 there already, 0 refused\n$/)
  })
})

function command(args: readonly string[], stdout: number | 'pipe', place: Record<string, string> = settings()) {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  return spawn(process.execPath, [resolve(import.meta.dirname, '../mothlight.js'), ...args], {
    env: { PATH, HOME, TMPDIR, ...place },
    stdio: ['ignore', stdout, 'pipe'],
  }) as ReturnType<typeof spawn> & { stderr: NodeJS.ReadableStream }
}

async function piped(args: readonly string[], stdout: number) {
  const child = command(args, stdout)
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stderr }
}
