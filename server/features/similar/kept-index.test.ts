import { type App, openApp } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import { classifyBug, editBug, reportBug } from '#shared/bugs/contract.ts'
import { findSimilar, listCandidates } from '#shared/similar/contract.ts'
import { type IndexedReport, SimilarIndex } from './engine/similar-index.ts'
import { KeptIndex } from './kept-index.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

/** One more server process on the database of a test, as far as the product can tell. */
interface Server extends App {
  /** Returns its log. */
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
    said: () => lines.join(''),
    similar,
    candidates: async (bugId: string) => {
      const { result } = await ask('GET', listCandidates.path.replace(':bugId', bugId))
      return result.map(({ _id }) => _id)
    },
    ready: () => vi.waitFor(async () => expect((await similar('any two words')).isReady).toBe(true)),
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

it('what an earlier version kept of the index in the data folder is removed, and nothing else', async () => {
  await report('Windmill blades rattle')
  for (const name of ['similar.index', 'similar.index.5f0c', 'similar']) await writeFile(join(folder, name), 'words')
  const server = await start(folder)
  await server.ready()
  expect(idsOf(await server.similar('windmill blades'))).toHaveLength(1)
  await server.close()
  expect((await readdir(folder)).filter((name) => name.startsWith('similar'))).toEqual(['similar'])
})

it('other work goes on while bugs are read', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, n) => report(`Organ pipe ${n} howls`)))
  let turns = 0
  let counting: NodeJS.Immediate
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  count()
  open.push({ close: async () => clearImmediate(counting) })
  const turnsAt: number[] = []
  class Slow extends SimilarIndex {
    override put(report: IndexedReport): void {
      turnsAt.push(turns)
      for (const until = performance.now() + 5; performance.now() < until;);
      super.put(report)
    }
  }
  const { db } = app.database
  const index = new KeptIndex({ db, relay: app.relay, log: pino({ level: 'silent' }), makeIndex: () => new Slow() })
  open.push({ close: () => index.stop() })
  await vi.waitFor(() => expect(index.isReady).toBe(true))
  expect(turnsAt.length).toBeGreaterThan(10)
  expect(new Set(turnsAt).size).toBe(turnsAt.length)
})

describe('without the index', () => {
  it('an ordinary search answers until it is ready', async () => {
    const bug = await report('Balloon basket sways')
    const id = '5'.repeat(24)
    const { pool } = app.database
    let server: Server
    try {
      // A bug that can't be read delays the index.
      await pool.query(
        `insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by)
          values ($1, 't', 'd', 's', 'infinity', $2)`,
        [id, staff.userId],
      )
      server = await start(folder)
      const found = await server.similar('the balloon basket')
      expect(found.isReady).toBe(false)
      expect(found.result[0]).toMatchObject({ _id: bug, matched: ['balloon', 'basket'], excerpt: 'It happens.' })
      expect(await server.candidates(bug)).not.toContain(bug)
    } finally {
      await pool.query('delete from bug_updates where id = $1', [id])
      await pool.query('delete from bugs where id = $1', [id])
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
  })

  it('a process for the chat alone keeps none', async () => {
    const server = await start(folder, app, { serves: 'chat' })
    await report('Cello endpin slips')
    expect((await server.similar('cello endpin')).isReady).toBe(false)
    await server.close()
    expect(server.said()).not.toContain('similar bugs are ready')
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
  const server = await start(folder, app, { limits: { ...app.config.limits, similar: 1 } })
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
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(person)))
  const seconds = (performance.now() - began) / 1_000
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  // One in each second that the searches touch, however long they take.
  expect(40 - refused.length).toBeLessThanOrEqual(Math.floor(seconds) + 2)
  expect(refused.length).toBeGreaterThan(0)
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
  const index = new KeptIndex({ db, relay, log, makeIndex: () => new Failing() })
  open.push({ close: () => index.stop() })
  await vi.waitFor(() => expect(index.isReady).toBe(true))
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
    await vi.waitFor(() => expect(server.said()).toContain('bugs could not be read for the similar bugs'))
  } finally {
    await pool.query('alter table bugs_elsewhere rename to bugs')
  }
  await vi.waitFor(async () => expect(idsOf(await server.similar('anchor chain rusts'))[0]).toBe(bug))
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
