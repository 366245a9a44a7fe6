import { openLog } from '#server/config/log.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordEvent } from './record-event.ts'
import { startRelay } from './relay.ts'
import { transactor } from './transactor.ts'

const log = openLog('silent')
let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase()
})
afterAll(() => test?.drop())

const anEvent = (subjectId: string) => ({ type: 'user-logged-out' as const, subjectId, actorId: null, payload: {} })

describe('the relay', () => {
  it('hands on every committed event once and in one order, those of slow transactions too', async () => {
    const relay = await startRelay(test.database.pool, log)
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

  it('never hands on what was rolled back', async () => {
    const relay = await startRelay(test.database.pool, log)
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
    const [one, other] = await Promise.all([startRelay(test.database.pool, log), startRelay(test.database.pool, log)])
    const heard = new Promise<string>((resolve) => other.subscribe((events) => resolve(events[0]?.subjectId ?? '')))
    await transactor(test.database, () => one.wake())((tx) => recordEvent(tx, anEvent('elsewhere')))
    expect(await heard).toBe('elsewhere')
    await Promise.all([one.stop(), other.stop()])
  })

  it('goes on after a reader fails', async () => {
    const relay = await startRelay(test.database.pool, log)
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
})
