import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { untilBlocked } from '#testing/until-blocked.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TransactionAborted } from './transaction.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase()
  await test.database.pool.query('create table notes (word text primary key)')
})
beforeEach(() => test.database.pool.query('delete from notes').then(() => undefined))
afterAll(() => test?.drop())

const add = { name: 'add-note', text: 'insert into notes (word) values ($1)' }
const count = { name: 'count-notes', text: 'select count(*)::integer as n from notes' }
const kept = async () => (await test.database.pool.query<{ n: number }>(count.text)).rows[0]?.n

describe('a transaction', () => {
  it('keeps everything, or nothing when its work fails, whatever came first', async () => {
    const { inTx } = test.database
    await inTx(async (tx) => {
      await tx.prepared(count, [])
      await tx.prepared(add, ['one'])
      await sql`insert into notes values ('two')`.execute(tx)
    })
    expect(await kept()).toBe(2)
    for (const first of [count, add]) {
      const failing = inTx(async (tx) => {
        await tx.prepared(first, first === add ? ['three'] : [])
        await tx.prepared(add, ['four'])
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
    }
    expect(await kept()).toBe(2)
  })

  it('of which a statement failed keeps nothing, also when somebody went on', async () => {
    const acts: string[] = []
    const aborted = test.database.inTx(async (tx) => {
      tx.onCommit(() => acts.push('done'))
      await tx.prepared(add, ['one'])
      await tx.prepared(add, ['one']).catch(() => undefined)
    })
    await expect(aborted).rejects.toThrow(TransactionAborted)
    expect([await kept(), acts]).toEqual([0, []])
    await test.database.inTx(async (tx) => {
      tx.onCommit(() => acts.push('done'))
      await tx.prepared(add, ['one'])
      expect(acts).toEqual([])
    })
    expect([await kept(), acts]).toEqual([1, ['done']])
  })

  it('sees after a lock what was written until it was given', async () => {
    const { inTx, pool } = test.database
    await pool.query(`insert into notes values ('locked')`)
    const lock = { name: 'lock-note', text: `select word from notes where word = 'locked' for update` }
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let hasLock = () => {}
    const locked = new Promise<void>((resolve) => (hasLock = resolve))
    const writer = inTx(async (tx) => {
      await tx.prepared(lock, [])
      hasLock()
      await held
      await tx.prepared(add, ['written under the lock'])
    })
    await locked
    const reader = inTx(async (tx) => {
      await tx.prepared(lock, [])
      const [row] = await tx.prepared<{ n: number }>(count, [])
      return row?.n
    })
    await untilBlocked(pool)
    release()
    await writer
    expect(await reader).toBe(2)
  })

  it('is over when its work is', async () => {
    const left = await test.database.inTx(async (tx) => tx)
    await expect(left.prepared(add, ['late'])).rejects.toThrow('has ended')
    expect(await kept()).toBe(0)
  })

  it('that loses its connection fails, and the next one has another', async () => {
    const { inTx, pool } = test.database
    const lost = inTx(async (tx) => {
      await tx.prepared(add, ['lost'])
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await tx.prepared(add, ['lost too'])
    })
    await expect(lost).rejects.toThrow()
    expect(await kept()).toBe(0)
    await inTx((tx) => tx.prepared(add, ['kept']))
    expect(await kept()).toBe(1)
  })
})
