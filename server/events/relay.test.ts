import { openLog } from '#server/config/log.ts'
import { MigrationError } from '#server/db/migrate.ts'
import { ours, sessionLocks } from '#server/db/session-locks.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordEvent } from './record-event.ts'
import { nextEvents, startRelay } from './relay.ts'
import { transactor } from './transactor.ts'

const log = openLog('silent')
let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase()
})
afterAll(() => test?.drop())

const anySchema = async () => {}
const anEvent = (subjectId: string) => ({ type: 'user-logged-out' as const, subjectId, actorId: null, payload: {} })

describe('the relay', () => {
  it('publishes every committed event once and in one order, those of slow transactions too', async () => {
    const relay = await startRelay(test.database.pool, log, anySchema)
    const seen: string[] = []
    relay.subscribe((events) => void seen.push(...events.map((event) => event.subjectId)))
    const inTx = transactor(test.database, () => relay.wake())

    let releaseSlow = () => {}
    const held = new Promise<void>((resolve) => (releaseSlow = resolve))
    const slow = inTx(async (tx) => {
      await recordEvent(tx, anEvent('slow'))
      await held
    })
    await Promise.all(Array.from({ length: 20 }, (_, n) => inTx((tx) => recordEvent(tx, anEvent(`quick ${n}`)))))
    releaseSlow()
    await slow
    await relay.settled()
    expect(seen.toSorted()).toEqual(['slow', ...Array.from({ length: 20 }, (_, n) => `quick ${n}`)].toSorted())
    await relay.stop()
  })

  it('says up to where every reader has been told, the slow ones too', async () => {
    const relay = await startRelay(test.database.pool, log, anySchema)
    const before = relay.position
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const heard = new Promise<void>((resolve) => {
      relay.subscribe(async () => {
        resolve()
        await held
      })
    })
    await transactor(test.database, () => relay.wake())((tx) => recordEvent(tx, anEvent('slow reader')))
    await heard
    expect(relay.position).toEqual(before)
    release()
    await vi.waitFor(() => expect(relay.position).not.toEqual(before))
    const { rows } = await test.database.pool.query<{ id: number; tx: string }>(
      `select id, tx::text as tx from events where subject_id = 'slow reader'`,
    )
    expect(relay.position).toEqual({ tx: rows[0]?.tx, id: rows[0]?.id })
    await relay.stop()
  })

  it('never publishes what was rolled back', async () => {
    const relay = await startRelay(test.database.pool, log, anySchema)
    const seen: string[] = []
    relay.subscribe((events) => void seen.push(...events.map((event) => event.subjectId)))
    const told: string[] = []
    const inTx = transactor(test.database, (events) => told.push(...events.map((event) => event.subjectId)))
    const undone = inTx(async (tx) => {
      await recordEvent(tx, anEvent('undone'))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await inTx((tx) => recordEvent(tx, anEvent('kept')))
    await relay.settled()
    expect(seen).toEqual(['kept'])
    expect(told).toEqual(['kept'])
    await relay.stop()
  })

  it('hears of what another process commits', async () => {
    const [one, other] = await Promise.all([
      startRelay(test.database.pool, log, anySchema),
      startRelay(test.database.pool, log, anySchema),
    ])
    const heard = new Promise<string>((resolve) => other.subscribe((events) => resolve(events[0]?.subjectId ?? '')))
    await transactor(test.database, () => one.wake())((tx) => recordEvent(tx, anEvent('elsewhere')))
    expect(await heard).toBe('elsewhere')
    await Promise.all([one.stop(), other.stop()])
  })

  it('goes on after a reader fails', async () => {
    const relay = await startRelay(test.database.pool, log, anySchema)
    const seen: string[] = []
    relay.subscribe(() => {
      throw new Error('broken reader')
    })
    relay.subscribe((events) => void seen.push(...events.map((event) => event.subjectId)))
    const inTx = transactor(test.database, () => relay.wake())
    await inTx((tx) => recordEvent(tx, anEvent('first')))
    await relay.settled()
    await inTx((tx) => recordEvent(tx, anEvent('second')))
    await relay.settled()
    expect(seen).toEqual(['first', 'second'])
    await relay.stop()
  })

  it('keeps the order where transaction numbers gain a digit', async () => {
    const inTx = transactor(test.database, () => {})
    const subjects = ['nine', 'ten']
    for (const [n, subject] of subjects.entries()) {
      await inTx((tx) => recordEvent(tx, anEvent(subject)))
      await test.database.pool.query(`update events set tx = $1::text::xid8 where subject_id = $2`, [9 + n, subject])
    }
    const { rows } = await test.database.pool.query<{ subject_id: string }>(nextEvents.text, ['0', 0])
    const order = rows.map((row) => row.subject_id).filter((subject) => subjects.includes(subject))
    expect(order).toEqual(subjects)
  })

  it('gives back the connection that it listened on when that is lost, and listens on another', async () => {
    const pool = new pg.Pool({
      connectionString: test.url,
      max: 2,
      connectionTimeoutMillis: 5000,
      application_name: 'lost',
    })
    pool.on('error', () => {})
    const relay = await startRelay(pool, log, anySchema)
    const listeners = () =>
      test.database.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'lost' and query like 'listen %'`,
      )
    for (let n = 0; n < 3; n++) {
      await expect.poll(async () => (await listeners()).rows.length).toBe(1)
      for (const { pid } of (await listeners()).rows) {
        await test.database.pool.query('select pg_terminate_backend($1)', [pid])
      }
    }
    await expect.poll(async () => (await listeners()).rows.length).toBe(1)
    expect(pool.totalCount).toBeLessThanOrEqual(2)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await relay.stop()
    await pool.end()
  })

  describe('while somebody changes the schema', () => {
    let migrator: pg.Client
    let pool: pg.Pool
    beforeEach(async () => {
      migrator = new pg.Client(test.url)
      await migrator.connect()
      await migrator.query('select pg_advisory_lock($1, $2)', [ours, sessionLocks.nodes])
      pool = new pg.Pool({ connectionString: test.url, application_name: 'waits', statement_timeout: 2_000 })
    })
    afterEach(async () => {
      await migrator.end()
      await pool.end()
    })
    const waiting = async () =>
      (
        await test.database.pool.query(
          `select from pg_stat_activity where application_name = 'waits' and wait_event = 'advisory'
            and now() > query_start + interval '2500 ms'`,
        )
      ).rowCount

    it('waits for longer than a statement may take', async () => {
      const starting = startRelay(pool, log, anySchema)
      await expect.poll(waiting).toBe(1)
      await migrator.query('select pg_advisory_unlock($1, $2)', [ours, sessionLocks.nodes])
      const relay = await starting
      expect(relay.isListening).toBe(true)
      await relay.stop()
    })

    it('gives the connection back when the schema is refused, and when it is stopped while it waits', async () => {
      await migrator.query('select pg_advisory_unlock($1, $2)', [ours, sessionLocks.nodes])
      const refuse = () => Promise.reject(new MigrationError('too new'))
      await expect(startRelay(pool, log, refuse)).rejects.toThrow('too new')
      expect(pool.totalCount - pool.idleCount).toBe(0)

      const relay = await startRelay(pool, log, anySchema)
      const changing = migrator.query('select pg_advisory_lock($1, $2)', [ours, sessionLocks.nodes])
      await test.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waits' and query like 'listen %'`,
      )
      await changing
      await expect.poll(waiting).toBe(1)
      expect(relay.isListening).toBe(false)
      await relay.stop()
      expect(pool.totalCount - pool.idleCount).toBe(0)
    })
  })
})
