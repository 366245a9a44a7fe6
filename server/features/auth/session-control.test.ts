import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { insertSession } from './session-store.ts'
import { endMySession, endUserSession, listMySessions, listUserSessions, login } from '#shared/auth/contract.ts'
import { hashPassword } from '#server/features/users/public.ts'
import { me, setUserActive } from '#shared/users/contract.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let app: TestApp
beforeEach(async () => {
  app = await openTestApp()
})
afterEach(() => app?.end())

/**
 * Creates a person whose session the server has cached. The event of their registration, which would remove it from the
 * cache, has been processed.
 */
async function remembered() {
  const person = await app.person(['customer'])
  await app.relay.settled()
  expect((await person.call(me, {})).status).toBe(200)
  return person
}

/** Starts a second session of a person. @returns the headers that use it */
async function elsewhere(userId: string) {
  const token = await app.inTx((tx) => insertSession(tx, userId, 'another browser'))
  return { cookie: `mothlight_session=${token}` }
}

describe('sessions', () => {
  it('are listed to their person, and end one by one or all others at once', async () => {
    const person = await remembered()
    const [one, two, three] = [
      await elsewhere(person.userId),
      await elsewhere(person.userId),
      await elsewhere(person.userId),
    ]
    const { result } = (await person.call(listMySessions, {})).body
    expect(result).toHaveLength(4)
    expect(result.filter((session) => session.isCurrent)).toHaveLength(1)
    const status = async (headers: { cookie: string }) => (await app.stranger.call(me, { headers })).status
    expect(await status(one)).toBe(200)
    for (const { sessionId, userAgent } of result.filter((session) => !session.isCurrent).slice(0, 1)) {
      expect(userAgent).toBe('another browser')
      expect((await person.call(endMySession, { params: { sessionId } })).body.result).toHaveLength(3)
    }
    expect((await person.call(endMySession, { params: { sessionId: 'others' } })).body.result).toHaveLength(1)
    expect([await status(one), await status(two), await status(three)]).toEqual([401, 401, 401])
    expect((await person.call(me, {})).status).toBe(200)
  })

  it('of somebody else can’t be ended by the own route', async () => {
    const [person, other] = [await app.person(['customer']), await app.person(['customer'])]
    const { sessionId } = (await other.call(listMySessions, {})).body.result[0]!
    await person.call(endMySession, { params: { sessionId } })
    expect((await other.call(listMySessions, {})).body.result).toMatchObject([{ sessionId }])
  })

  it('of anybody are seen and ended by who edits users', async () => {
    const [admin, person] = [await app.person(['admin']), await remembered()]
    const params = { userId: person.userId }
    expect((await admin.call(listUserSessions, { params })).body.result).toHaveLength(1)
    expect((await admin.call(endUserSession, { params: { ...params, sessionId: 'all' } })).body.result).toEqual([])
    expect((await person.call(me, {})).status).toBe(401)
  })

  it('name themselves by what nobody can sign in with', async () => {
    const person = await app.person(['customer'])
    const { sessionId } = (await person.call(listMySessions, {})).body.result[0]!
    for (const value of [sessionId, Buffer.from(sessionId, 'hex').toString('base64url')]) {
      expect((await app.stranger.call(me, { headers: { cookie: `mothlight_session=${value}` } })).status).toBe(401)
    }
  })
})

describe('a login on its way', () => {
  it.each([
    ['the password is changed', `password_hash = 'another'`],
    ['the account is deactivated', 'deactivated_on = now()'],
  ])('starts no session once %s', async (_, change) => {
    const person = await app.person(['customer'])
    const password = 'several unrelated words'
    await app.database.pool.query('update users set password_hash = $2 where id = $1', [
      person.userId,
      await hashPassword(password),
    ])
    const other = await app.database.pool.connect()
    try {
      await other.query('begin')
      await other.query(`update users set ${change} where id = $1`, [person.userId])
      let isAnswered = false
      const answer = app.stranger.call(login, { body: { email: person.email, password } }).finally(() => {
        isAnswered = true
      })
      const isWaiting = async () => {
        const { rows } = await app.database.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return rows.length > 0 || isAnswered
      }
      await expect.poll(isWaiting).toBe(true)
      await other.query('commit')
      expect([(await answer).status, (await answer).refusal.error.code]).toEqual([401, 'invalid-credentials'])
    } finally {
      other.release()
    }
    const { rows } = await app.database.pool.query('select user_agent from sessions where user_id = $1', [
      person.userId,
    ])
    expect(rows).toHaveLength(1)
  })
})

describe('a deactivated person', () => {
  it('is out at once, can’t log in, and can be let in again', async () => {
    const [admin, person] = [await app.person(['admin']), await remembered()]
    await app.database.pool.query('update users set password_hash = $2 where id = $1', [
      person.userId,
      await hashPassword('a good password'),
    ])
    const set = (active: boolean) => admin.call(setUserActive, { params: { userId: person.userId }, body: { active } })
    const logIn = async () =>
      (await app.stranger.call(login, { body: { email: person.email, password: 'a good password' } })).status
    expect((await set(false)).body.result.isDeactivated).toBe(true)
    expect((await person.call(me, {})).status).toBe(401)
    expect(await logIn()).toBe(401)
    expect((await set(true)).body.result.isDeactivated).toBe(false)
    expect(await logIn()).toBe(200)
  })

  it('is never the last who can edit users, nor somebody with more rights than the editor', async () => {
    const admin = await app.person(['admin'])
    expect(
      (await admin.call(setUserActive, { params: { userId: admin.userId }, body: { active: false } })).status,
    ).toBe(409)
    await app.database.pool.query(`insert into roles (name, permissions) values ('clerk', '{canEditAnyUser}')`)
    const clerk = await app.person(['clerk'])
    expect(
      (await clerk.call(setUserActive, { params: { userId: admin.userId }, body: { active: false } })).status,
    ).toBe(403)
  })
})
