import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { offerSetup } from '#server/features/setup/public.ts'
import { createFirstAdministrator } from '#shared/setup/contract.ts'
import { getSite } from '#shared/site/contract.ts'
import { hasPermission, login, loginStatus, logout, register } from '#shared/auth/contract.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import { me } from '#shared/users/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ LIMIT_REGISTRATIONS: '1000' })
})
afterAll(() => app?.end())

let counter = 0
const account = (changes: Record<string, string> = {}) => ({
  email: `someone-${++counter}@example.test`,
  password: 'a good password',
  fullName: 'Ada King Lovelace',
  givenName: 'Ada',
  familyName: 'Lovelace',
  ...changes,
})
const cookieOf = (headers: Readonly<Record<string, unknown>>) => String(headers['set-cookie']).split(';')[0] ?? ''

describe('registration', () => {
  it('creates a customer with the full name as typed, and signs them in', async () => {
    const body = account()
    const answer = await app.stranger.call(register, { body })
    expect(answer.status).toBe(200)
    expect(answer.body.code).toBe('200-added')
    const headers = { cookie: cookieOf(answer.headers) }
    const mine = await app.stranger.call(me, { headers })
    expect(mine.body.result).toMatchObject({
      email: body.email,
      fullName: 'Ada King Lovelace',
      givenName: 'Ada',
      familyName: 'Lovelace',
      role: ['customer'],
    })
    expect(await app.eventsOf(mine.body.result._id)).toMatchObject([
      { type: 'user-registered', payload: { how: 'form', roles: ['customer'] } },
    ])
  })

  it('keeps its session in a cookie that scripts and other sites can’t use', async () => {
    const body = account()
    for (const answer of [await app.stranger.call(register, { body }), await app.stranger.call(login, { body })]) {
      expect(answer.headers['set-cookie']).toEqual([
        expect.stringMatching(/^mothlight_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
        // Identifies a browser that has signed in before; it grants no access.
        expect.stringMatching(
          /^mothlight_browser=[\w.-]{66}; Max-Age=31536000; Path=\/api\/user\/login; HttpOnly; SameSite=Strict$/,
        ),
      ])
    }
    const refused = await app.stranger.call(login, { body: { ...body, password: 'another password' } })
    expect([refused.status, refused.headers['set-cookie']]).toEqual([401, undefined])
  })

  it('keeps it for https alone where the page came by https', async () => {
    const behindProxy = await openTestApp({ TRUST_PROXY: '127.0.0.1' })
    try {
      const headers = { 'x-forwarded-proto': 'https', origin: 'https://localhost:80' }
      const answer = await behindProxy.stranger.call(register, { body: account(), headers })
      expect(answer.status).toBe(200)
      const cookies = [answer.headers['set-cookie']].flat()
      expect(cookies).toHaveLength(2)
      for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=(Lax|Strict)$/)
    } finally {
      await behindProxy.end()
    }
  })

  it('keeps it for https alone where people reach the product by https, however this request came', async () => {
    const named = await openTestApp({ PUBLIC_URL: 'https://bugs.example.com' })
    try {
      const answer = await named.stranger.call(register, { body: account() })
      const cookies = [answer.headers['set-cookie']].flat()
      expect(cookies).toHaveLength(2)
      for (const cookie of cookies) expect(cookie).toContain('; Secure')
    } finally {
      await named.end()
    }
  })

  it('answers 400-email to an address that is taken, whatever its case and surrounding space', async () => {
    const body = account()
    await app.stranger.call(register, { body })
    const again = await app.stranger.call(register, { body: { ...body, email: ` ${body.email.toUpperCase()} ` } })
    expect(again.status).toBe(400)
    expect(again.refusal).toMatchObject({ code: '400-email', error: { code: 'email-taken', field: 'email' } })
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  it('lets only one of two simultaneous registrations of an address through', async () => {
    const body = account()
    const answers = await Promise.all([1, 2, 3].map(() => app.stranger.call(register, { body })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400, 400])
  })

  it('is refused where the operator has closed it, before anything is stored, and the first administrator is not', async () => {
    const closed = await openTestApp({ SIGN_UP: 'closed' })
    try {
      const body = account()
      const answer = await closed.stranger.call(register, { body })
      expect(answer.status).toBe(403)
      expect(answer.refusal).toMatchObject({
        code: '400-failed',
        error: { code: 'forbidden', message: expect.stringContaining('closed') },
      })
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect((await closed.stranger.call(login, { body })).status).toBe(401)
      const { db } = closed.database
      const token = (await offerSetup(db, closed.inTx)) ?? ''
      expect((await closed.stranger.call(createFirstAdministrator, { body: { ...body, token } })).status).toBe(200)
      expect((await closed.stranger.call(getSite, {})).body.result.isSignUpOpen).toBe(false)
    } finally {
      await closed.end()
    }
  })

  it('answers 401-loggedIn to somebody who is signed in', async () => {
    const person = await app.person(['customer'])
    const answer = await person.call(register, { body: account() })
    expect(answer.status).toBe(401)
    expect(answer.refusal['code']).toBe('401-loggedIn')
  })

  it.each([
    ['email', 'a@.c'],
    ['email', 'no-at-sign.example'],
    ['email', 'no-dot@example'],
    ['email', `${'x'.repeat(250)}@e.test`],
    ['password', '1234567'],
    ['password', 'x'.repeat(129)],
    ['fullName', ''],
    ['givenName', '   '],
    ['familyName', ''],
    ['fullName', 'x'.repeat(201)],
    ['fullName', 'nul\u0000'],
  ])('answers 400-failed for the %s %j and names the field', async (field, value) => {
    const answer = await app.stranger.call(register, { body: account({ [field]: value }) })
    expect(answer.status).toBe(400)
    expect(answer.refusal).toMatchObject({ code: '400-failed', error: { code: 'invalid-input', field } })
  })

  it('accepts an e-mail address of five characters', async () => {
    expect((await app.stranger.call(register, { body: account({ email: 'a@b.c' }) })).status).toBe(200)
  })
})

describe('login', () => {
  it('starts a session and tells the name', async () => {
    const body = account()
    await app.stranger.call(register, { body })
    const answer = await app.stranger.call(login, {
      body: { email: body.email.toUpperCase(), password: body.password },
    })
    expect(answer.body).toEqual({ loggedIn: true, name: 'Ada King Lovelace' })
    const status = await app.stranger.call(loginStatus, { headers: { cookie: cookieOf(answer.headers) } })
    expect(status.body).toMatchObject({
      loggedIn: true,
      name: 'Ada King Lovelace',
      permissions: ['canEditMyBug', 'canViewData'],
    })
  })

  it('gives the same answer for a wrong password and an unknown address', async () => {
    const body = account()
    await app.stranger.call(register, { body })
    const wrong = await app.stranger.call(login, { body: { email: body.email, password: 'wrong password' } })
    const unknown = await app.stranger.call(login, {
      body: { email: 'nobody@example.test', password: 'wrong password' },
    })
    expect(wrong.status).toBe(401)
    expect(wrong.refusal).toMatchObject({ loggedIn: false, error: { code: 'invalid-credentials' } })
    const without = (answer: typeof wrong) => ({ ...answer.refusal, error: { ...answer.refusal.error, requestId: '' } })
    expect(without(unknown)).toEqual(without(wrong))
  })

  it('refuses a malformed request with 400 and without loggedIn', async () => {
    const answer = await app.stranger.call(login, { body: { email: 'a@b.c', password: 'short' } })
    expect(answer.status).toBe(400)
    expect(answer.refusal).not.toHaveProperty('loggedIn')
  })

  it('stores neither passwords nor session tokens', async () => {
    const body = account({ password: 'findable-password' })
    const answer = await app.stranger.call(register, { body })
    const token = cookieOf(answer.headers).split('=')[1] ?? ''
    for (const table of ['users', 'sessions', 'events', 'rate_limits']) {
      const { rows } = await app.database.pool.query<{ text: string }>(`select t::text as text from ${table} t`)
      const text = rows.map((row) => row.text).join('\n')
      expect(text).not.toContain('findable-password')
      expect(text).not.toContain(token)
    }
  })

  it('ends a session that the browser still had', async () => {
    const body = account()
    const first = cookieOf((await app.stranger.call(register, { body })).headers)
    await app.stranger.call(login, { body: { email: body.email, password: body.password }, headers: { cookie: first } })
    expect((await app.stranger.call(me, { headers: { cookie: first } })).status).toBe(401)
  })
})

describe('logout', () => {
  it('ends this session and no other', async () => {
    const body = account()
    const one = { cookie: cookieOf((await app.stranger.call(register, { body })).headers) }
    const other = {
      cookie: cookieOf(
        (await app.stranger.call(login, { body: { email: body.email, password: body.password } })).headers,
      ),
    }
    const answer = await app.stranger.call(logout, { headers: one })
    expect(answer.status).toBe(200)
    expect(String(answer.headers['set-cookie'])).toContain('mothlight_session=;')
    expect((await app.stranger.call(me, { headers: one })).status).toBe(401)
    expect((await app.stranger.call(me, { headers: other })).status).toBe(200)
  })

  it('answers 401 to somebody who is not logged in', async () => {
    expect((await app.stranger.call(logout, {})).status).toBe(401)
  })
})

describe('permissions', () => {
  it('are false for a stranger and for unknown names, never an error', async () => {
    const person = await app.person(['customer'])
    expect((await app.stranger.call(hasPermission, { body: { permission: 'canViewData' } })).body).toEqual({
      hasPermission: false,
    })
    for (const permission of ['canFly', '', '__proto__', 'constructor']) {
      const answer = await person.call(hasPermission, { body: { permission } })
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ hasPermission: false, _id: person.userId })
    }
  })

  it('are the union of a person’s roles', async () => {
    const person = await app.person(['staff', 'support'])
    const held = async (permission: string) =>
      (await person.call(hasPermission, { body: { permission } })).body.hasPermission
    expect(await held('canCloseAnyBug')).toBe(true)
    expect(await held('liveChatAdmin')).toBe(true)
    expect(await held('canEditAnyUser')).toBe(false)
  })

  it('taken away by another process hold no longer than its event takes to arrive', async () => {
    const person = await app.person(['customer'])
    expect((await person.call(listBugs, {})).status).toBe(200)
    await app.database.inTx(async (tx) => {
      await tx.deleteFrom('user_roles').where('user_id', '=', person.userId).execute()
      await tx
        .insertInto('events')
        .values({ type: 'user-roles-changed', subject_id: person.userId, actor_id: null, payload: '{}' })
        .execute()
    })
    await app.relay.settled()
    expect((await person.call(listBugs, {})).status).toBe(403)
  })
})

describe('limits', () => {
  it('stop the eleventh failed login on one account and say when to come back', async () => {
    const body = account()
    await app.stranger.call(register, { body })
    const attempt = (password: string) => app.stranger.call(login, { body: { email: body.email, password } })
    for (let count = 0; count < 10; count++) expect((await attempt('wrong password')).status).toBe(401)
    const refused = await attempt(body.password)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
  })

  it('forget the failures once the password is right', async () => {
    const body = account()
    await app.stranger.call(register, { body })
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 5; count++) {
        await app.stranger.call(login, { body: { email: body.email, password: 'wrong password' } })
      }
      expect((await app.stranger.call(login, { body: { email: body.email, password: body.password } })).status).toBe(
        200,
      )
    }
  })

  it('let a team of thirty register behind one address', async () => {
    const office = await openTestApp()
    for (let count = 0; count < 30; count++) {
      expect((await office.stranger.call(register, { body: account() })).status).toBe(200)
    }
    await office.end()
  })

  it('stop mass registration', async () => {
    const small = await openTestApp({ LIMIT_REGISTRATIONS: '2' })
    await small.stranger.call(register, { body: account() })
    await small.stranger.call(register, { body: account() })
    const refused = await small.stranger.call(register, { body: account() })
    expect(refused.status).toBe(429)
    expect(refused.refusal['code']).toBe('400-failed')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
    await small.end()
  })
})
