import * as accounts from '#shared/accounts/contract.ts'
import { login, register } from '#shared/auth/contract.ts'
import { confirmChatMail, hearLess } from '#shared/mail/contract.ts'
import { confirmMailReport } from '#shared/mail-reports/contract.ts'
import { viewReport } from '#shared/reporter-links/contract.ts'
import { changeRole, createRole } from '#shared/roles/contract.ts'
import { editMe, editUser, me, setUserActive } from '#shared/users/contract.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { settledContents } from '#testing/table-contents.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { openApp } from '#server/app.ts'
import { openLog } from '#server/config/log.ts'
import { seedDemo } from '#server/features/demo/public.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const password = 'several unrelated words'
const names = { fullName: 'Nina New', givenName: 'Nina', familyName: 'New' }
const accepted = { isAccepted: true }

let mail: MailServer
let app: TestApp
let admin: Caller & { userId: string; email: string }
beforeAll(async () => {
  mail = await startMailServer()
  app = await openTestApp({ ...mail.settings, LIMIT_ACCOUNT_MAILS: '100000', LIMIT_REGISTRATIONS: '1000' })
  admin = await app.person(['admin'])
})
afterAll(async () => {
  await app?.end()
  await mail?.close()
})
beforeEach(async () => {
  await app.inTx((tx) => tx.deleteFrom('mails').execute())
})

let count = 0
const newAddress = () => `new${++count}@example.test`
const tokenIn = (text: string) => /[?]token=([\w.-]+)/.exec(text)?.[1] ?? ''

/** Returns the token of the last mail to an address, once everything due is sent. */
async function mailedTo(address: string, at: TestApp = app): Promise<string> {
  await at.runJob('send-mails')
  return tokenIn(mail.to(address).at(-1)?.text ?? '')
}

async function askForReset(email: string) {
  return app.stranger.call(accounts.forgotPassword, { body: { email } })
}

const reset = (token: string, typed = password) =>
  app.stranger.call(accounts.resetPassword, { body: { token, password: typed } })
const logIn = (email: string, typed = password) => app.stranger.call(login, { body: { email, password: typed } })
const check = async (token: string) => (await app.stranger.call(accounts.checkLink, { body: { token } })).body.result

const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }) =>
  `${[answer.headers['set-cookie']].flat()[0]}`.split(';')[0] ?? ''

async function expectEnded(answer: { status: number; refusal: { error: { field?: string } } }) {
  expect([answer.status, answer.refusal.error.field]).toEqual([403, 'token'])
}

const invite = (email: string, role: string[] = ['customer'], by: Caller = admin) =>
  by.call(accounts.inviteUser, { body: { email, role } })
const accept = (token: string, more: object = {}) =>
  app.stranger.call(accounts.acceptInvitation, { body: { token, password, ...names, ...more } })

/** Lets time pass for the links of an address. */
async function age(email: string, minutes: number) {
  await app.database.pool.query(
    `update account_links set made_on = made_on - $2 * interval '1 minute', expires_on = expires_on - $2 * interval '1 minute' where email = $1`,
    [email, minutes],
  )
}

describe('a forgotten password', () => {
  it('is set anew by a mailed link, once, which ends all sessions and older links and confirms the address', async () => {
    const person = await app.person(['customer'])
    expect((await askForReset(person.email)).body).toEqual(accepted)
    const older = await mailedTo(person.email)
    await askForReset(` ${person.email.toUpperCase()} `)
    const token = await mailedTo(person.email)
    expect(token).not.toBe(older)
    expect(mail.to(person.email).at(-1)).toMatchObject({ subject: 'Choose a new password for Mothlight' })
    expect(mail.to(person.email).at(-1)?.text).toContain(`/page/login/reset?token=${token}`)
    expect(await check(token)).toMatchObject({ purpose: 'reset', email: person.email })

    expect((await reset(token, 'password')).refusal.error.field).toBe('password')
    expect((await reset(token)).body).toEqual(accepted)
    await mailedTo(person.email)
    expect(mail.to(person.email).at(-1)?.subject).toBe('Your password for Mothlight was changed')
    expect((await person.call(me, {})).status).toBe(401)
    expect((await logIn(person.email)).status).toBe(200)
    await expectEnded(await reset(token, 'other unrelated words'))
    await expectEnded(await reset(older, 'other unrelated words'))
    expect(await check(older)).toBeNull()
    const events = (await app.eventsOf(person.userId)).slice(1)
    expect(events.map(({ type, payload }) => [type, payload])).toEqual([
      ['user-password-changed', { how: 'link' }],
      ['user-email-confirmed', {}],
      ['user-logged-in', {}],
    ])
  })

  it('leaves an earlier link as it is, until one sets a password: that ends all, also a handed over one and a change of address', async () => {
    const person = await app.person(['customer'])
    await askForReset(person.email)
    const first = await mailedTo(person.email)
    await askForReset(person.email)
    const second = await mailedTo(person.email)
    const email = newAddress()
    await person.call(accounts.changeEmail, { body: { email } })
    const change = await mailedTo(email)
    const made = await admin.call(accounts.makeResetLink, { params: { userId: person.userId } })
    const handedOver = tokenIn(made.body.link)
    for (const token of [first, second, change, handedOver]) expect(await check(token)).not.toBeNull()

    expect((await reset(first)).body).toEqual(accepted)
    for (const token of [second, change, handedOver]) expect(await check(token)).toBeNull()
    for (const token of [second, handedOver]) await expectEnded(await reset(token, 'other unrelated words'))
    const cookie = cookieOf(await logIn(person.email))
    const { method, path } = accounts.confirmEmail
    await expectEnded(await app.stranger.send(method, path, { token: change }, { cookie }))
    expect(await app.stranger.send('GET', '/api/user/me', undefined, { cookie })).toMatchObject({
      body: { result: { email: person.email } },
    })
  })

  it('leaves the same rows and answers alike for an address without an account, which is told nothing', async () => {
    const person = await app.person(['customer'])
    const stranger = newAddress()
    const rowsOf = async (email: string) => {
      const links = await app.database.pool.query(
        'select purpose, user_id, made_by, used_on, ended_on from account_links where email = $1',
        [email],
      )
      const mails = await app.database.pool.query('select kind, user_id, sent_on from mails where address = $1', [
        email,
      ])
      return [links.rows, mails.rows]
    }
    const [known, unknown] = [await askForReset(person.email), await askForReset(stranger)]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    const rows = await rowsOf(person.email)
    expect(rows[0]).toHaveLength(1)
    expect(rows[1]).toHaveLength(1)
    expect(await rowsOf(stranger)).toEqual(rows)
    await mailedTo(stranger)
    expect(mail.to(stranger)).toEqual([])
    expect(mail.to(person.email)).toHaveLength(1)
  })

  it.each(['', 'no address', 'a@b', 'a@b.', '@b.c', 'a b@c.d', 'a@b.c\r\nBcc: x@y.z', 'a@b.c,d@e.f', '<a@b.c>'])(
    'is refused for %j, which is no address',
    async (email) => {
      const before = await app.database.pool.query('select count(*) from account_links')
      const answer = await askForReset(email)
      expect([answer.status, answer.refusal.error.field]).toEqual([400, 'email'])
      expect((await app.database.pool.query('select count(*) from account_links')).rows).toEqual(before.rows)
    },
  )

  it('is limited by network, and one address gets a few mails only, whoever asks', async () => {
    const limited = await openTestApp({ ...mail.settings, LIMIT_ACCOUNT_MAILS: '7' })
    try {
      const person = await limited.person(['customer'])
      const ask = () => limited.stranger.call(accounts.forgotPassword, { body: { email: person.email } })
      for (let asked = 0; asked < 7; asked++) expect((await ask()).body).toEqual(accepted)
      const refused = await ask()
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
      await limited.runJob('send-mails')
      expect(mail.to(person.email)).toHaveLength(5)
    } finally {
      await limited.end()
    }
  })

  it('gets its mails whatever others had mailed to the address', async () => {
    const [person, other] = [await app.person(['customer']), await app.person(['customer'])]
    const change = () => other.call(accounts.changeEmail, { body: { email: person.email } })
    for (let asked = 0; asked < 5; asked++) expect((await change()).status).toBe(200)
    expect((await change()).status).toBe(429)
    for (let asked = 0; asked < 5; asked++) expect((await person.call(accounts.askToConfirmEmail, {})).status).toBe(200)
    await app.runJob('send-mails')
    mail.mails.length = 0
    await askForReset(person.email)
    await app.runJob('send-mails')
    expect(mail.to(person.email).map(({ subject }) => subject)).toEqual(['Choose a new password for Mothlight'])
  })

  it('can’t be set after an hour, by a changed link, or once the password was changed or the account deactivated', async () => {
    const person = await app.person(['customer'])
    await askForReset(person.email)
    const late = await mailedTo(person.email)
    await age(person.email, 59)
    expect(await check(late)).not.toBeNull()
    await age(person.email, 1)
    await expectEnded(await reset(late))

    await askForReset(person.email)
    const token = await mailedTo(person.email)
    const [id = '', secret = ''] = token.split('.')
    for (const wrong of [id, `${id}.`, `${id}.${'A'.repeat(43)}`, `${'f'.repeat(24)}.${secret}`, secret, '']) {
      await expectEnded(await reset(wrong))
      expect(await check(wrong)).toBeNull()
    }
    const params = { userId: person.userId }
    await admin.call(setUserActive, { params, body: { active: false } })
    await expectEnded(await reset(token))
    await admin.call(setUserActive, { params, body: { active: true } })
    await admin.call(editUser, { params, body: { password: 'from an administrator' } })
    await expectEnded(await reset(token))
    expect((await logIn(person.email, 'from an administrator')).status).toBe(200)
  })

  it('of two uses of a link at once one counts', async () => {
    const person = await app.person(['customer'])
    await askForReset(person.email)
    const token = await mailedTo(person.email)
    const answers = await Promise.all(['one unrelated word', 'two unrelated words'].map((typed) => reset(token, typed)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  it('is never the demo account’s, whose address is locked too', async () => {
    const demo = await openTestApp({ ...mail.settings, DEMO: 'on' })
    try {
      await seedDemo(demo.database.db, demo.inTx, demo.config.demo!, () => undefined)
      const { email, password: known } = demo.config.demo!
      expect((await demo.stranger.call(accounts.forgotPassword, { body: { email } })).body).toEqual(accepted)
      expect(await mailedTo(email, demo)).toBe('')
      expect(mail.to(email)).toEqual([])
      const signedIn = await demo.stranger.call(login, { body: { email, password: known } })
      const cookie = cookieOf(signedIn)
      const { rows } = await demo.database.pool.query<{ id: string }>('select id from users where is_demo')
      for (const [url, body] of [
        ['/api/user/me/confirmEmail', undefined],
        ['/api/user/me/changeEmail', { email: newAddress() }],
      ] as const)
        expect((await demo.stranger.send('POST', url, body, { cookie })).status).toBe(403)
      const other = await demo.person(['admin'])
      const params = { userId: rows[0]!.id }
      expect((await other.call(accounts.makeResetLink, { params })).status).toBe(403)
    } finally {
      await demo.end()
    }
  })
})

describe('a reset link that an administrator hands over', () => {
  it('works once without mail, and confirms no address', async () => {
    const person = await app.person(['customer'])
    const made = await admin.call(accounts.makeResetLink, { params: { userId: person.userId } })
    const token = tokenIn(made.body.link)
    expect(made.body.link).toMatch(/^http:\/\/localhost:\d+\/page\/login\/reset\?token=/)
    expect((await reset(token)).status).toBe(200)
    await expectEnded(await reset(token))
    const signedIn = await logIn(person.email)
    const cookie = cookieOf(signedIn)
    const own = await app.stranger.send('GET', '/api/user/me', undefined, { cookie })
    expect(own.body).toMatchObject({ result: { isEmailConfirmed: false } })
    expect((await app.eventsOf(person.userId)).find(({ type }) => type === 'user-reset-link-made')).toEqual({
      type: 'user-reset-link-made',
      actor_id: admin.userId,
      payload: {},
    })
  })

  it('is for people whose rights the administrator holds, then and when it is used, and for nobody’s self', async () => {
    await admin.call(createRole, { body: { name: 'people', permissions: ['canViewData', 'canEditAnyUser'] } })
    const lesser = await app.person(['people'])
    const person = await app.person([])
    const make = (userId: string, by: Caller = lesser) => by.call(accounts.makeResetLink, { params: { userId } })
    expect((await make(admin.userId)).status).toBe(403)
    expect((await make(lesser.userId)).status).toBe(403)
    expect((await make('f'.repeat(24))).status).toBe(404)
    const token = tokenIn((await make(person.userId)).body.link)
    expect(await check(token)).not.toBeNull()
    await admin.call(editUser, { params: { userId: person.userId }, body: { role: ['admin'] } })
    expect(await check(token)).toBeNull()
    await expectEnded(await reset(token))

    const other = await app.person([])
    const second = tokenIn((await make(other.userId)).body.link)
    await admin.call(editUser, { params: { userId: lesser.userId }, body: { role: [] } })
    await expectEnded(await reset(second))
  })
})

describe('an address', () => {
  it('is confirmed by the link of a button on the profile, and reading the link changes nothing', async () => {
    const person = await app.person(['customer'])
    const isConfirmed = async () => (await person.call(me, {})).body.result.isEmailConfirmed
    expect((await person.call(accounts.askToConfirmEmail, {})).body).toEqual(accepted)
    const token = await mailedTo(person.email)
    expect(await check(token)).toMatchObject({ purpose: 'confirm' })
    await app.stranger.send('GET', `/page/login/confirm?token=${token}`)
    expect(await isConfirmed()).toBe(false)
    const confirm = (by: Caller) => by.call(accounts.confirmEmail, { body: { token } })
    // A stranger can have made the account with an address of somebody who then presses the button.
    expect((await confirm(app.stranger)).status).toBe(401)
    await expectEnded(await confirm(admin))
    expect(await isConfirmed()).toBe(false)
    expect((await confirm(person)).body).toEqual({ email: person.email })
    expect(await isConfirmed()).toBe(true)
    await expectEnded(await confirm(person))
  })

  it('is asked to be confirmed at a registration', async () => {
    const email = newAddress()
    const body = { email, password, ...names }
    const registered = await app.stranger.call(register, { body })
    expect(registered.status).toBe(200)
    const token = await mailedTo(email)
    const cookie = String(registered.headers['set-cookie']).split(';')[0] ?? ''
    const { method, path } = accounts.confirmEmail
    expect((await app.stranger.send(method, path, { token }, { cookie })).body).toEqual({ email })
  })

  it('gets no text of a stranger’s by a registration, and one network has a few such mails sent', async () => {
    const limited = await openTestApp({ ...mail.settings, LIMIT_ACCOUNT_MAILS: '2', LIMIT_REGISTRATIONS: '1000' })
    try {
      const fullName = 'You have won!\nSee evil.example'
      const addresses = [newAddress(), newAddress(), newAddress()]
      for (const email of addresses)
        expect((await limited.stranger.call(register, { body: { ...names, email, password, fullName } })).status).toBe(
          200,
        )
      const token = await mailedTo(addresses[0]!, limited)
      expect((await limited.stranger.call(accounts.checkLink, { body: { token } })).body.result).not.toBeNull()
      expect(addresses.map((email) => mail.to(email).length)).toEqual([1, 1, 0])
      for (const { text, html } of addresses.flatMap((email) => mail.to(email))) {
        expect(text).not.toContain('evil')
        expect(html).not.toContain('evil')
      }
    } finally {
      await limited.end()
    }
  })

  it('that a mail server refused is confirmed again, and one that is confirmed is mailed nothing', async () => {
    const person = await app.person(['customer'])
    const isConfirmed = async () => (await person.call(me, {})).body.result.isEmailConfirmed
    const set = (change: string) => app.database.pool.query(`update users set ${change} where id = $1`, [person.userId])
    await set('email_confirmed_on = now()')
    expect(await isConfirmed()).toBe(true)
    expect((await person.call(accounts.askToConfirmEmail, {})).body).toEqual(accepted)
    expect(await mailedTo(person.email)).toBe('')
    await set('email_refused_on = now()')
    expect(await isConfirmed()).toBe(false)
    await person.call(accounts.askToConfirmEmail, {})
    const token = await mailedTo(person.email)
    await person.call(accounts.confirmEmail, { body: { token } })
    expect(await isConfirmed()).toBe(true)
  })

  it('changes once the new one is confirmed; the old one is told, and its links end', async () => {
    const person = await app.person(['customer'])
    const [first, email] = [newAddress(), newAddress()]
    const change = (to: string) => person.call(accounts.changeEmail, { body: { email: to } })
    await person.call(accounts.askToConfirmEmail, {})
    const own = await mailedTo(person.email)
    await askForReset(person.email)
    const resetToken = await mailedTo(person.email)
    expect((await change(person.email)).refusal.error.field).toBe('email')
    await change(first)
    const replaced = await mailedTo(first)
    expect((await change(email)).body).toEqual(accepted)
    const token = await mailedTo(email)
    expect((await person.call(me, {})).body.result.email).toBe(person.email)
    const confirm = (one: string, by: Caller = person) => by.call(accounts.confirmEmail, { body: { token: one } })
    await expectEnded(await confirm(replaced))
    // Whoever reads the mail of a mistyped address gets nothing by it.
    expect((await confirm(token, app.stranger)).status).toBe(401)
    await expectEnded(await confirm(token, admin))
    expect((await person.call(me, {})).body.result.email).toBe(person.email)
    expect((await confirm(token)).status).toBe(200)
    expect((await person.call(me, {})).body.result).toMatchObject({ email, isEmailConfirmed: true })
    await expectEnded(await confirm(own))
    await expectEnded(await reset(resetToken))
    await mailedTo(person.email)
    expect(mail.to(person.email).at(-1)?.subject).toBe('Your address for Mothlight was changed')
    expect(mail.to(person.email).at(-1)?.text).not.toContain(email)
  })

  it('of another account is refused only to who reads its mail', async () => {
    const [person, other] = [await app.person(['customer']), await app.person(['customer'])]
    expect((await person.call(accounts.changeEmail, { body: { email: other.email } })).body).toEqual(accepted)
    const token = await mailedTo(other.email)
    const answer = await person.call(accounts.confirmEmail, { body: { token } })
    expect(answer.refusal.error.code).toBe('email-taken')
    expect((await person.call(me, {})).body.result.email).toBe(person.email)
  })

  it('is changed only by who knows the password or has just logged in, and not after the password was set anew', async () => {
    const person = await app.person(['customer'])
    const email = newAddress()
    await person.call(accounts.changeEmail, { body: { email } })
    const token = await mailedTo(email)
    expect((await person.call(editMe, { body: { password } })).status).toBe(200)
    await expectEnded(await person.call(accounts.confirmEmail, { body: { token } }))
    await app.database.pool.query(`update sessions set created_on = now() - interval '16 minutes' where user_id = $1`, [
      person.userId,
    ])
    const change = (currentPassword?: string) =>
      person.call(accounts.changeEmail, { body: { email, ...(currentPassword && { currentPassword }) } })
    expect((await change()).refusal.error.field).toBe('currentPassword')
    expect((await change('not the password')).refusal.error.field).toBe('currentPassword')
    expect((await change(password)).body).toEqual(accepted)
  })
})

describe('an invitation', () => {
  it('makes an account with its roles of whoever chooses name and password, once, and confirms the address', async () => {
    const email = newAddress()
    const invited = await invite(email.toUpperCase(), ['staff', 'customer'])
    expect(invited.body.result).toMatchObject({
      email,
      role: ['customer', 'staff'],
      invitedBy: { _id: admin.userId },
      isExpired: false,
    })
    const token = await mailedTo(email)
    expect(await check(token)).toMatchObject({ purpose: 'invite', email })
    expect((await accept(token, { password: 'Nina New' })).refusal.error.field).toBe('password')
    const answer = await accept(token)
    expect(answer.body).toEqual({ name: 'Nina New' })
    const cookie = cookieOf(answer)
    const own = await app.stranger.send('GET', '/api/user/me', undefined, { cookie })
    expect(own.body).toMatchObject({ result: { email, role: ['customer', 'staff'], isEmailConfirmed: true } })
    await expectEnded(await accept(token))
    const id = invited.body.result._id
    expect((await admin.call(accounts.listInvitations, {})).body.result.map(({ _id }) => _id)).not.toContain(id)
    expect((await app.eventsOf(id)).map(({ type, payload }) => [type, payload])).toEqual([
      ['invitation-made', { roles: ['customer', 'staff'] }],
    ])
  })

  it('gives only roles within those of who invites, sends again, copies or takes back, also when it is accepted', async () => {
    await admin.call(createRole, { body: { name: 'inviter', permissions: ['canViewData', 'canEditAnyUser'] } })
    await admin.call(createRole, { body: { name: 'viewer', permissions: ['canViewData'] } })
    const lesser = await app.person(['inviter'])
    expect((await invite(newAddress(), ['admin'], lesser)).refusal.error.field).toBe('role')
    expect((await invite(newAddress(), ['no such role'])).refusal.error.field).toBe('role')
    const high = newAddress()
    const { _id } = (await invite(high, ['admin'])).body.result
    const params = { invitationId: _id }
    for (const endpoint of [accounts.resendInvitation, accounts.copyInvitation, accounts.endInvitation])
      expect((await lesser.call(endpoint, { params })).status).toBe(403)
    expect((await invite(high, ['viewer'], lesser)).status).toBe(403)

    const email = newAddress()
    expect((await invite(email, ['viewer'], lesser)).status).toBe(200)
    const token = await mailedTo(email)
    expect(await check(token)).not.toBeNull()
    const roleName = { roleName: 'viewer' }
    await admin.call(changeRole, { params: roleName, body: { permissions: ['canViewData', 'canManageProducts'] } })
    await expectEnded(await accept(token))
    await admin.call(changeRole, { params: roleName, body: { permissions: ['canViewData'] } })
    await admin.call(setUserActive, { params: { userId: lesser.userId }, body: { active: false } })
    expect(await check(token)).toBeNull()
    // Who sends it again answers for it.
    const [open] = (await admin.call(accounts.listInvitations, {})).body.result.filter((one) => one.email === email)
    await admin.call(accounts.resendInvitation, { params: { invitationId: open?._id ?? '' } })
    expect((await accept(token)).status).toBe(200)
  })

  it('ends after 7 days, works again once it is sent again, and is taken back', async () => {
    const email = newAddress()
    const { _id } = (await invite(email)).body.result
    const params = { invitationId: _id }
    const token = await mailedTo(email)
    await age(email, 7 * 24 * 60)
    await expectEnded(await accept(token))
    const listed = async () =>
      (await admin.call(accounts.listInvitations, {})).body.result.find((one) => one._id === _id)
    expect(await listed()).toMatchObject({ isExpired: true })
    expect((await admin.call(accounts.resendInvitation, { params })).body.result.isExpired).toBe(false)
    expect(await mailedTo(email)).toBe(token)
    expect(mail.to(email)).toHaveLength(2)
    expect(await check(token)).not.toBeNull()
    expect((await admin.call(accounts.endInvitation, { params })).body).toEqual(accepted)
    expect(await listed()).toBeUndefined()
    await expectEnded(await accept(token))
    for (const endpoint of [accounts.resendInvitation, accounts.copyInvitation, accounts.endInvitation])
      expect((await admin.call(endpoint, { params })).status).toBe(404)
  })

  it('of a copied link confirms no address, and a later one takes its place', async () => {
    const email = newAddress()
    const first = (await invite(email)).body.result._id
    const { _id } = (await invite(email)).body.result
    expect((await admin.call(accounts.copyInvitation, { params: { invitationId: first } })).status).toBe(404)
    const { link } = (await admin.call(accounts.copyInvitation, { params: { invitationId: _id } })).body
    const answer = await accept(tokenIn(link))
    expect(answer.status).toBe(200)
    const { rows } = await app.database.pool.query('select email_confirmed_on from users where email = $1', [email])
    expect(rows).toEqual([{ email_confirmed_on: null }])
    expect((await invite(email)).refusal.error.code).toBe('email-taken')
  })

  it('is sent to one address a few times only, made anew or sent again, by whomever', async () => {
    const [email, other] = [newAddress(), await app.person(['admin'])]
    const { _id } = (await invite(email)).body.result
    const resend = (by: Caller, id: string) => by.call(accounts.resendInvitation, { params: { invitationId: id } })
    // Whoever may not send it uses up nothing.
    await admin.call(createRole, { body: { name: 'sender', permissions: ['canViewData', 'canEditAnyUser'] } })
    const lesser = await app.person(['sender'])
    const highAddress = newAddress()
    const high = (await invite(highAddress, ['admin'])).body.result._id
    for (let tried = 0; tried < 6; tried++) expect((await resend(lesser, high)).status).toBe(403)
    expect((await resend(admin, high)).status).toBe(200)
    const wanted = newAddress()
    for (let tried = 0; tried < 6; tried++) {
      expect((await invite(wanted, ['admin'], lesser)).status).toBe(403)
      expect((await invite(wanted, ['no such role'], lesser)).status).toBe(400)
      expect((await invite(highAddress, ['sender'], lesser)).status).toBe(403)
      expect((await invite(lesser.email, ['sender'], lesser)).refusal.error.code).toBe('email-taken')
    }
    for (const to of [wanted, highAddress]) expect((await invite(to, ['sender'], admin)).status).toBe(200)

    expect((await resend(other, _id)).status).toBe(200)
    const again = (await invite(email)).body.result._id
    for (const by of [admin, other]) expect((await resend(by, again)).status).toBe(200)
    const refused = [await resend(admin, again), await invite(email, ['customer'], other)]
    for (const answer of refused) {
      expect([answer.status, answer.headers['retry-after']]).toEqual([429, '1800'])
      expect(answer.refusal.error.message).toContain('This address was sent several links already')
    }
    await app.runJob('send-mails')
    // The first two belong to the invitation that was replaced before they went out.
    expect(mail.to(email)).toHaveLength(3)
    expect((await admin.call(accounts.listInvitations, {})).body.result).toContainEqual(
      expect.objectContaining({ _id: again, isExpired: false }),
    )
    expect((await invite(newAddress(), ['customer'], other)).status).toBe(200)
  })

  it('is sent to a limited number of addresses in a while by one person', async () => {
    const limited = await openTestApp({ ...mail.settings, LIMIT_ACCOUNT_MAILS: '4' })
    try {
      const [one, another] = [await limited.person(['admin']), await limited.person(['admin'])]
      const inviteBy = (by: Caller) =>
        by.call(accounts.inviteUser, { body: { email: newAddress(), role: ['customer'] } })
      const { _id } = (await inviteBy(one)).body.result
      const resend = () => one.call(accounts.resendInvitation, { params: { invitationId: _id } })
      expect((await resend()).status).toBe(200)
      for (let invited = 0; invited < 2; invited++) expect((await inviteBy(one)).status).toBe(200)
      for (const answer of [await inviteBy(one), await resend()]) {
        expect([answer.status, answer.refusal.error.code]).toEqual([429, 'too-many-requests'])
        expect(answer.headers['retry-after']).toMatch(/^\d+$/)
        expect(answer.refusal.error.message).toMatch(/^You had many mails sent just now; try again in \d+ seconds\.$/)
      }
      const { rows } = await limited.database.pool.query(
        `select (select count(*) from mails)::integer as mails, (select count(*) from account_links)::integer as links`,
      )
      expect(rows).toEqual([{ mails: 4, links: 3 }])
      expect((await inviteBy(another)).status).toBe(200)
      // Nothing is sent by these.
      for (const endpoint of [accounts.copyInvitation, accounts.endInvitation])
        expect((await one.call(endpoint, { params: { invitationId: _id } })).status).toBe(200)
    } finally {
      await limited.end()
    }
  })

  it('is mailed to nobody who has registered meanwhile', async () => {
    const email = newAddress()
    await invite(email)
    await app.stranger.call(register, { body: { email, password, ...names } })
    await app.runJob('send-mails')
    expect(mail.to(email).map(({ subject }) => subject)).toEqual(['Confirm your address for Mothlight'])
  })

  it('is mailed no more once its maker may not give its roles, and of a taken address its link has ended', async () => {
    const maker = await app.person(['admin'])
    const [unsent, taken] = [newAddress(), newAddress()]
    await invite(taken, ['customer'], maker)
    const token = await mailedTo(taken)
    await app.stranger.call(register, { body: { email: taken, password, ...names } })
    expect(await check(token)).toBeNull()
    await expectEnded(await accept(token))
    await invite(unsent, ['customer'], maker)
    await admin.call(setUserActive, { params: { userId: maker.userId }, body: { active: false } })
    await app.runJob('send-mails')
    expect(mail.to(unsent)).toEqual([])
  })
})

describe('a link', () => {
  it('of one purpose does nothing where another is asked for, and stays good for its own', async () => {
    const other = await openTestApp({ ...mail.settings, SIGN_UP: 'example.test' })
    try {
      const [person, editor] = [await other.person(['customer']), await other.person(['admin'])]
      const [changed, invited, handed, signed] = [newAddress(), newAddress(), newAddress(), newAddress()]
      const invitationTo = async (email: string) =>
        (await editor.call(accounts.inviteUser, { body: { email, role: ['customer'] } })).body.result._id
      await other.stranger.call(accounts.forgotPassword, { body: { email: person.email } })
      const resetToken = await mailedTo(person.email, other)
      const made = await editor.call(accounts.makeResetLink, { params: { userId: person.userId } })
      await person.call(accounts.askToConfirmEmail, {})
      const confirm = await mailedTo(person.email, other)
      await person.call(accounts.changeEmail, { body: { email: changed } })
      await invitationTo(invited)
      const params = { invitationId: await invitationTo(handed) }
      const copied = await editor.call(accounts.copyInvitation, { params })
      await other.stranger.call(accounts.signUp, { body: { email: signed } })
      const tokens = [
        ['reset', resetToken],
        ['reset', tokenIn(made.body.link)],
        ['confirm', confirm],
        ['change', await mailedTo(changed, other)],
        ['invite', await mailedTo(invited, other)],
        ['invite', tokenIn(copied.body.link)],
        ['sign-up', await mailedTo(signed, other)],
      ] as const
      const { stranger } = other
      const uses: readonly [readonly string[], number, (token: string) => Promise<{ status: number }>][] = [
        [['reset'], 403, (token) => stranger.call(accounts.resetPassword, { body: { token, password } })],
        [['confirm', 'change'], 403, (token) => person.call(accounts.confirmEmail, { body: { token } })],
        [
          ['invite', 'sign-up'],
          403,
          (token) => stranger.call(accounts.acceptInvitation, { body: { token, password, ...names } }),
        ],
        [[], 404, (token) => stranger.call(viewReport, { params: { token } })],
        [[], 403, (token) => stranger.call(confirmMailReport, { body: { token, title: 't', description: 'd' } })],
        [[], 404, (token) => stranger.call(hearLess, { body: { token } })],
        [[], 404, (token) => stranger.call(confirmChatMail, { body: { token } })],
      ]
      const before = await settledContents(other)
      for (const [purposes, status, use] of uses) {
        for (const [purpose, token] of tokens.filter(([one]) => !purposes.includes(one)))
          expect([purpose, purposes, (await use(token)).status]).toEqual([purpose, purposes, status])
        expect(await settledContents(other), purposes.join()).toBe(before)
      }
      for (const [purpose, token] of tokens)
        expect((await stranger.call(accounts.checkLink, { body: { token } })).body.result).toMatchObject({ purpose })
    } finally {
      await other.end()
    }
  })

  it('begins with PUBLIC_URL, whatever a request says where it was sent', async () => {
    const origin = 'https://bugs.mothlight.example'
    const other = await openTestApp({ ...mail.settings, PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1' })
    try {
      const [person, editor] = [await other.person(['customer']), await other.person(['admin'])]
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
      const asked = await other.stranger.call(accounts.forgotPassword, { body: { email: person.email }, headers })
      expect(asked.body).toEqual(accepted)
      await mailedTo(person.email, other)
      const { text = '', html = '' } = mail.to(person.email).at(-1) ?? {}
      expect(text).toContain(`${origin}/page/login/reset?token=`)
      expect(text + html).not.toContain('evil')
      const made = await editor.call(accounts.makeResetLink, { params: { userId: person.userId }, headers })
      expect(made.body.link).toMatch(/^https:\/\/bugs\.mothlight\.example\/page\/login\/reset\?token=/)
    } finally {
      await other.end()
    }
  })

  it('that one node mails works at another one with the same SECRET_KEY, and at no other', async () => {
    const one = await openTestApp({ ...mail.settings, SECRET_KEY: 'a key that all nodes have in common' })
    const openNode = (name: string, secretKey = one.config.secretKey) =>
      openApp({ ...one.config, secretKey, dataDir: join(one.config.dataDir, name) }, openLog('silent'), one.database)
    const nodes = [await openNode('other'), await openNode('foreign', 'a key that no other node has, alas')]
    try {
      const person = await one.person(['customer'])
      await one.stranger.call(accounts.forgotPassword, { body: { email: person.email } })
      const token = await mailedTo(person.email, one)
      const { method, path } = accounts.resetPassword
      const [there, elsewhere] = nodes.map(
        ({ http }) =>
          () =>
            http.inject({ method, url: path, payload: { token, password } }),
      )
      expect((await elsewhere?.())?.statusCode).toBe(403)
      expect((await there?.())?.statusCode).toBe(200)
      await expectEnded(await one.stranger.call(accounts.resetPassword, { body: { token, password } }))
    } finally {
      for (const node of nodes) await node.close()
      await one.end()
    }
  })

  it('is mailed while it works alone, and for a day at most', async () => {
    const [invited, person] = [newAddress(), await app.person(['customer'])]
    await invite(invited)
    await askForReset(person.email)
    const { rows } = await app.database.pool.query(
      `select kind, round(extract(epoch from expires_on - created_on) / 60)::integer as minutes from mails order by kind`,
    )
    expect(rows).toEqual([
      { kind: 'invitation', minutes: 24 * 60 },
      { kind: 'password-reset', minutes: 60 },
    ])
  })
})

describe('sign-up', () => {
  it.each(['invitation', 'closed'])('that is %s lets nobody register', async (mode) => {
    const other = await openTestApp({ ...mail.settings, SIGN_UP: mode })
    try {
      const body = { email: newAddress(), password, ...names }
      expect((await other.stranger.call(register, { body })).status).toBe(403)
      expect((await other.stranger.call(accounts.signUp, { body: { email: body.email } })).status).toBe(403)
      const editor = await other.person(['admin'])
      const invited = await editor.call(accounts.inviteUser, { body: { email: body.email, role: [] } })
      expect(invited.status).toBe(mode === 'closed' ? 403 : 200)
      if (mode === 'closed') return
      const token = await mailedTo(body.email, other)
      const answer = await other.stranger.call(accounts.acceptInvitation, { body: { token, password, ...names } })
      expect(answer.status).toBe(200)
    } finally {
      await other.end()
    }
  })

  it('for named domains needs a confirmed address there, and tells nobody which addresses have accounts', async () => {
    const other = await openTestApp({ ...mail.settings, SIGN_UP: 'example.test, Example.org' })
    try {
      const ask = (email: string) => other.stranger.call(accounts.signUp, { body: { email } })
      const body = { email: newAddress(), password, ...names }
      expect((await other.stranger.call(register, { body })).status).toBe(403)
      for (const email of ['a@example.com', 'a@sub.example.test', 'a@example.test.evil.org'])
        expect((await ask(email)).refusal.error.field).toBe('email')
      expect((await ask(body.email)).body).toEqual(accepted)
      const token = await mailedTo(body.email, other)
      expect(
        (await other.stranger.call(accounts.acceptInvitation, { body: { token, password, ...names } })).status,
      ).toBe(200)
      const { rows } = await other.database.pool.query(
        `select role, email_confirmed_on is not null as confirmed from users join user_roles on user_id = id where email = $1`,
        [body.email],
      )
      expect(rows).toEqual([{ role: 'customer', confirmed: true }])
      expect((await ask(body.email)).body).toEqual(accepted)
      expect(await mailedTo(body.email, other)).toBe('')
      expect(mail.to(body.email).at(-1)?.subject).toBe('You have an account for Mothlight')
    } finally {
      await other.end()
    }
  })
})

it('links that were over a month ago are deleted, and no secret is stored anywhere', async () => {
  const email = newAddress()
  await invite(email)
  const token = await mailedTo(email)
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'mothlight_jobs')`,
  )
  for (const { name } of tables) {
    const { rows } = await app.database.pool.query(`select t::text from ${name} t`)
    expect(JSON.stringify(rows), name).not.toContain(token.split('.')[1])
  }
  await age(email, 37 * 24 * 60 - 1)
  await app.runJob('delete-old-account-links')
  expect((await app.database.pool.query('select from account_links where email = $1', [email])).rowCount).toBe(1)
  await age(email, 1)
  await app.runJob('delete-old-account-links')
  expect((await app.database.pool.query('select from account_links where email = $1', [email])).rowCount).toBe(0)
})
