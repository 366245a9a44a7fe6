import { openAttachmentStore } from '#server/features/attachments/public.ts'
import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { openApp } from '#server/app.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { download } from '#testing/attachment-parts.ts'
import { newVisitorCookie, openChatClient } from '#testing/chat-client.ts'
import { type BackupWorld, fillWorld, openEmptyDatabase, rowCounts, rowsOf } from '#testing/backup-world.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { startTestS3 } from '#testing/test-s3.ts'
import * as accounts from '#shared/accounts/contract.ts'
import { makeJobSchema } from '#server/jobs/job-schema.ts'
import { migrations } from '#migrations/all.ts'
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { readArchive } from './archive-reader.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { checkBackup } from './check-backup.ts'
import type { Manifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const known = Object.keys(migrations)
const never = new AbortController().signal
const log = openLog('silent')

let app: TestApp
let world: BackupWorld
let folder: string
let file: string
let manifest: Manifest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mothlight-backup-'))
  file = join(folder, 'backup')
  app = await openTestApp()
  world = await fillWorld(app)
  manifest = await backUp(app, file)
})
afterAll(async () => {
  await app?.end()
  await rm(folder, { recursive: true, force: true })
})

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const tokenIn = (link: string) => new URL(link, 'http://localhost').searchParams.get('token') ?? ''

const storeOf = ({ config }: Pick<TestApp, 'config'>) => openAttachmentStore(config, log).store

function backUp(from: Pick<TestApp, 'config' | 'database'>, path: string): Promise<Manifest> {
  return writeBackup(from.database.pool, storeOf(from), createWriteStream(path), { signal: never })
}

/** An empty database, and an empty place for files. */
async function openPlace(settings: Record<string, string> = {}) {
  const empty = await openEmptyDatabase(inject('cluster'))
  const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-place-'))
  undo.push(empty.drop, () => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig({ DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...settings })
  return { database: empty.database, config, keeping: openAttachmentStore(config, log) }
}

async function restored(path = file, settings: Record<string, string> = {}) {
  const place = await openPlace(settings)
  const found = await checkBackup(path, known, never)
  const summary = await restoreBackup(place.database, place.keeping, {
    path,
    manifest: found,
    migrations,
    signal: never,
  })
  return { ...place, summary }
}

const relations = async ({ pool }: Database) =>
  (await pool.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`)).rowCount

describe('a backup that is restored', () => {
  it('is the same row for row; only transaction ids are not those of the new server', async () => {
    const { database, summary } = await restored()
    expect(summary).toEqual({ leftOut: [], isShared: false })
    expect(Object.values(await rowCounts(database, tablesWithRows))).not.toContain(0)
    await app.notified()
    await app.database.pool.query(`update events set tx = '0'`)
    await app.database.pool.query(`update notification_position set tx = '0'`)
    expect(await rowsOf(database)).toEqual(await rowsOf(app.database))
    const sequences = `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`
    expect((await database.pool.query(sequences)).rows).toEqual((await app.database.pool.query(sequences)).rows)
  })

  it('has the same indexes, constraints and triggers as a new database', async () => {
    const { database } = await restored()
    const definitions = `select indexdef as definition from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
      order by 1`
    expect((await database.pool.query(definitions)).rows).toEqual((await app.database.pool.query(definitions)).rows)
  })

  it('goes on: sessions, files, search, totals, history and new events work', async () => {
    const place = await restored()
    const again = await openApp(place.config, log, place.database)
    undo.push(() => again.close())
    const get = async (url: string) => {
      const answer = await again.http.inject({ url, headers: { cookie: world.staff.cookie ?? '' } })
      expect(answer.statusCode, url).toBe(200)
      return answer
    }
    expect((await get(`/api/bug/${world.bugId}`)).json().result).toMatchObject({ title: 'Lamp flickers' })
    expect((await get('/api/bug/list?keywords=lamps')).json().result).toMatchObject([{ _id: world.bugId }])
    for (const [id, content] of world.files) {
      const answer = await download({ ...app, http: again.http }, world.reporter, id)
      expect({ status: answer.statusCode, same: answer.rawPayload.equals(content) }).toEqual({
        status: 200,
        same: true,
      })
    }
    expect(await verifyHistory(place.database.db)).toEqual({ bugs: 3, deviations: [] })

    const heard: string[] = []
    again.relay.subscribe((events) => void heard.push(...events.map((event) => event.subjectId)))
    const answer = await again.http.inject({
      method: 'POST',
      url: `/api/bug/${world.bugId}/comments/new`,
      headers: { cookie: world.staff.cookie ?? '' },
      payload: { message: 'after the restore' },
    })
    expect(answer.statusCode).toBe(200)
    await again.relay.settled()
    // Nothing of before is told again.
    expect(new Set(heard)).toEqual(new Set([world.bugId]))
  })

  it('sends nothing of what was due, and knows no link of before, until an administrator says so', async () => {
    const server = await startMailServer()
    undo.push(server.close)
    await app.database.pool.query(
      `insert into mails (id, kind, address, due_on, expires_on)
        values ($1, 'test-mail', 'ann@example.test', now(), now() + interval '1 day')`,
      [newRecordId()],
    )
    undo.push(() => app.database.pool.query('delete from mails'))
    const path = join(folder, 'with-mail')
    await backUp(app, path)
    const key = await readFile(join(app.config.dataDir, 'secret.key'), 'utf8')
    expect((await readFile(path)).includes(key.trim())).toBe(false)

    const { database, config } = await restored(path, server.settings)
    const lines: string[] = []
    const listening = openLog('warn', { write: (line) => void lines.push(line) })
    const there = await openApp(config, listening, database)
    undo.push(() => there.close())
    const send = () => there.jobs.find(({ name }) => name === 'send-mails')?.run(never)
    await send()
    expect(server.mails).toEqual([])
    expect(lines.join('')).toContain('the key of this installation is not the one of the last start')
    await database.pool.query('delete from outgoing_hold')
    await send()
    expect(server.to('ann@example.test')).toHaveLength(1)
  })

  it('lets nobody use a link of before, also where the key is the same; invitations are sent again', async () => {
    const [admin, person] = [await app.person(['admin']), await app.person(['customer'])]
    undo.push(() => app.database.pool.query('delete from mails; delete from account_links'))
    const invite = async (email: string) => {
      const { _id } = (await admin.call(accounts.inviteUser, { body: { email, role: [] } })).body.result
      const params = { invitationId: _id }
      return { params, token: tokenIn((await admin.call(accounts.copyInvitation, { params })).body.link) }
    }
    const token = tokenIn((await admin.call(accounts.makeResetLink, { params: { userId: person.userId } })).body.link)
    const [taken, open] = [await invite('taken@example.test'), await invite('open@example.test')]
    const former = await invite('former@example.test')
    await admin.call(accounts.endInvitation, { params: former.params })
    const formerRow = async ({ pool }: Database) =>
      (await pool.query('select * from account_links where id = $1', [former.params.invitationId])).rows
    const reporterLink = newRecordId()
    const links = `insert into reporter_links (id, bug_id, user_id) select $1, id, created_by from bugs where id = $2`
    await app.database.pool.query(links, [reporterLink, world.bugId])
    undo.push(() => app.database.pool.query('delete from reporter_links'))
    const path = join(folder, 'with-links')
    await backUp(app, path)
    const reset = { token, password: 'several unrelated words' }
    expect((await app.stranger.call(accounts.resetPassword, { body: reset })).status).toBe(200)
    expect((await admin.call(accounts.endInvitation, { params: taken.params })).status).toBe(200)

    const { database, config } = await restored(path)
    await copyFile(join(app.config.dataDir, 'secret.key'), join(config.dataDir, 'secret.key'))
    await makeJobSchema(database.pool)
    const there = await openApp(config, log, database)
    undo.push(() => there.close())
    const send = (method: 'POST' | 'GET', url: string, payload?: object, cookie = '') =>
      there.http.inject({ method, url, ...(payload && { payload }), headers: { cookie } })
    const check = async (one: string) => (await send('POST', accounts.checkLink.path, { token: one })).json().result
    for (const one of [token, taken.token, open.token]) expect(await check(one)).toBeNull()
    expect(
      (await send('POST', accounts.resetPassword.path, { ...reset, password: 'of somebody else' })).statusCode,
    ).toBe(403)
    const listed = (await send('GET', accounts.listInvitations.path, undefined, admin.cookie)).json().result
    expect(listed).toMatchObject([
      { email: 'open@example.test', isExpired: true },
      { email: 'taken@example.test', isExpired: true },
    ])
    const resend = accounts.resendInvitation.path.replace(':invitationId', open.params.invitationId)
    expect((await send('POST', resend, {}, admin.cookie)).statusCode).toBe(200)
    expect(await check(open.token)).toMatchObject({ purpose: 'invite', email: 'open@example.test' })
    expect(await check(taken.token)).toBeNull()
    expect(await formerRow(database)).toEqual(await formerRow(app.database))
    // One that was ended since would work again; the next mail brings the other.
    const { rows } = await database.pool.query<{ id: string }>('select id from reporter_links')
    expect(rows).toEqual([{ id: expect.not.stringMatching(reporterLink) }])
  })

  it('can be backed up again, to the same contents', async () => {
    const first = await restored()
    const path = join(folder, 'again')
    const second = await backUp(first, path)
    const partsOf = ({ tables, attachments }: Manifest) => ({ tables, attachments })
    expect(partsOf(second)).toEqual(partsOf(manifest))
  })
})

const tablesWithRows = [
  ...['users', 'bugs', 'comments', 'events', 'mentions', 'attachments', 'bug_followers', 'bug_seen', 'bug_joins'],
  ...['views', 'view_pins', 'conversations', 'chat_lines', 'conversation_bugs', 'chat_answers', 'sessions'],
  ...[
    'bulk_changes',
    'bulk_change_bugs',
    'request_keys',
    'bug_search',
    'bug_ranks',
    'bug_texts',
    'bug_counts',
    'search_vocabulary',
    'installation',
  ],
]

describe('a file that is not what was written', () => {
  const refused = async (path: string) => {
    const error: unknown = await checkBackup(path, known, never).then(
      () => undefined,
      (error: unknown) => error,
    )
    return error instanceof Error && error.constructor.name === 'BackupError' ? error.message : error
  }

  it('is refused wherever it is cut off', async () => {
    const whole = await readFile(file)
    const path = join(folder, 'cut')
    for (let n = 0; n < 25; n++) {
      await writeFile(path, whole.subarray(0, Math.floor((whole.length * n) / 25)))
      expect(await refused(path), `after ${n}/25`).toMatch(/^The file is (empty|damaged|no backup)/)
    }
  })

  it('is refused wherever a bit of it is different', async () => {
    const whole = await readFile(file)
    const path = join(folder, 'flipped')
    for (let n = 0; n < 40; n++) {
      const changed = Buffer.from(whole)
      const at = Math.floor((whole.length * (n + 0.5)) / 40)
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (n % 8)), at)
      await writeFile(path, changed)
      expect(await refused(path), `byte ${at}`).toMatch(/^The file is damaged/)
    }
  })

  it.each<[string, RegExp, (name: string, content: Buffer) => Buffer | undefined]>([
    ['a row', /tables\/bugs\/000000 is not what was written/, replacing('tables/bugs/', 'Lamp', 'Damp')],
    ['a missing part', /tables\/comments\/000000 is missing/, without('tables/comments/')],
    ['a missing attached file', /attached files are missing/, without('attachments/')],
    ['the manifest', /its manifest is not what was written/, replacing('manifest.json', '"rows": 3', '"rows": 2')],
    ['a missing seal', /its end is missing/, without('manifest.sha256')],
    ['a missing head', /is no backup of Mothlight/, without('mothlight-backup.json')],
    ['an attached file', /attached files? .*(missing|not what was written)/, replacing('attachments/', 'moth', 'mott')],
  ])('is refused when it was packed again with another %s', async (_, sentence, change) => {
    const path = join(folder, 'changed')
    const archive = new ArchiveWriter(createWriteStream(path), never)
    for await (const { name, content } of readArchive(file, () => {})) {
      const chunks: Buffer[] = []
      for await (const chunk of content) chunks.push(chunk)
      const changed = change(name, Buffer.concat(chunks))
      if (changed) await archive.add(name, changed)
    }
    await archive.end()
    expect(await refused(path)).toMatch(sentence)
  })

  it('is refused when it is something else', async () => {
    const path = join(folder, 'other')
    await writeFile(path, 'PGDMP')
    expect(await refused(path)).toBe('The file is no backup of Mothlight.')
  })

  it('is refused when a newer version made it, by the names of both', async () => {
    const before = known.slice(0, -1)
    await expect(checkBackup(file, before, never)).rejects.toThrow(
      new RegExp(
        `with the schema ${known.at(-1)}, and this is Mothlight .* with the schema ${before.at(-1)}: restore it`,
      ),
    )
  })
})

function replacing(start: string, from: string, to: string) {
  return (name: string, content: Buffer) =>
    name.startsWith(start) ? Buffer.from(content.toString('latin1').replace(from, to), 'latin1') : content
}

function without(start: string) {
  return (name: string, content: Buffer) => (name.startsWith(start) ? undefined : content)
}

describe('a restore', () => {
  it('refuses a database with anything in it, and changes nothing there', async () => {
    const place = await openPlace()
    await place.database.pool.query('create table mine (a integer); insert into mine values (1)')
    const options = { path: file, manifest, migrations, signal: never }
    await expect(restoreBackup(place.database, place.keeping, options)).rejects.toThrow(
      /^The database has tables already, such as mine, and nothing was changed: set DATA_DIR/,
    )
    expect(await relations(place.database)).toBe(1)
    const before = await rowsOf(app.database)
    await expect(restoreBackup(app.database, place.keeping, options)).rejects.toThrow(/has tables already/)
    expect(await rowsOf(app.database)).toEqual(before)
  })

  it('drops the jobs of a Mothlight whose tables were removed, but not those of one that is there', async () => {
    const { database, keeping } = await openPlace()
    const { pool } = database
    const jobs = async () => (await pool.query(`select to_regnamespace('mothlight_jobs') as it`)).rows
    await makeJobSchema(pool)
    await pool.query(`select mothlight_jobs.add_job('send-mails')`)
    await pool.query('create schema other; create table other.kysely_migration (name text)')
    const options = { path: file, manifest, migrations, signal: never }
    await expect(restoreBackup(database, keeping, options)).rejects.toThrow(
      /^There is a Mothlight in the schema other of the database already, and nothing was changed/,
    )
    expect(await jobs()).toEqual([{ it: 'mothlight_jobs' }])
    await pool.query('drop schema other cascade')
    await restoreBackup(database, keeping, options)
    expect(await jobs()).toEqual([{ it: null }])
  })

  it('that is stopped leaves the database empty, and can begin again', async () => {
    const place = await openPlace()
    const stop = new AbortController()
    const options = { path: file, manifest, migrations, signal: stop.signal }
    const stopped = restoreBackup(place.database, place.keeping, { ...options, onRead: () => stop.abort() })
    await expect(stopped).rejects.toThrow('Stopped; nothing was left behind.')
    expect(await relations(place.database)).toBe(0)
    await restoreBackup(place.database, place.keeping, { ...options, signal: never })
    expect(await rowCounts(place.database, ['bugs'])).toEqual({ bugs: 3 })
  })

  it('whose connection is cut after all rows were read leaves the database empty', async () => {
    const place = await openPlace()
    const { store } = place.keeping
    const cut = async () => {
      const { rowCount } = await app.database.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [databaseName(place.database)],
      )
      expect(rowCount).toBe(1)
    }
    const put: typeof store.put = (key, path) => cut().then(() => store.put(key, path))
    const options = { path: file, manifest, migrations, signal: never }
    await expect(
      restoreBackup(place.database, { ...place.keeping, store: { ...store, put } }, options),
    ).rejects.toThrow()
    expect(await relations(place.database)).toBe(0)
    await restoreBackup(place.database, place.keeping, options)
    expect(await rowCounts(place.database, ['bugs'])).toEqual({ bugs: 3 })
  })

  it('brings a backup of an older version to this one', async () => {
    const older = await openPlace()
    const early = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0007'))
    await migrate(older.database.pool, early)
    await older.database.pool.query(
      `insert into users (id, full_name, given_name, family_name, created_on) values ($1, 'A', 'A', 'A', now())`,
      [oldUser],
    )
    await older.database.pool.query(
      `insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by)
        values ($1, 'Crashing lamps', 'd', 's', now(), $2)`,
      [oldBug, oldUser],
    )
    await older.database.pool.query(
      `insert into bug_search (bug_id, created_on, is_closed, classification, words)
        values ($1, now(), false, 'unclassified', '')`,
      [oldBug],
    )
    const path = join(folder, 'older')
    const made = await backUp(older, path)
    expect(made.migrations.at(-1)).toBe('0006-attachments')
    const { database } = await restored(path)
    expect(
      (await database.pool.query('select name from kysely_migration order by 1')).rows.map(({ name }) => name),
    ).toEqual(known)
    const { rows } = await database.pool.query('select bug_id from bug_search where words @@ $1::tsquery', [`'=crash'`])
    expect(rows).toEqual([{ bug_id: oldBug }])
    expect((await rowCounts(database, ['outgoing_hold']))['outgoing_hold']).toBe(1)
  })

  it('leaves out a table that is none of Mothlight’s, and says so', async () => {
    await app.database.pool.query('create table notes_of_mine (a integer); insert into notes_of_mine values (1)')
    undo.push(() => app.database.pool.query('drop table notes_of_mine'))
    const path = join(folder, 'more')
    await backUp(app, path)
    expect((await restored(path)).summary).toEqual({ leftOut: ['notes_of_mine'], isShared: false })
  })
})

const [oldUser, oldBug] = [newRecordId(), newRecordId()]
const databaseName = ({ pool }: Database) => pool.options.database

describe('attached files', () => {
  it('go from a folder into a bucket and back', async () => {
    const s3 = await startTestS3()
    undo.push(s3.stop)
    const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.settings
    const settings = {
      ...{ S3_ENDPOINT: endpoint, S3_BUCKET: bucket },
      ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
    }
    const inBucket = await restored(file, settings)
    const path = join(folder, 'from-bucket')
    expect((await backUp(inBucket, path)).attachments).toEqual(manifest.attachments)
    const back = await restored(path)
    const hashes = [...world.files.values()].map((content) => createHash('sha256').update(content).digest('hex'))
    for (const sha256 of hashes) {
      const kept = await readFile(
        join(back.config.dataDir, 'attachments', sha256.slice(0, 2), sha256.slice(2, 4), sha256),
      )
      expect(createHash('sha256').update(kept).digest('hex')).toBe(sha256)
    }
    expect(await back.keeping.store.owners()).toHaveLength(1)
    // The bucket keeps them for the other one of the same id.
    const other = await openPlace(settings)
    const summary = await restoreBackup(other.database, other.keeping, { path, manifest, migrations, signal: never })
    expect(summary.isShared).toBe(true)
  })

  it('that are missing or damaged are named, and the rest is backed up', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-files-'))
    undo.push(() => rm(dataDir, { recursive: true, force: true }))
    await cp(join(app.config.dataDir, 'attachments'), join(dataDir, 'attachments'), { recursive: true })
    const [large, small] = [...world.files.values()].map((content) =>
      createHash('sha256').update(content).digest('hex'),
    )
    const pathOf = (sha256 = '') => join(dataDir, 'attachments', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
    await rm(pathOf(large))
    await writeFile(pathOf(small), 'mott')
    const path = join(folder, 'incomplete')
    const incomplete = await backUp({ ...app, config: { ...app.config, dataDir } }, path)
    expect(incomplete.attachments).toEqual({ files: 1, bytes: 4, missing: [large], damaged: [small] })
    const { keeping } = await restored(path)
    const kept: string[] = []
    for await (const { key } of keeping.store.list()) kept.push(key)
    expect(kept).toEqual([])
  })
})

it('live pages and the chat go on while a backup does, however long it takes', async () => {
  // Too much to wait unread in a pipe, and nothing that packing makes smaller.
  const noise = Array.from({ length: 12 }, () => randomBytes(1_500_000).toString('base64'))
  for (const text of noise) {
    await app.inTx((tx) =>
      recordEvent(tx, { type: 'user-registered', subjectId: newRecordId(), actorId: null, payload: { text } as never }),
    )
  }
  const out = new PassThrough()
  let bytes = 0
  const backup = writeBackup(app.database.pool, storeOf(app), out, {
    signal: never,
    onProgress: (_, written) => (bytes = written),
  })
  const heard: string[] = []
  app.relay.subscribe((events) => void heard.push(...events.map((event) => event.subjectId)))
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(8_000_000))
  const { rows } = await app.database.pool.query(
    `select pid from pg_stat_activity where datname = current_database() and query like 'copy (select % from "events")%'`,
  )
  expect(rows).toHaveLength(1)

  const answer = await world.staff.send('POST', `/api/bug/${world.bugId}/comments/new`, { message: 'meanwhile' })
  expect(answer.status).toBe(200)
  await app.relay.settled()
  expect(heard).toContain(world.bugId)
  const cookie = await newVisitorCookie(world.chatOrigin)
  const [speaker, listener] = [
    await openChatClient(world.chatOrigin, cookie),
    await openChatClient(world.chatOrigin, cookie),
  ]
  await speaker.say('is it slow?')
  await listener.push('chat-message', ({ message }) => message === 'is it slow?')
  speaker.close()
  listener.close()

  const { rows: still } = await app.database.pool.query(`select 1 from pg_stat_activity where pid = $1`, [rows[0].pid])
  expect(still).toHaveLength(1)
  const path = join(folder, 'slow')
  out.pipe(createWriteStream(path))
  const slow = await backup
  // As of the moment when it began.
  const rowsOfTable = (name: string) => slow.tables.find((table) => table.name === name)?.rows
  const { comments = 0 } = await rowCounts(app.database, ['comments'])
  expect(rowsOfTable('comments')).toBe(comments - 1)
})
