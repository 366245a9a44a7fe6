import { type App, openApp } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import { classifyBug, editBug, reportBug } from '#shared/bugs/contract.ts'
import { findSimilar, listCandidates } from '#shared/similar/contract.ts'
import { type IndexedReport, SimilarIndex } from './engine/similar-index.ts'
import { KeptIndex } from './kept-index.ts'
import { snapshotFile } from './snapshot-file.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { randomUUID } from 'node:crypto'
import { chmod, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

/** One more server process on the database of a test, as far as the product can tell. */
interface Server extends App {
  readonly file: string
  /** What it has logged. */
  readonly said: () => string
  similar(title: string, more?: object): Promise<{ result: { _id: string; matched: string[] }[]; isReady: boolean }>
  candidates(bugId: string): Promise<string[]>
  ready(): Promise<void>
}

let app: TestApp
let staff: Caller
let folder: string
let open: { close(): Promise<void> }[] = []
beforeAll(async () => {
  app = await openTestApp({ LIMIT_SIMILAR: '100000' })
  staff = await app.person(['staff'])
  // Of an index of nothing there is no snapshot.
  await report('Weathervane squeaks')
})
afterAll(() => app?.end())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mothlight-similar-'))
})
afterEach(async () => {
  for (const server of open) await server.close()
  open = []
  await rm(folder, { recursive: true, force: true })
})

async function start(dataDir: string, of = app, settings: Partial<TestApp['config']> = {}, cookie = staff.cookie) {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  // A server of its own has connections of its own.
  const database = openDatabase({ connectionString: of.url }, 5, () => {})
  const server = await openApp({ ...of.config, ...settings, dataDir }, log, database)
  let closed: Promise<void> | undefined
  const close = () => (closed ??= server.close().then(() => database.close()))
  open.push({ close })
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { cookie: cookie ?? '' }
    const answer = await server.http.inject({ method, url, headers, ...(payload && { payload }) })
    expect(answer.statusCode, lines.join('') + answer.body).toBe(200)
    return answer.json() as Awaited<ReturnType<Server['similar']>>
  }
  const similar: Server['similar'] = (title, more) => ask('POST', findSimilar.path, { title, ...more })
  return {
    ...server,
    close,
    file: join(dataDir, 'similar.index'),
    said: () => lines.join(''),
    similar,
    candidates: async (bugId: string) => {
      const { result } = await ask('GET', listCandidates.path.replace(':bugId', bugId))
      return result.map(({ _id }) => _id)
    },
    ready: () => vi.waitFor(async () => expect((await similar('any two words')).isReady).toBe(true), 10_000),
  } satisfies Server
}

const idsOf = ({ result }: { result: readonly { _id: string }[] }) => result.map(({ _id }) => _id)

async function report(title: string, description = 'It happens.', on: TestApp = app): Promise<string> {
  const person = await on.person(['customer'])
  const answer = await person.call(reportBug, { body: { title, description, stepsToReproduce: 'Start it.' } })
  expect(answer.status).toBe(200)
  return answer.body.result._id
}

const retitle = (bugId: string, title: string) =>
  staff.call(editBug, { params: { bugId }, body: { title, description: 'It happens.', stepsToReproduce: 'Start it.' } })
const link = (bugId: string, duplicateOf: string) =>
  staff.call(classifyBug, { params: { bugId }, body: { classification: 'duplicate', duplicateOf } })

describe('several processes on one database', () => {
  it('all know of what one of them has written', async () => {
    const [one, other] = [await start(folder), await start(await mkdtemp(join(folder, 'other-')))]
    await Promise.all([one.ready(), other.ready()])
    const bug = await report('Copper kettle hisses')
    const second = await report('Copper kettle hisses softly')
    const told = async () => {
      await Promise.all([one.relay.settled(), other.relay.settled()])
      return Promise.all([one, other].map(async (server) => idsOf(await server.similar('copper kettle')).toSorted()))
    }
    expect(await told()).toEqual([[bug, second].toSorted(), [bug, second].toSorted()])
    await retitle(second, 'Silver spoon bends')
    expect(await told()).toEqual([[bug], [bug]])
  })
})

describe('a snapshot', () => {
  it('is what the next start begins with, and reads only what has changed since', async () => {
    const kept = await report('Windmill blades rattle')
    const edited = await report('Windmill blades rattle in gusts')
    const linked = await report('Windmill blades rattle all day')
    const first = await start(folder)
    await first.ready()
    await first.close()
    expect((await stat(first.file)).mode & 0o777).toBe(0o600)

    const added = await report('Windmill blades rattle at dawn')
    await retitle(edited, 'Submarine periscope fogs')
    await link(linked, kept)
    const second = await start(folder)
    await second.ready()
    expect(second.said()).toContain('"fromSnapshot":true')
    const fresh = await start(await mkdtemp(join(folder, 'fresh-')))
    await fresh.ready()
    expect(fresh.said()).toContain('"fromSnapshot":false')
    const found = await second.similar('windmill blades rattle', { limit: 20 })
    expect(idsOf(found)).toContain(added)
    expect(idsOf(found)).not.toContain(edited)
    expect(idsOf(found).filter((id) => [kept, linked].includes(id))).toHaveLength(1)
    expect(idsOf(await second.similar('submarine periscope'))[0]).toBe(edited)
    expect(await second.similar('windmill blades rattle', { limit: 20 })).toEqual(
      await fresh.similar('windmill blades rattle', { limit: 20 }),
    )
    expect(await second.candidates(added)).toEqual(await fresh.candidates(added))
  })

  it('of another database is not used', async () => {
    const first = await start(folder)
    const bug = await report('Harbour crane topples')
    await first.ready()
    await first.close()
    const elsewhere = await openTestApp({ LIMIT_SIMILAR: '100000' })
    open.push({ close: () => elsewhere.end() })
    const { cookie } = await elsewhere.person(['staff'])
    for (const installation of [undefined, randomUUID()]) {
      if (installation) await elsewhere.database.pool.query('insert into installation (id) values ($1)', [installation])
      const second = await start(folder, elsewhere, {}, cookie)
      await second.ready()
      expect(second.said()).toContain('it is of another database')
      expect(idsOf(await second.similar('harbour crane topples'))).toEqual([])
      await second.close()
    }
    const third = await start(folder)
    await third.ready()
    expect(idsOf(await third.similar('harbour crane topples'))[0]).toBe(bug)
  })

  it('is not used when the database was put back to an earlier day and went on', async () => {
    await report('Trumpet valve sticks')
    const first = await start(folder)
    await first.ready()
    await report('Trumpet valve sticks again')
    await first.relay.settled()
    await first.close()
    const head = JSON.parse((await readFile(first.file)).toString().split('\n')[0] ?? '') as {
      position: { id: number }
    }
    await app.database.pool.query(`update events set payload = payload || '{"title":"Another"}' where id = $1`, [
      head.position.id,
    ])
    const second = await start(folder)
    await second.ready()
    expect(second.said()).toContain('the database has gone another way since')
    expect(second.said()).toContain('"fromSnapshot":false')
  })

  it('is not used when bugs are missing in it that nothing tells of', async () => {
    const first = await start(folder)
    const bug = await report('Accordion bellows tear')
    await first.ready()
    await first.close()
    const bytes = await readFile(first.file)
    await app.database.pool.query(
      `with made as (insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by)
         select lpad('5', 24, '0'), 'Accordion bellows split', 'd', 's', now(), created_by from bugs where id = $1 returning id)
       insert into bug_search (bug_id, created_on, is_closed, classification, words)
         select id, now(), false, 'unclassified', '' from made`,
      [bug],
    )
    await writeFile(first.file, bytes)
    const second = await start(folder)
    await second.ready()
    expect(second.said()).toContain('does not fit the database')
    expect(idsOf(await second.similar('accordion bellows'))).toHaveLength(2)
  })

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 10)],
    ['empty', () => Buffer.alloc(0)],
    ['garbage', () => Buffer.from('not\na snapshot')],
    [
      'of another format',
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('"format":1', '"format":9'), 'latin1'),
    ],
    [
      'of no possible place',
      (bytes: Buffer) =>
        Buffer.from(bytes.toString('latin1').replace(/"tx":"\d+"/, `"tx":"${'9'.repeat(30)}"`), 'latin1'),
    ],
    [
      'changed somewhere',
      (bytes: Buffer) => {
        const changed = Buffer.from(bytes)
        const at = Math.floor(bytes.length * 0.7)
        changed[at] = (changed[at] ?? 0) ^ 1
        return changed
      },
    ],
  ])('that is %s is not used', async (what, damage) => {
    const first = await start(folder)
    const bug = await report(`Piano pedal creaks ${what}`)
    await first.ready()
    await first.close()
    const bytes = await readFile(first.file)
    await writeFile(first.file, damage(bytes))
    const second = await start(folder)
    await second.ready()
    expect(second.said()).toContain('damaged, or of another version')
    expect(idsOf(await second.similar(`piano pedal creaks ${what}`))).toContain(bug)
    await second.close()
    expect((await readFile(first.file)).length).toBeGreaterThan(bytes.length * 0.9)
  })

  it('that can’t be written costs a log line alone', async () => {
    const first = await start(join(folder, 'file', 'below'))
    await first.ready()
    await report('Violin bow loosens')
    await first.relay.settled()
    expect(idsOf(await first.similar('violin bow'))).toHaveLength(1)
    await writeFile(join(folder, 'file'), '').catch(() => chmod(folder, 0o700))
    await rm(join(folder, 'file'), { recursive: true, force: true })
    await writeFile(join(folder, 'file'), '')
    await first.close()
    expect(first.said()).toContain('no snapshot of the similar bugs could be written')
  })
})

describe('without the index', () => {
  it('an ordinary search answers until it is ready', async () => {
    const bug = await report('Balloon basket sways')
    const holder = await app.database.pool.connect()
    let server: Server
    try {
      await holder.query('begin')
      await holder.query('lock table bug_counts in access exclusive mode')
      server = await start(folder)
      const found = await server.similar('the balloon basket')
      expect(found.isReady).toBe(false)
      expect(found.result[0]).toMatchObject({ _id: bug, matched: ['balloon', 'basket'], excerpt: 'It happens.' })
      expect(await server.candidates(bug)).not.toContain(bug)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    await server.ready()
  })

  it('an ordinary search answers always where it is switched off, and leaves a bug’s own group out', async () => {
    const server = await start(folder, app, { similarIndex: false })
    const original = await report('Carousel horse limps')
    const duplicate = await report('Carousel horse limps sadly')
    const other = await report('Carousel horse limps twice')
    expect(idsOf(await server.similar('carousel horse'))).toHaveLength(3)
    await link(duplicate, original)
    expect((await server.similar('carousel horse limps sadly')).isReady).toBe(false)
    expect(idsOf(await server.similar('carousel horse limps sadly'))[0]).toBe(duplicate)
    for (const bug of [original, duplicate]) {
      const found = await server.candidates(bug)
      expect(found[0]).toBe(other)
      expect(found).not.toContain(original)
      expect(found).not.toContain(duplicate)
    }
    await server.close()
    await expect(stat(server.file)).rejects.toThrow('ENOENT')
  })

  it('a process for the chat alone keeps none', async () => {
    const server = await start(folder, app, { serves: 'chat' })
    await report('Cello endpin slips')
    expect((await server.similar('cello endpin')).isReady).toBe(false)
    await server.close()
    expect(server.said()).not.toContain('similar bugs are ready')
    await expect(stat(server.file)).rejects.toThrow('ENOENT')
  })

  it('an ordinary search takes any text', async () => {
    const server = await start(folder, app, { similarIndex: false })
    const bug = await report(`Quote ' and \\ backslash & | ! :* <-> marks`)
    for (const title of [`quote ' or \\ backslash`, `backslash & | ! :* ( marks`, `'; drop table bugs; quote --`]) {
      expect(idsOf(await server.similar(title))).toContain(bug)
    }
  })
})

it('the searches of one person are limited, those of others are not', async () => {
  const server = await start(folder, app, { limits: { ...app.config.limits, similar: 10 } })
  await server.ready()
  const person = await app.person(['customer'])
  const other = await app.person(['staff'])
  const ask = ({ cookie }: Caller) =>
    server.http.inject({
      method: 'POST',
      url: findSimilar.path,
      headers: { cookie: cookie ?? '' },
      payload: { title: 'two words' },
    })
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(person)))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThanOrEqual(20)
  expect(refused.length + answers.filter(({ statusCode }) => statusCode === 200).length).toBe(40)
  expect(refused[0]?.headers['retry-after']).toBe('1')
  expect((await ask(other)).statusCode).toBe(200)
})

it('an index that fails is made anew', async () => {
  const bug = await report('Sundial shadow lags')
  let failures = 0
  /** Fails once, in the middle of its work. */
  class Failing extends SimilarIndex {
    override put(report: IndexedReport): void {
      if (report.id === bug && failures++ === 0) throw new Error('the engine broke')
      super.put(report)
    }
  }
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const { db } = app.database
  const { relay } = app
  const snapshots = snapshotFile(folder, app.database, log)
  const index = new KeptIndex({ db, relay, log, snapshots, makeIndex: () => new Failing() })
  open.push({ close: () => index.stop() })
  await vi.waitFor(() => expect(index.isReady).toBe(true), 10_000)
  expect(lines.join('')).toContain('the engine broke')
  expect(lines.join('')).toContain('the index of similar bugs failed; reading all bugs again')
  const found = index.suggest({ title: 'sundial shadow', now: Date.now() }, { limit: 5 })
  expect(found?.map(({ id }) => id)).toContain(bug)
})

it('changes that can’t be read are read once they can be', async () => {
  const server = await start(folder)
  await server.ready()
  const bug = await report('Compass needle spins')
  await server.relay.settled()
  const { pool } = app.database
  await pool.query(`update bugs set title = 'Anchor chain rusts' where id = $1`, [bug])
  await pool.query('alter table bugs rename to bugs_elsewhere')
  try {
    await pool.query(`insert into events (type, subject_id, payload) values ('bug-edited', $1, '{}')`, [bug])
    await vi.waitFor(() => expect(server.said()).toContain('bugs could not be read for the similar bugs'), 10_000)
  } finally {
    await pool.query('alter table bugs_elsewhere rename to bugs')
  }
  await vi.waitFor(async () => expect(idsOf(await server.similar('anchor chain rusts'))[0]).toBe(bug), 10_000)
  expect(idsOf(await server.similar('compass needle'))).not.toContain(bug)
})

it('after random changes at once it ranks as an index that is made anew', async () => {
  const server = await start(folder)
  await server.ready()
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const words = 'amber beacon cobalt dune ember fjord glacier hollow island jungle'.split(' ')
  const text = (length: number) => Array.from({ length }, () => words[random(words.length)]).join(' ')
  const bugs = await Promise.all(Array.from({ length: 30 }, () => report(text(4), text(12))))
  const one = () => bugs[random(bugs.length)] ?? ''
  const act = () =>
    [
      () => report(text(4), text(12)).then((id) => bugs.push(id)),
      () => retitle(one(), text(5)),
      () => link(one(), one()),
      () => link(one(), one()),
      () => staff.call(classifyBug, { params: { bugId: one() }, body: { classification: 'approved' } }),
    ][random(5)]?.()
  for (let round = 0; round < 25; round++) await Promise.all([act(), act(), act(), act()])
  await server.relay.settled()
  const fresh = await start(await mkdtemp(join(folder, 'fresh-')))
  await fresh.ready()
  for (let n = 0; n < 30; n++) {
    const title = text(1 + random(4) + 1)
    expect(await server.similar(title, { limit: 20 })).toEqual(await fresh.similar(title, { limit: 20 }))
    const bug = one()
    expect(await server.candidates(bug)).toEqual(await fresh.candidates(bug))
  }
})

it('copies of the file are no danger to one another', async () => {
  const first = await start(folder)
  await report('Lantern wick smokes')
  await first.ready()
  await first.close()
  const other = await mkdtemp(join(folder, 'copy-'))
  await copyFile(first.file, join(other, 'similar.index'))
  const later = await report('Lantern wick smokes at night')
  const [second, third] = await Promise.all([start(folder), start(other)])
  await Promise.all([second.ready(), third.ready()])
  for (const server of [second, third]) {
    expect(server.said()).toContain('"fromSnapshot":true')
    expect(idsOf(await server.similar('lantern wick smokes night'))[0]).toBe(later)
  }
})
