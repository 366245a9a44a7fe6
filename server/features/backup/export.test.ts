import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { openAttachmentStore } from '#server/features/attachments/public.ts'
import { isPassword } from '#server/features/users/public.ts'
import { makeJobSchema } from '#server/jobs/job-schema.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { sourceLines } from '#server/features/imports/public.ts'
import { download } from '#testing/attachment-parts.ts'
import { type BackupWorld, fillWorld, openEmptyDatabase, rowCounts, rowsOf } from '#testing/backup-world.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { migrations } from '#migrations/all.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { sequencesOf, tablesOf } from './catalog.ts'
import { checkExport, importExport } from './import-export.ts'
import { partColumns } from '#shared/bugs/fields.ts'
import { fieldOf, notExported, recordTypes } from './record-types.ts'
import { writeExport } from './write-export.ts'

const schema = Object.keys(migrations).at(-1) ?? ''
const signal = new AbortController().signal
const log = openLog('silent')

let app: TestApp
let world: BackupWorld
let lines: string[]
beforeAll(async () => {
  app = await openTestApp()
  world = await fillWorld(app)
  // An account that can log in: those of tests have no real hash.
  const account = {
    email: 'ann@example.test',
    password: 'a good password',
    fullName: 'Ann',
    givenName: 'A',
    familyName: 'N',
  }
  expect((await app.stranger.send('POST', '/api/user/register', account)).status).toBe(200)
  lines = await exported(app, true)
})
afterAll(() => app?.end())

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

type Source = Pick<TestApp, 'config' | 'database'>

async function exported({ config, database }: Source, withSecrets: boolean): Promise<string[]> {
  const out = new PassThrough()
  const [whole] = await Promise.all([
    buffer(out),
    writeExport(database.pool, openAttachmentStore(config, log).store, out, {
      schema,
      withSecrets,
      isGzipped: true,
      signal,
    }),
  ])
  return gunzipSync(whole).toString('utf8').trimEnd().split('\n')
}

const asFile = (lines: readonly string[]) =>
  sourceLines(
    (async function* () {
      yield Buffer.from(lines.join('\n'))
    })(),
  )

async function openPlace() {
  const empty = await openEmptyDatabase(inject('cluster'))
  const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-place-'))
  undo.push(empty.drop, () => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig({ DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir })
  return { database: empty.database, config, keeping: openAttachmentStore(config, log) }
}

async function imported(lines: readonly string[]) {
  const place = await openPlace()
  await importExport(place.database, place.keeping, asFile(lines), { migrations, signal })
  return place
}

/** Derived again in another order, or left out. */
const different = [...Object.keys(notExported), 'chat_lines', 'rate_limits', 'setup_tokens', 'job_workers']

describe('an export that is imported', () => {
  it('is the same row for row, with its secrets', async () => {
    const place = await imported(lines)
    await app.notified()
    await app.database.pool.query(`update events set tx = '0'`)
    // What is to be mailed is said by the old place.
    await app.database.pool.query('update notifications set is_mail_pending = false, mail_id = null')
    await app.database.pool.query(`update notification_position set tx = '0'`)
    // Of what came into views before, nobody is told.
    await app.database.pool.query('update view_bells set number = 0')
    // As if the answers in the chat had all been mailed.
    await app.database.pool.query('update conversations set mailed_seq = last_seq')
    expect(await rowsOf(place.database, different)).toEqual(await rowsOf(app.database, different))
    const chat = 'select to_jsonb(l) - $1::text as line from chat_lines l order by id'
    // All of a line, its search words too.
    expect((await place.database.pool.query(chat, [''])).rows).toEqual((await app.database.pool.query(chat, [''])).rows)
    expect(
      Object.values(
        await rowCounts(
          place.database,
          recordTypes.map(({ table }) => table),
        ),
      ),
    ).not.toContain(0)
    const numbers = async ({ pool }: TestApp['database']) =>
      (await sequencesOf(pool)).filter(({ name }) => /^(events_id_seq|bug_numbers_\d+)$/.test(name))
    expect(await numbers(place.database)).toEqual(await numbers(app.database))
  })

  it('has its search, totals and history made again, and its files', async () => {
    const place = await imported(lines)
    const search = `select bug_id, words::text from bug_search order by 1`
    expect((await place.database.pool.query(search)).rows).toEqual((await app.database.pool.query(search)).rows)
    const texts = 'select * from bug_texts order by bug_id, comment_id'
    expect((await place.database.pool.query(texts)).rows).toEqual((await app.database.pool.query(texts)).rows)
    const updates = 'select * from bug_updates order by id'
    expect((await place.database.pool.query(updates)).rows).toEqual((await app.database.pool.query(updates)).rows)
    const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by 1`
    expect((await place.database.pool.query(indexes)).rows).toEqual((await app.database.pool.query(indexes)).rows)
    const totals =
      'select is_closed, classification, sum(n) as n from bug_counts group by 1, 2 having sum(n) > 0 order by 1, 2'
    expect((await place.database.pool.query(totals)).rows).toEqual((await app.database.pool.query(totals)).rows)
    expect(await verifyHistory(place.database.db)).toEqual({ bugs: 3, deviations: [] })

    const again = await openApp(place.config, log, place.database)
    undo.push(() => again.close())
    const login = { email: 'ann@example.test', password: 'a good password' }
    const entered = await again.http.inject({ method: 'POST', url: '/api/user/login', payload: login })
    expect(entered.statusCode).toBe(200)
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
    const found = await again.http.inject({ url: '/api/bug/list?keywords=lamps', headers: { cookie } })
    expect(found.json().result).toMatchObject([{ _id: world.bugId }])
    const [[id = '', content] = []] = world.files
    const answer = await download({ ...app, http: again.http }, { ...world.reporter, cookie }, id)
    expect({ status: answer.statusCode, same: content?.equals(answer.rawPayload) }).toEqual({ status: 200, same: true })
  })

  it('goes there and back, to the same lines', async () => {
    const place = await imported(lines)
    const again = await exported(place, true)
    // The first line says when it was written.
    expect(again.slice(1)).toEqual(lines.slice(1))
  })

  it('mails nobody the answers in the chat that were not read in the old place', async () => {
    const sentOn = new Date(Date.now() - 300_000).toISOString()
    const unread = lines.map((line) => {
      const row = JSON.parse(line)
      // An export of an earlier version has nothing of mails.
      if (row.type === 'conversation')
        return JSON.stringify({
          ...row,
          email: 'rosa@example.test',
          emailConfirmedOn: sentOn,
          visitorSeen: 0,
          lastLineOn: sentOn,
        })
      return row.type === 'chat-line' ? JSON.stringify({ ...row, sender: 'staff', sentOn }) : line
    })
    const place = await imported(unread)
    await makeJobSchema(place.database.pool)
    const mail = {
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'mothlight@example.test',
      PUBLIC_URL: 'http://localhost:3000',
    }
    const config = readConfig({ ...mail, DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: place.config.dataDir })
    const opened = await openApp(config, log, place.database)
    undo.push(() => opened.close())
    const put = () => opened.jobs.find(({ name }) => name === 'put-answer-mails')!.run(signal)
    const mails = async () =>
      (await place.database.pool.query(`select address from mails where kind = 'chat-answer'`)).rows
    await put()
    expect(await mails()).toEqual([])
    await place.database.pool.query('update conversations set mailed_seq = 0')
    await put()
    expect(await mails()).toEqual([{ address: 'rosa@example.test' }])
  })

  it('from before there were products has its bugs in the first one, numbered by age', async () => {
    const came = new Set([
      'product',
      'product-member',
      'former-bug-key',
      'bug-reader',
      'component',
      'version',
      'custom-field',
      'report-template',
      'product-level',
      'notification',
    ])
    const old = lines.flatMap((line) => {
      const {
        productNumber: _product,
        number: _number,
        isPrivate: _private,
        fields: _fields,
        ...row
      } = JSON.parse(line)
      if (came.has(row.type)) return []
      if (row.type === 'bug') for (const column of partColumns) delete row[fieldOf(column)]
      for (const type of came) delete row.lines?.[type]
      return [JSON.stringify(row)]
    })
    const { database } = await imported(old)
    const { rows } = await database.pool.query(
      `select p.key || '-' || b.number as key, row_number() over (order by b.created_on, b.id)::integer as age
        from bugs b join products p on p.number = b.product_number order by b.number`,
    )
    expect(rows).toEqual([1, 2, 3].map((age) => ({ key: `BUG-${age}`, age })))
    const { rows: next } = await database.pool.query(`select nextval('bug_numbers_0')::integer as n`)
    expect(next).toEqual([{ n: 4 }])
  })

  it('without secrets holds no hash, and nobody can log in by a password', async () => {
    const plain = await exported(app, false)
    const { rows } = await app.database.pool.query<{ secret: string }>(
      `select password_hash as secret from users where password_hash like '$%'
        union all select encode(visitor_hash, 'hex') from conversations where visitor_hash is not null
        union all select encode(token_hash, 'hex') from sessions`,
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const { secret } of rows) expect(plain.join('\n')).not.toContain(secret)
    const { database } = await imported(plain)
    const { rows: people } = await database.pool.query<{ password_hash: string }>(
      'select distinct password_hash from users where email is not null',
    )
    expect(people).toHaveLength(1)
    expect(await isPassword('a good password', people[0]?.password_hash ?? null)).toBe(false)
  })
})

describe('what an export holds', () => {
  it('is every column of every table, but for those that are listed with a reason', async () => {
    const tables = await tablesOf(app.database.pool)
    for (const { name, columns } of tables) {
      if (Object.hasOwn(notExported, name)) continue
      const type = recordTypes.find(({ table }) => table === name)
      const named = type && [...type.columns, ...(type.secret ?? []), ...Object.keys(type.filled ?? {})]
      expect(named?.toSorted(), name).toEqual(columns.map(({ name }) => name).toSorted())
    }
    const names = tables.map(({ name }) => name)
    for (const name of [...Object.keys(notExported), ...recordTypes.map(({ table }) => table)]) {
      expect(names).toContain(name)
    }
  })
})

describe('a file that is not what was exported', () => {
  const refused = (changed: readonly string[]) => checkExport(asFile(changed), { signal })
  const numberOf = (start: string) => lines.findIndex((line) => line.startsWith(start))
  const bug = () => numberOf('{"type" : "bug"')

  it.each<[string, RegExp, () => string[]]>([
    ['cut off', /^The file is incomplete: its last line/, () => lines.slice(0, -1)],
    ['without a line', /^The file is incomplete: it has 2 lines of the type bug/, () => lines.toSpliced(bug(), 1)],
    [
      'with a line twice',
      /^The file is incomplete: it has 4 lines of the type bug/,
      () => lines.toSpliced(bug(), 0, lines[bug()] ?? ''),
    ],
    ['with a line that is none', /^Line \d+: it is not a JSON object/, () => lines.with(bug(), '{"type" : "bug", ')],
    ['with a type that is not known', /its type 'moth' is not known/, () => lines.with(bug(), '{"type": "moth"}')],
    [
      'with a field that is not known',
      /a bug has no field 'wings'/,
      () => lines.with(bug(), '{"type": "bug", "wings": 2}'),
    ],
    [
      'of another format',
      /^The file has the format 9 /,
      () => lines.with(0, (lines[0] ?? '').replace('"format":1', '"format":9')),
    ],
    ['with more after the end', /it comes after the end/, () => [...lines, '{"type": "bug"}']],
    [
      'with a piece of a file missing',
      /a piece of a file is missing/,
      () => lines.toSpliced(numberOf('{"type":"content"') + 1, 1),
    ],
  ])('%s is refused', async (_, sentence, changed) => {
    await expect(refused(changed())).rejects.toThrow(sentence)
  })

  it('with other content of an attached file is refused, and nothing of it is stored', async () => {
    const index = numberOf('{"type":"content"')
    const line = JSON.parse(lines[index] ?? '') as { base64: string }
    const changed = lines.with(index, JSON.stringify({ ...line, base64: Buffer.from('other').toString('base64') }))
    await expect(refused(changed)).rejects.toThrow(/^The file is damaged: the attached file [0-9a-f]{64}/)
    const place = await openPlace()
    await expect(importExport(place.database, place.keeping, asFile(changed), { migrations, signal })).rejects.toThrow(
      /^The file is damaged/,
    )
    const { rowCount } = await place.database.pool.query(
      `select from pg_class where relnamespace = 'public'::regnamespace`,
    )
    expect(rowCount).toBe(0)
  })

  it('with rows that the database refuses names the line, and leaves the database empty', async () => {
    const place = await openPlace()
    const at = numberOf('{"type" : "comment"')
    const dangling = (lines[at] ?? '').replace(/"bugId" : "[0-9a-f]+"/, `"bugId" : "${'0'.repeat(24)}"`)
    await expect(
      importExport(place.database, place.keeping, asFile(lines.with(at, dangling)), { migrations, signal }),
    ).rejects.toThrow(/violates foreign key constraint/)
    const wrong = (lines[at] ?? '').replace(/"createdOn" : "[^"]+"/, '"createdOn" : "never"')
    await expect(
      importExport(place.database, place.keeping, asFile(lines.with(at, wrong)), { migrations, signal }),
    ).rejects.toThrow(new RegExp(`^Line ${at + 1}: the database refused this comment .*invalid input syntax`))
    await importExport(place.database, place.keeping, asFile(lines), { migrations, signal })
    expect(await rowCounts(place.database, ['bugs'])).toEqual({ bugs: 3 })
  })
})
