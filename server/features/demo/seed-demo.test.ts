import { transactor } from '#server/events/transactor.ts'
import { isPassword } from '#server/features/users/public.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seedDemo } from './seed-demo.ts'

let test: TestDatabase
beforeEach(async () => {
  test = await openTestDatabase()
})
afterEach(() => test.drop())

const demo = { email: 'demo@example.org', password: 'light in the dark' }
const seed = () =>
  seedDemo(
    test.database.db,
    transactor(test.database, () => {}),
    demo,
    () => {},
  )

async function rows<Row extends object = Record<string, unknown>>(sql: string): Promise<Row[]> {
  return (await test.database.pool.query<Row>(sql)).rows
}

describe('the demo', () => {
  it('fills an empty database with an account, people and bugs in every state', async () => {
    await seed()
    const [account] = await rows<{ password_hash: string; roles: string[] }>(
      `select u.*, (select array_agg(role order by role) from user_roles where user_id = u.id) as roles from users u where is_demo`,
    )
    expect(account).toMatchObject({ email: demo.email, full_name: 'Demo Moth', roles: ['staff', 'support'] })
    expect(await isPassword(demo.password, account?.password_hash ?? null)).toBe(true)

    expect(await rows('select count(*)::integer as n, count(distinct product)::integer as products from bugs')).toEqual(
      [{ n: 43, products: 3 }],
    )
    expect(await rows('select distinct status from bugs order by 1')).toHaveLength(4)
    expect(await rows('select distinct classification from bugs order by 1')).toHaveLength(4)
    expect(await rows('select from bugs where duplicate_of is not null')).toHaveLength(3)
    expect(await rows(`select from bugs where classification = 'duplicate' and duplicate_of is null`)).toEqual([])
    expect(await rows('select sum(n)::integer as n from bug_counts')).toEqual([{ n: 43 }])
  })

  it('gives the demo account bugs and comments of its own', async () => {
    await seed()
    for (const [table, column] of [
      ['bugs', 'created_by'],
      ['bugs', 'assigned_to'],
      ['comments', 'user_id'],
    ]) {
      const own = await rows(`select from ${table} t join users u on u.id = t.${column} where u.is_demo`)
      expect(own.length).toBeGreaterThan(0)
    }
  })

  it('looks fresh: nothing lies in the future, something was reported today, and each comment follows its bug', async () => {
    await seed()
    expect(
      await rows('select from comments c join bugs b on b.id = c.bug_id where c.created_on <= b.created_on'),
    ).toEqual([])
    expect(await rows('select from comments where created_on > now()')).toEqual([])
    expect(await rows('select from bugs where created_on > now() or assigned_on > now()')).toEqual([])
    const [span] = await rows(
      `select max(created_on) > now() - interval '1 day' as today, min(created_on) > now() - interval '300 days' as recent from bugs`,
    )
    expect(span).toEqual({ today: true, recent: true })
  })

  it('has one visitor who was answered and one who waits', async () => {
    await seed()
    const talks = await rows(
      `select visitor_name, last_seq, waiting_since is not null as waits, taken_by is not null as taken,
         (select count(*)::integer from chat_lines l where l.conversation_id = c.id) as lines
       from conversations c order by last_line_on`,
    )
    expect(talks).toEqual([
      { visitor_name: 'Noor', last_seq: 4, waits: false, taken: true, lines: 4 },
      { visitor_name: 'Mateo', last_seq: 2, waits: true, taken: false, lines: 2 },
    ])
    expect(await rows('select from chat_lines where sent_on > now()')).toEqual([])
  })

  it('is seeded once', async () => {
    await seed()
    await seed()
    expect(await rows('select count(*)::integer as n from bugs')).toEqual([{ n: 43 }])
  })

  it('leaves a database alone in which there is somebody', async () => {
    await test.database.pool.query(
      `insert into users (id, full_name, given_name, family_name, created_on, import_key)
       values ('0123456789abcdef01234567', 'A', 'B', 'C', now(), 'name:a')`,
    )
    await seed()
    expect(await rows('select from bugs')).toEqual([])
  })

  it('is all or nothing', async () => {
    await test.database.pool.query('drop table comments cascade')
    await expect(seed()).rejects.toThrow('comments')
    expect(await rows('select from users')).toEqual([])
    expect(await rows('select from bugs')).toEqual([])
  })
})
