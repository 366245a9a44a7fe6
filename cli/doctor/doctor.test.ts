import type { Finding } from '#cli/doctor/finding.ts'
import { knownSettings } from '#cli/doctor/settings-checks.ts'
import { runChecks, type CheckOptions } from '#cli/doctor/run-checks.ts'
import { reportBug } from '#shared/bugs/contract.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { postmasterPid, startProcess } from '#testing/product-process.ts'
import { runCommand, runCommandProcess } from '#testing/run-command.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { aUsedDataDir } from '#testing/used-data-dir.ts'
import { once } from 'node:events'
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const secret = 'hush-hush-4711'
/** Settings without ports, because the ports of a real server may be taken on the machine of the tests. */
const noPorts = { PORT: '0', CHAT_PORT: 'off' }

interface Diagnosis {
  readonly findings: readonly Finding[]
  /** Returns the levels of the findings of one check. */
  of(check: string): string[]
}

const usual: CheckOptions = { isDeep: false, mayStart: false, nodes: 1 }

async function doctor(settings: Record<string, string>, options: Partial<CheckOptions> = {}): Promise<Diagnosis> {
  const findings = await runChecks({ ...noPorts, ...settings }, { ...usual, ...options }, () => {})
  expect(JSON.stringify(findings)).not.toContain(secret)
  for (const finding of findings) {
    expect(finding.message).toMatch(/[.!?]$/)
    if (finding.level !== 'ok') expect(finding.fix).toBeTruthy()
  }
  const of = (check: string) => findings.filter((one) => one.check === check).map(({ level }) => level)
  return { findings, of }
}

const found = ({ findings }: Diagnosis, level: Finding['level']) =>
  findings.filter((finding) => finding.level === level).map(({ check, message }) => `${check}: ${message}`)

let app: TestApp
/** Settings without any problem. */
let healthy: Record<string, string>
let scratch: string

beforeAll(async () => {
  app = await openTestApp()
  await app.person(['admin'])
  scratch = await mkdtemp(join(tmpdir(), 'mothlight-doctor-'))
  healthy = { DATABASE_URL: app.url, DATA_DIR: app.config.dataDir }
  app.startJobs()
})
afterAll(async () => {
  await app.end()
  await rm(scratch, { recursive: true, force: true })
})

describe('mothlight doctor', () => {
  it('finds nothing wrong where nothing is', async () => {
    await expect.poll(async () => (await app.database.pool.query('select from job_workers')).rowCount).toBe(1)
    const diagnosis = await doctor(healthy, { isDeep: true })
    expect(found(diagnosis, 'problem')).toEqual([])
    // How full the disk is, and what other versions left on it, is this machine's affair.
    expect(found(diagnosis, 'warning').filter((one) => !/^(disk|leftovers)/.test(one))).toEqual([])
    for (const check of ['version', 'database', 'schema', 'durability', 'clock', 'connections', 'jobs', 'history']) {
      expect(diagnosis.of(check), check).toEqual(['ok'])
    }
  })

  it('says it in lines that people read', async () => {
    const { code, stdout } = await runCommandProcess(['doctor'], { ...noPorts, ...healthy, DATABSE_URL: 'x' })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ok +schema +All \d+ migrations have run\.$/m)
    expect(stdout).toMatch(
      /^warning +settings +DATABSE_URL is set and is no setting of Mothlight\.\n +→ Did you mean DATABASE_URL\?$/m,
    )
    expect(stdout).toMatch(/\n\n0 problems, \d+ warnings?\.\n$/)
  })

  it('ends with 1 when there is a problem, and says the same to programs', async () => {
    const settings = { ...noPorts, DATA_DIR: scratch, DATABASE_URL: `postgresql://moth:${secret}@127.0.0.1:1/bugs` }
    const { code, stdout, stderr } = await runCommand(['doctor', '--json'], settings)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).not.toContain(secret)
    const { counts, findings } = JSON.parse(stdout) as { counts: Record<string, number>; findings: Finding[] }
    expect(counts['problem']).toBe(1)
    expect(findings.filter(({ level }) => level === 'problem')).toMatchObject([{ check: 'database' }])
  })

  it.each([[['--nodes', '0']], [['now']]])('is used wrongly with %s', async (args) => {
    const { code, stdout } = await runCommand(['doctor', ...args], noPorts)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })
})

describe('of the settings, it', () => {
  it('tells all that is wrong at once, and repeats no secret', async () => {
    const diagnosis = await doctor({
      PORT: 'many',
      LOG_LEVEL: 'loud',
      DATABASE_URL: `mysql://root:${secret}@localhost/x`,
      S3_ENDPOINT: `https://me:${secret}@s3.example.com`,
      S3_BUCKET: 'bugs',
      S3_ACCESS_KEY_ID: 'me',
      S3_SECRET_ACCESS_KEY: secret,
      METRICS_TOKEN: 'short',
    })
    const problems = found(diagnosis, 'problem')
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'S3_ENDPOINT', 'METRICS_TOKEN']) {
      expect(
        problems.some((one) => one.startsWith(`settings: ${name} `)),
        name,
      ).toBe(true)
    }
    expect(diagnosis.of('database')).toEqual([])
  })

  it('knows all of docs/operate.md, and no others', () => {
    const guide = readFileSync(resolve(import.meta.dirname, '../../docs/operate.md'), 'utf8')
    const [, table = ''] = /^## Settings$([^]*?)^## /m.exec(guide) ?? []
    const rows = table.split('\n').filter((line) => line.startsWith('| `'))
    const namesIn = (text: string) => [...text.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name)
    // Settings of one row may be named in its text; others are named there too.
    expect(knownSettings()).toEqual(expect.arrayContaining(rows.flatMap((row) => namesIn(row.split('|')[1] ?? ''))))
    expect(namesIn(rows.join())).toEqual(expect.arrayContaining(knownSettings()))
  })

  it.each([
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['MOTHLIGHT_DATA_DIR', 'DATA_DIR'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['LIMIT_LOGINS', 'docs/operate.md'],
  ])('wonders at %s', async (name, meant) => {
    const { findings } = await doctor({ DATA_DIR: join(scratch, 'none'), [name]: secret })
    const [strange] = findings.filter(({ message }) => message.startsWith(name))
    expect(strange).toMatchObject({ check: 'settings', level: 'warning', fix: expect.stringContaining(meant) })
  })

  it('sees what does not suit a server that others reach', async () => {
    const open = await doctor({ ...healthy, HOST: '0.0.0.0', DEMO: 'on', LOG_LEVEL: 'silent' })
    expect(open.of('demo')).toEqual(['problem'])
    expect(open.of('address')).toEqual(['warning'])
    expect(open.of('log')).toEqual(['warning'])
    const plain = await doctor({ ...healthy, HOST: '0.0.0.0', PUBLIC_URL: 'http://bugs.example.com' })
    expect(plain.of('address')).toEqual(['warning'])
    const proxied = await doctor({ ...healthy, PUBLIC_URL: 'https://bugs.example.com' })
    expect(proxied.of('proxy')).toEqual(['warning'])
    const gullible = await doctor({ ...healthy, PUBLIC_URL: 'https://bugs.example.com', TRUST_PROXY: '0.0.0.0/0' })
    expect(gullible.of('proxy')).toEqual(['problem'])
    const fine = await doctor({ ...healthy, PUBLIC_URL: 'https://bugs.example.com', TRUST_PROXY: '10.0.0.1' })
    expect([fine.of('address'), fine.of('proxy')]).toEqual([['ok'], ['ok']])
  })
})

describe('of the machine, it', () => {
  it('sees a data folder that is a file, one that others can look into, and makes none', async () => {
    const file = join(scratch, 'file')
    await writeFile(file, '')
    expect((await doctor({ ...healthy, DATA_DIR: file })).of('data folder')).toEqual(['problem'])
    const wide = join(scratch, 'wide')
    await mkdir(wide)
    await chmod(wide, 0o755)
    expect((await doctor({ ...healthy, DATA_DIR: wide })).of('data folder')).toEqual(['warning'])
    const missing = join(scratch, 'missing')
    expect((await doctor({ ...healthy, DATA_DIR: missing })).of('data folder')).toEqual(['ok'])
    expect((await doctor({ DATA_DIR: missing }, { mayStart: true })).of('database')).toEqual(['ok'])
    expect(existsSync(missing)).toBe(false)
  })

  it.skipIf(!existsSync('/dev/shm') || statfsSync('/dev/shm').type !== 0x01021994)(
    'sees data that would be gone with the next start of the machine',
    async () => {
      const folder = await mkdtemp('/dev/shm/mothlight-doctor-')
      try {
        const { findings } = await doctor({ ...healthy, DATA_DIR: folder })
        expect(findings).toContainEqual(
          expect.objectContaining({ check: 'disk', level: 'warning', message: expect.stringContaining('tmpfs') }),
        )
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  )

  it('tells how old the last backup is', async () => {
    const folder = await mkdtemp(join(scratch, 'backup-'))
    const settings = { ...healthy, DATA_DIR: folder }
    const note = (text: string) => writeFile(join(folder, 'last-backup.json'), text)
    const before = (days: number) => JSON.stringify({ at: new Date(Date.now() - days * 86_400_000).toISOString() })
    expect((await doctor(settings)).of('backup')).toEqual(['ok'])
    expect((await doctor({ ...settings, HOST: '0.0.0.0' })).of('backup')).toEqual(['warning'])
    await note(before(1))
    expect((await doctor({ ...settings, HOST: '0.0.0.0' })).of('backup')).toEqual(['ok'])
    await note(before(9))
    expect((await doctor(settings)).of('backup')).toEqual(['warning'])
    await note('half a n')
    expect((await doctor(settings)).of('backup')).toEqual(['problem'])
  })

  it('sees too little room', async () => {
    expect((await doctor({ ...healthy, DISK_RESERVE_MB: '999999' })).of('disk')).toContain('problem')
  })

  it('tells who has a port: somebody else, another Mothlight, or this very one', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const served = await startProcess(healthy)
    try {
      const taken = await doctor({ ...healthy, PORT: String(port) })
      expect(found(taken, 'problem')).toEqual([
        expect.stringContaining(`PORT ${port} is taken by process ${process.pid}`),
      ])
      const own = new URL(served.origin).port
      const same = await doctor({ ...healthy, PORT: own })
      expect(same.findings).toContainEqual(
        expect.objectContaining({
          level: 'ok',
          message: `PORT ${own} is served by this Mothlight (process ${served.pid}).`,
        }),
      )
      const different = await doctor({ ...healthy, DATABASE_URL: `${app.url}&application_name=x`, PORT: own })
      expect(found(different, 'problem')).toEqual([expect.stringContaining('taken by a Mothlight with other data')])
    } finally {
      await served.end()
      other.close()
    }
    expect((await doctor({ ...healthy, HOST: '192.0.2.1', PORT: '8123' })).of('port')).toEqual(['problem'])
  })

  it('says once that nothing can listen on an address, and nothing else of it', async () => {
    const diagnosis = await doctor({ ...healthy, HOST: 'nonsense.invalid', PORT: '8123', CHAT_PORT: '8124' })
    expect(found(diagnosis, 'problem')).toEqual([
      expect.stringMatching(/^port: Nothing can listen on HOST nonsense\.invalid \(.*(ENOTFOUND|EAI_AGAIN).*\)\.$/),
    ])
    expect(diagnosis.of('address')).toEqual([])
  })

  it('sees clocks that differ', async () => {
    const now = Date.now
    Date.now = () => now() - 3_600_000
    try {
      const { findings } = await doctor(healthy)
      expect(findings).toContainEqual(
        expect.objectContaining({ check: 'clock', level: 'problem', message: expect.stringContaining('ahead of') }),
      )
    } finally {
      Date.now = now
    }
  })
})

describe('of what else is needed, it', () => {
  it('sees a database, a Redis and a bucket that do not answer, and tells none of their passwords', async () => {
    const diagnosis = await doctor({
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: `postgresql://moth:${secret}@127.0.0.1:1/bugs`,
      REDIS_URL: `redis://:${secret}@127.0.0.1:1`,
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'bugs',
      S3_ACCESS_KEY_ID: 'me',
      S3_SECRET_ACCESS_KEY: secret,
    })
    expect([diagnosis.of('database'), diagnosis.of('redis'), diagnosis.of('attachments')]).toEqual([
      ['problem'],
      ['problem'],
      ['problem'],
    ])
  })

  it('sees a mail server that can’t be used, and tells no password of it', async () => {
    const server = await startMailServer()
    const smtp = (user: string, port = new URL(server.url).port) => ({
      ...healthy,
      SMTP_URL: `smtp://${user}:${secret}@127.0.0.1:${port}`,
      MAIL_FROM: 'bugs@mothlight.example',
    })
    try {
      expect((await doctor(healthy)).of('mail')).toEqual(['ok'])
      expect((await doctor(smtp('moth'))).of('mail')).toEqual(['ok'])
      expect(server.mails).toEqual([])
      server.trouble = (step) => (step === 'auth' ? { refuses: `535 5.7.8 Not with ${secret}` } : undefined)
      const refused = await doctor(smtp('moth'))
      expect(found(refused, 'problem').join()).toContain('535 5.7.8 Not with …')
      server.trouble = undefined
      expect((await doctor(smtp('moth', '1'))).of('mail')).toEqual(['problem'])
      expect((await doctor({ ...smtp('moth'), HOST: '0.0.0.0' })).of('mail')).toEqual(['problem'])
      expect((await doctor({ ...healthy, HOST: '0.0.0.0', DEMO: 'off' })).of('mail')).toEqual(['warning'])
      const noKey = { DKIM_KEY_FILE: join(scratch, 'no.pem'), DKIM_SELECTOR: 'moth' }
      expect((await doctor({ ...smtp('moth'), ...noKey })).of('mail')).toEqual(['problem'])
      for (const wrong of [
        { MAIL_FROM: '' },
        { MAIL_FROM: 'a@b.example, c@d.example' },
        { SMTP_URL: `http://${secret}` },
      ]) {
        expect((await doctor({ ...smtp('moth'), ...wrong })).of('settings')).toContain('problem')
      }
    } finally {
      await server.close()
    }
  })

  it('sees that processes have different keys, and that mail is held', async () => {
    expect((await doctor(healthy)).of('key')).toEqual(['ok'])
    expect((await doctor({ ...healthy, SECRET_KEY: `${secret} and more letters of it` })).of('key')).toEqual([
      'problem',
    ])
    expect((await doctor(healthy, { nodes: 2 })).of('key')).toEqual(['warning'])
    expect((await doctor({ ...healthy, SECRET_KEY: 'short' })).of('settings')).toEqual(['problem'])
    await app.database.pool.query('insert into outgoing_hold default values')
    try {
      expect((await doctor(healthy)).of('mail')).toEqual(['ok', 'warning'])
    } finally {
      await app.database.pool.query('delete from outgoing_hold')
    }
  })

  it.each([
    ['synchronous_commit = off', 'durability'],
    ['default_transaction_read_only = on', 'database rights'],
  ])('sees a database with %s', async (setting, check) => {
    const { rows } = await app.database.pool.query<{ name: string }>('select current_database() as name')
    await app.database.pool.query(`alter database ${rows[0]!.name} set ${setting}`)
    try {
      const diagnosis = await doctor(healthy)
      expect(diagnosis.of(check)).toEqual(['problem'])
    } finally {
      await app.database.pool.query('set default_transaction_read_only = off')
      await app.database.pool.query(`alter database ${rows[0]!.name} reset ${setting.split(' ')[0]}`)
    }
  })

  it('sees an account that may not make the schema of the jobs', async () => {
    const { database, url, drop } = await openTestDatabase()
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    const name = rows[0]!.name
    const asRole = `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(`-c role=${name}_role`)}`
    try {
      await database.pool.query(`create role ${name}_role nosuperuser`)
      await database.pool.query(`grant all on all tables in schema public to ${name}_role`)
      await database.pool.query(`grant all on schema public to ${name}_role`)
      await database.pool.query('drop schema mothlight_jobs cascade')
      const settings = { DATABASE_URL: asRole, DATA_DIR: app.config.dataDir }
      expect((await doctor(settings)).of('database rights')).toEqual(['problem'])
      await database.pool.query(`grant create on database ${name} to ${name}_role`)
      expect((await doctor(settings)).of('database rights')).toEqual([])
    } finally {
      await database.pool.query(`drop owned by ${name}_role`).catch(() => undefined)
      await database.pool.query(`drop role if exists ${name}_role`)
      await drop()
    }
  })

  it('sees too few connections for so many nodes', async () => {
    expect((await doctor(healthy)).of('connections')).toEqual(['ok'])
    expect((await doctor(healthy, { nodes: 9 })).of('connections')).toEqual(['problem'])
    expect((await doctor({ ...healthy, DATABASE_CONNECTIONS: '900' })).of('connections')).toEqual(['problem'])
  })
})

describe('of the database’s content, it', () => {
  /** Creates another database and breaks it. */
  async function broken(breakIt: string, check: string, options: Partial<CheckOptions> = {}): Promise<Diagnosis> {
    const { database, url, drop } = await openTestDatabase()
    try {
      await database.pool.query(breakIt)
      const diagnosis = await doctor({ DATABASE_URL: url, DATA_DIR: app.config.dataDir }, options)
      expect(diagnosis.of(check).length).toBeGreaterThan(0)
      return diagnosis
    } finally {
      await drop()
    }
  }

  it('sees migrations that are missing, and such as it does not know', async () => {
    const last = `(select max(name) from kysely_migration)`
    const pending = await broken(`delete from kysely_migration where name = ${last}`, 'schema')
    expect(pending.of('schema')).toEqual(['warning'])
    const newer = await broken(`update kysely_migration set name = '9999-future' where name = ${last}`, 'schema')
    expect(found(newer, 'problem')).toEqual([expect.stringContaining('9999-future')])
    const empty = await broken('drop schema public cascade; create schema public', 'schema')
    expect(empty.of('schema')).toEqual(['ok'])
    const foreign = await broken(
      'drop schema public cascade; create schema public; create table wiki (id int)',
      'schema',
    )
    expect(foreign.of('schema')).toEqual(['problem'])
  })

  it('sees a schema of jobs that is missing or old, and jobs that failed for good', async () => {
    const newest = '(select max(id) from mothlight_jobs.migrations)'
    for (const [breakIt, how] of [
      ['drop schema mothlight_jobs cascade', 'is missing'],
      [`delete from mothlight_jobs.migrations where id = ${newest}`, 'is older'],
    ] as const) {
      const diagnosis = await broken(breakIt, 'jobs')
      expect(diagnosis.of('jobs')).toEqual(['warning'])
      expect(found(diagnosis, 'warning').join()).toContain(how)
    }
    const failed = await broken(
      `select mothlight_jobs.add_job('send-mails'); update mothlight_jobs._private_jobs set attempts = max_attempts`,
      'jobs',
    )
    expect(failed.of('jobs')).toEqual(['warning'])
    expect(found(failed, 'warning').join()).toContain('1 job failed for good (send-mails).')
    expect((await broken(`select mothlight_jobs.add_job('send-mails')`, 'jobs')).of('jobs')).toEqual(['ok'])
  })

  it('sees that Mothlight runs and no process of it does jobs', async () => {
    const idle = await openTestApp()
    const settings = { DATABASE_URL: idle.url, DATA_DIR: idle.config.dataDir }
    try {
      expect(found(await doctor(settings), 'warning').join()).toContain('no process of it does jobs')
      idle.startJobs()
      await expect.poll(async () => (await doctor(settings)).of('jobs')).toEqual(['ok'])
    } finally {
      await idle.end()
    }
  })

  it('sees letters that can’t be stored', async () => {
    const { database, url, drop } = await openTestDatabase()
    const name = `ascii_${process.pid}`
    try {
      await database.pool.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
      const address = new URL(url)
      address.pathname = `/${name}`
      expect((await doctor({ DATABASE_URL: address.href })).of('encoding')).toEqual(['problem'])
    } finally {
      await database.pool.query(`drop database if exists ${name} with (force)`)
      await drop()
    }
  })

  it('sees that nobody looks after it, an unfinished search and a demo account that others reach', async () => {
    const lonely = await broken(`insert into search_upgrade (part, done_to) values ('bugs', '')`, 'search')
    expect([lonely.of('administrator'), lonely.of('search')]).toEqual([['warning'], ['warning']])
    const { email } = await app.person(['staff'])
    await app.database.pool.query('update users set is_demo = true where email = $1', [email])
    expect((await doctor({ ...healthy, HOST: '0.0.0.0' })).of('demo')).toEqual(['problem'])
    expect((await doctor(healthy)).of('demo')).toEqual([])
    await app.database.pool.query('update users set deactivated_on = now() where email = $1', [email])
    expect((await doctor({ ...healthy, HOST: '0.0.0.0' })).of('demo')).toEqual([])
  })

  it('sees files and histories that are missing', async () => {
    const own = await openTestApp()
    try {
      const person = await own.person(['staff'])
      const body = { title: 'A lamp', description: 'It flickers.', stepsToReproduce: 'Wait.' }
      expect((await person.call(reportBug, { body })).status).toBe(200)
      await own.database.pool.query(`update bugs set title = 'Another lamp'`)
      await own.database.pool.query(
        `insert into attachments (id, uploaded_by, name, media_type, bytes, sha256, created_on)
          values ($1, $2, 'log.txt', 'text/plain', 3, $3, now())`,
        ['a'.repeat(24), person.userId, 'ab'.repeat(32)],
      )
      const settings = { DATABASE_URL: own.url, DATA_DIR: own.config.dataDir }
      const quick = await doctor(settings)
      expect(found(quick, 'problem')).toEqual([
        expect.stringMatching(/^attachments: 1 of 1 files .* missing: (ab){32}\.$/),
      ])
      const deep = await doctor(settings, { isDeep: true })
      expect(deep.of('history')).toEqual(['problem'])
      expect(found(deep, 'problem').join()).toContain('title')
    } finally {
      await own.end()
    }
  })
})

describe('of the embedded database, it', () => {
  it('says whether it runs, and starts it only when that is asked for', async () => {
    const dataDir = await aUsedDataDir(join(scratch, 'embedded'))
    const settings = { DATA_DIR: dataDir }
    const served = await startProcess(settings)
    const running = await doctor({ ...settings, PORT: new URL(served.origin).port })
    expect(running.of('database')).toEqual(['ok'])
    expect(running.of('schema')).toEqual(['ok'])
    expect(running.of('port')).toEqual(['ok'])
    expect(found(running, 'problem')).toEqual([])
    await served.end()

    const stopped = await doctor(settings)
    expect(stopped.of('database')).toEqual(['warning'])
    expect(postmasterPid(dataDir)).toBeUndefined()

    const started = await doctor(settings, { mayStart: true })
    expect(started.of('database')).toEqual(['ok'])
    expect(started.of('administrator')).toEqual(['warning'])
    expect(postmasterPid(dataDir)).toBeUndefined()

    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '9\n')
    const ancient = await doctor(settings)
    expect(found(ancient, 'problem')).toEqual([expect.stringContaining('PostgreSQL 9')])
  })
})
