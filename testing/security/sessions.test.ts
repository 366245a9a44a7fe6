import { login, logout, register } from '#shared/auth/contract.ts'
import { editUser, me } from '#shared/users/contract.ts'
import { changeRole } from '#shared/roles/contract.ts'
import { insertSession } from '#server/features/auth/public.ts'
import { type Answer, openTestApp, type TestApp } from '#testing/test-app.ts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ LIMIT_REGISTRATIONS: '1000' })
})
afterAll(() => app?.end())

const cookieOf = ({ headers }: Pick<Answer, 'headers'>) => String(headers['set-cookie']).split(';')[0] ?? ''
const names = { fullName: 'F', givenName: 'G', familyName: 'N' }

async function anAccount() {
  const body = { ...names, email: `${randomBytes(6).toString('hex')}@example.test`, password: 'a good password' }
  const cookie = cookieOf(await app.stranger.call(register, { body }))
  // Otherwise the event of the registration might remove the session from the server's cache, instead of what is
  // tested.
  await app.relay.settled()
  return { ...body, cookie }
}
const statusWith = async (cookie: string) => (await app.stranger.call(me, { headers: { cookie } })).status

describe('a session', () => {
  it('is never one that the browser brought along', async () => {
    const account = await anAccount()
    const planted = `mothlight_session=${randomBytes(32).toString('base64url')}`
    const answer = await app.stranger.call(login, { body: account, headers: { cookie: planted } })
    expect(answer.status).toBe(200)
    expect(cookieOf(answer)).not.toBe(planted)
    expect(await statusWith(planted)).toBe(401)
  })

  it('that somebody else planted becomes useless to them when its victim logs in', async () => {
    const [attacker, victim] = [await anAccount(), await anAccount()]
    expect(await statusWith(attacker.cookie)).toBe(200)
    const answer = await app.stranger.call(login, { body: victim, headers: { cookie: attacker.cookie } })
    expect(await statusWith(attacker.cookie)).toBe(401)
    const own = await app.stranger.call(me, { headers: { cookie: cookieOf(answer) } })
    expect(own.body.result.email).toBe(victim.email)
  })

  it('is of no use after the logout, though its token was copied', async () => {
    const { cookie } = await anAccount()
    expect(await statusWith(cookie)).toBe(200)
    expect((await app.stranger.call(logout, { headers: { cookie } })).status).toBe(200)
    expect(await statusWith(cookie)).toBe(401)
  })

  it('can’t be guessed: its token is 256 random bits, and what is stored opens nothing', async () => {
    const { cookie } = await anAccount()
    expect(cookie).toMatch(/^mothlight_session=[\w-]{43}$/)
    const { rows } = await app.database.pool.query<{ token_hash: Buffer }>('select token_hash from sessions')
    for (const { token_hash: hash } of rows) {
      for (const form of ['hex', 'base64', 'base64url'] as const) {
        expect(await statusWith(`mothlight_session=${hash.toString(form)}`)).toBe(401)
      }
    }
  })

  it('ends thirty days after its last use', async () => {
    const person = await app.person(['customer'])
    const { pool } = app.database
    const old = await app.inTx((tx) => insertSession(tx, person.userId, 'old'))
    await pool.query(`update sessions set expires_on = now() - interval '1 second' where user_agent = 'old'`)
    expect(await statusWith(`mothlight_session=${old}`)).toBe(401)
  })

  it('ends half a year after its login, however much it is used', async () => {
    const { pool } = app.database
    const daysLeft = async (age: string) => {
      const person = await app.person(['customer'])
      const token = await app.inTx((tx) => insertSession(tx, person.userId, age))
      await pool.query(
        `update sessions set created_on = now() - $1::interval, seen_on = now() - interval '2 hours' where user_agent = $1`,
        [age],
      )
      expect(await statusWith(`mothlight_session=${token}`)).toBe(200)
      const { rows } = await pool.query<{ days: number }>(
        `select round(extract(epoch from expires_on - now()) / 86400)::integer as days from sessions where user_agent = $1`,
        [age],
      )
      return rows[0]?.days
    }
    expect(await daysLeft('1 day')).toBe(30)
    expect(await daysLeft('170 days')).toBe(10)
  })
})

describe('a change of rights', () => {
  it('holds from the next request on: a role taken from a person, and a right taken from a role', async () => {
    const [admin, person] = [await app.person(['admin']), await app.person(['support'])]
    const chats = () => person.send('GET', '/api/chat/conversations')
    expect((await chats()).status).toBe(200)
    await admin.call(editUser, { params: { userId: person.userId }, body: { role: ['customer'] } })
    expect((await chats()).status).toBe(403)
    await admin.call(editUser, { params: { userId: person.userId }, body: { role: ['support'] } })
    expect((await chats()).status).toBe(200)
    await admin.call(changeRole, { params: { roleName: 'support' }, body: { permissions: ['canViewData'] } })
    expect((await chats()).status).toBe(403)
  })
})
