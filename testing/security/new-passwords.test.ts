import { offerSetup } from '#server/features/setup/public.ts'
import { hashPassword, insertUser } from '#server/features/users/public.ts'
import { login, register } from '#shared/auth/contract.ts'
import { createFirstAdministrator } from '#shared/setup/contract.ts'
import { editMe, editUser } from '#shared/users/contract.ts'
import { type Answer, openTestApp, type TestApp } from '#testing/test-app.ts'
import { runCommand } from '#testing/run-command.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const common = 'is one of the most common ones, which are tried first. Choose another, such as several unrelated words.'
const personal = 'must not be the account’s name or e-mail address. Choose another, such as several unrelated words.'
const names = { fullName: 'Augusta King', givenName: 'Augusta', familyName: 'Lovelace' }
const good = 'moths at the window'

let app: TestApp

/** Gives a group of tests an installation of its own: a set-up link is offered only while nobody can edit users. */
function onOwnApp(): void {
  beforeAll(async () => {
    app = await openTestApp({ LIMIT_REGISTRATIONS: '1000' })
  })
  afterAll(() => app?.end())
}

let count = 0
const newEmail = () => `somebody${++count}@example.test`
const refusal = (reason: string) => ({
  error: { code: 'invalid-input', field: 'password', message: `password ${reason}` },
})
const accounts = async () => (await app.database.pool.query('select 1 from users')).rows.length
const loginStatus = async (email: string, password: string) =>
  (await app.stranger.call(login, { body: { email, password } })).status

/** Each way to set a password over HTTP; the account has `names` and the address. */
const ways: readonly (readonly [string, (password: string, email: string) => Promise<Answer>])[] = [
  ['registration', (password, email) => app.stranger.call(register, { body: { ...names, email, password } })],
  [
    'the set-up of the first administrator',
    async (password, email) => {
      const token = (await offerSetup(app.database.db, app.inTx)) ?? ''
      return app.stranger.call(createFirstAdministrator, { body: { ...names, email, password, token } })
    },
  ],
  [
    'a change of one’s own profile',
    async (password, email) => {
      const person = await app.person(['customer'], { email })
      await person.call(editMe, { body: names })
      return person.call(editMe, { body: { password } })
    },
  ],
  [
    'a change by an administrator',
    async (password, email) => {
      const person = await app.person(['customer'], { email })
      const admin = await app.person(['admin'])
      await admin.call(editUser, { params: { userId: person.userId }, body: names })
      return admin.call(editUser, { params: { userId: person.userId }, body: { password } })
    },
  ],
]

describe.each(ways)('a new password by %s', (_way, set) => {
  onOwnApp()

  it.each([
    ['12345678', common],
    ['password1', common],
    ['PassWord1', common],
    [' i love you ', common],
    ['pass\u200bword', common],
    ['qwerty  ', 'is too short without its spaces. Choose another, such as several unrelated words.'],
    ['Augusta King', personal],
    ['augustalovelace', personal],
    ['Lovelace Augusta', personal],
    ['LOVELACE', personal],
  ])('is refused when it is %j, and opens nothing', async (password, reason) => {
    const email = newEmail()
    const answer = await set(password, email)
    expect(answer.status).toBe(400)
    expect(answer.refusal).toMatchObject(refusal(reason))
    expect(await loginStatus(email, password)).not.toBe(200)
  })

  it('is refused when it is the address, or what stands before its @', async () => {
    for (const passwordOf of [
      (email: string) => email,
      (email: string) => ` ${email.toUpperCase()} `,
      (email: string) => email.split('@')[0] ?? '',
    ]) {
      const email = newEmail()
      expect((await set(passwordOf(email), email)).refusal).toMatchObject(refusal(personal))
    }
  })

  it('is taken when it is none of these, and opens the account', async () => {
    const email = newEmail()
    expect((await set(good, email)).status).toBe(200)
    expect(await loginStatus(email, good)).toBe(200)
  })
})

describe('a refused password', () => {
  onOwnApp()

  it('leaves a set-up link usable', async () => {
    const token = (await offerSetup(app.database.db, app.inTx)) ?? ''
    const body = { ...names, email: newEmail(), token }
    expect(
      (await app.stranger.call(createFirstAdministrator, { body: { ...body, password: '12345678' } })).status,
    ).toBe(400)
    expect((await app.stranger.call(createFirstAdministrator, { body: { ...body, password: good } })).status).toBe(200)
  })

  it('is code 400-failed to a registration, makes no account and counts as no attempt', async () => {
    const limited = await openTestApp({ LIMIT_REGISTRATIONS: '1' })
    try {
      for (let n = 0; n < 3; n++) {
        const body = { ...names, email: newEmail(), password: '12345678' }
        const { status, refusal } = await limited.stranger.call(register, { body })
        expect([status, refusal['code']]).toEqual([400, '400-failed'])
      }
      const taken = await limited.stranger.call(register, { body: { ...names, email: newEmail(), password: good } })
      expect(taken.status).toBe(200)
    } finally {
      await limited.end()
    }
  })

  it('leaves names and roles that were sent with it as they were', async () => {
    const admin = await app.person(['admin'])
    const person = await app.person(['customer'], { fullName: 'Before' })
    const body = { ...names, role: [], password: 'password1' }
    expect((await admin.call(editUser, { params: { userId: person.userId }, body })).status).toBe(400)
    expect((await person.call(editMe, { body: { ...names, password: 'password1' } })).status).toBe(400)
    const { rows } = await app.database.pool.query(
      'select full_name, (select count(*)::int from user_roles where user_id = id) as roles from users where id = $1',
      [person.userId],
    )
    expect(rows).toEqual([{ full_name: 'Before', roles: 1 }])
  })

  it('is compared with the names that are sent with it', async () => {
    const person = await app.person(['customer'], { fullName: 'Wilhelmina Slow' })
    const change = (password: string) => person.call(editMe, { body: { fullName: 'Theodora Quick', password } })
    expect((await change('theodora quick')).refusal).toMatchObject(refusal(personal))
    expect((await change('wilhelmina slow')).status).toBe(200)
  })
})

describe('a password from before', () => {
  onOwnApp()

  it('still signs in, however common it is', async () => {
    const email = newEmail()
    const passwordHash = await hashPassword('12345678')
    await app.inTx((tx) => insertUser(tx, { ...names, email, passwordHash, roles: ['customer'] }, 'form'))
    expect(await loginStatus(email, '12345678')).toBe(200)
  })

  it('with any characters signs in, as it could be chosen', async () => {
    const [email, password] = [newEmail(), 'moths\u0000at the window']
    expect((await app.stranger.call(register, { body: { ...names, email, password } })).status).toBe(200)
    expect(await loginStatus(email, password)).toBe(200)
  })
})

describe('mothlight user add', () => {
  onOwnApp()

  it.each([
    ['12345678', common],
    ['augusta lovelace', personal],
    ['ada.lovelace', personal],
  ])('refuses the password %j and makes no account', async (password, reason) => {
    const options = ['--email', 'Ada.Lovelace@example.test', '--full-name', 'Augusta King', '--given-name', 'Augusta']
    const rest = ['--family-name', 'Lovelace', '--password-stdin']
    const run = await runCommand(['user', 'add', ...options, ...rest], { DATABASE_URL: app.url }, `${password}\n`)
    expect({ code: run.code, sentence: run.stderr.split('\n')[0] }).toEqual({
      code: 2,
      sentence: `The password ${reason}`,
    })
    expect(await accounts()).toBe(0)
  })
})
