import * as accounts from '#shared/accounts/contract.ts'
import { login } from '#shared/auth/contract.ts'
import { editUser, setUserActive } from '#shared/users/contract.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

const accepted = { isAccepted: true }

let mail: MailServer
let app: TestApp
let admin: Caller
beforeAll(async () => {
  mail = await startMailServer()
  app = await openTestApp({ ...mail.settings, LIMIT_ACCOUNT_MAILS: '100000' })
  admin = await app.person(['admin'])
})
afterAll(async () => {
  await app?.end()
  await mail?.close()
})
beforeEach(async () => {
  await app.inTx((tx) => tx.deleteFrom('mails').execute())
  mail.mails.length = 0
})

const tokenIn = (text: string) => /[?]token=([\w.-]+)/.exec(text)?.[1] ?? ''

/** Returns the token of the last mail to an address, once everything due is sent. */
async function mailedTo(address: string, at: TestApp = app): Promise<string> {
  await at.runJob('send-mails')
  return tokenIn(mail.to(address).at(-1)?.text ?? '')
}

/** Lets time pass for the links of an address. */
const age = (email: string, minutes: number, at: TestApp = app) =>
  at.database.pool.query(
    `update account_links set made_on = made_on - $2 * interval '1 minute', expires_on = expires_on - $2 * interval '1 minute' where email = $1`,
    [email, minutes],
  )

async function aMailedToken(email: string, at: TestApp = app): Promise<string> {
  await at.stranger.call(accounts.forgotPassword, { body: { email } })
  return mailedTo(email, at)
}

const check = async (token: string) => (await app.stranger.call(accounts.checkLink, { body: { token } })).body
const renew = (token: string, at: TestApp = app) => at.stranger.call(accounts.renewResetLink, { body: { token } })
const reset = (token: string) =>
  app.stranger.call(accounts.resetPassword, { body: { token, password: 'several unrelated words' } })

/** Everything that a request for a mail may store. */
async function stored(): Promise<unknown> {
  const { rows } = await app.database.pool.query(
    'select (select count(*) from account_links) as links, (select count(*) from mails) as mails',
  )
  return rows
}

/** Expects that a token is answered as every other one, and that nothing comes of it. */
async function expectNothing(token: string) {
  expect((await check(token)).isRenewable, token).toBe(false)
  const before = await stored()
  const answer = await renew(token)
  expect([answer.status, answer.body], token).toEqual([200, accepted])
  expect(await stored(), token).toEqual(before)
}

it('a link whose hour is over has a new one mailed to its account, which sets a password', async () => {
  const person = await app.person(['customer'])
  const old = await aMailedToken(person.email)
  expect(await check(old)).toMatchObject({ result: { purpose: 'reset' }, isRenewable: false })
  await age(person.email, 60)
  expect(await check(old)).toEqual({ result: null, isRenewable: true })
  expect((await reset(old)).status).toBe(403)
  expect(await mailedTo(person.email)).toBe(old)

  const answer = await renew(old)
  expect([answer.status, answer.body]).toEqual([200, accepted])
  const token = await mailedTo(person.email)
  expect(token).not.toBe(old)
  expect(mail.to(person.email).map(({ subject }) => subject)).toEqual([
    'Choose a new password for Mothlight',
    'Choose a new password for Mothlight',
  ])
  expect((await check(token)).result).toMatchObject({ purpose: 'reset', email: person.email })
  expect((await reset(token)).status).toBe(200)
  const body = { email: person.email, password: 'several unrelated words' }
  expect((await app.stranger.call(login, { body })).status).toBe(200)
  // The new password has ended it too.
  await expectNothing(old)
})

it('nothing comes of a link that works still, was used, was ended or is no link for a password, nor of a made-up one', async () => {
  const person = await app.person(['customer'])
  const open = await aMailedToken(person.email)
  await expectNothing(open)
  await reset(open)
  await age(person.email, 120)
  await expectNothing(open)

  const other = await app.person(['customer'])
  const ended = await aMailedToken(other.email)
  await admin.call(editUser, { params: { userId: other.userId }, body: { password: 'from an administrator' } })
  await age(other.email, 120)
  await expectNothing(ended)

  const late = await app.person(['customer'])
  const expired = await aMailedToken(late.email)
  await age(late.email, 120)
  const [id = '', secret = ''] = expired.split('.')
  for (const wrong of [id, `${id}.`, `${id}.${'A'.repeat(43)}`, `${'f'.repeat(24)}.${secret}`, secret, '', 'x'])
    await expectNothing(wrong)

  await late.call(accounts.askToConfirmEmail, {})
  const confirm = await mailedTo(late.email)
  await admin.call(accounts.inviteUser, { body: { email: 'invited@example.test', role: [] } })
  const invitation = await mailedTo('invited@example.test')
  for (const [email, token] of [
    [late.email, confirm],
    ['invited@example.test', invitation],
  ] as const) {
    await age(email, 8 * 24 * 60)
    await expectNothing(token)
  }
  expect((await check(expired)).isRenewable).toBe(true)
})

it('is answered alike for an account that was deactivated, which is mailed nothing', async () => {
  const person = await app.person(['customer'])
  const old = await aMailedToken(person.email)
  await age(person.email, 60)
  await admin.call(setUserActive, { params: { userId: person.userId }, body: { active: false } })
  expect(await check(old)).toEqual({ result: null, isRenewable: true })
  expect((await renew(old)).body).toEqual(accepted)
  await app.runJob('send-mails')
  expect(mail.to(person.email)).toHaveLength(1)
})

it('a link that an administrator handed over is renewed by a mail to the account alone', async () => {
  const person = await app.person(['customer'])
  const made = await admin.call(accounts.makeResetLink, { params: { userId: person.userId } })
  const token = tokenIn(made.body.link)
  await age(person.email, 60)
  expect((await renew(token)).body).toEqual(accepted)
  const renewed = await mailedTo(person.email)
  expect(mail.mails.map(({ to }) => to)).toEqual([[person.email]])
  expect((await reset(renewed)).status).toBe(200)

  // Nothing can be mailed to this.
  const other = await app.person(['customer'], { email: 'odd"one@example.test' })
  const { link } = (await admin.call(accounts.makeResetLink, { params: { userId: other.userId } })).body
  await age(other.email, 60)
  await expectNothing(tokenIn(link))
})

it('can’t be renewed once its row is deleted, a month later', async () => {
  const person = await app.person(['customer'])
  const old = await aMailedToken(person.email)
  await age(person.email, 60 + 30 * 24 * 60 - 1)
  await app.runJob('delete-old-account-links')
  expect((await check(old)).isRenewable).toBe(true)
  await age(person.email, 1)
  await app.runJob('delete-old-account-links')
  await expectNothing(old)
})

it('counts with the forgotten passwords of the network and of the address', async () => {
  const limited = await openTestApp({ ...mail.settings, LIMIT_ACCOUNT_MAILS: '8' })
  try {
    const person = await limited.person(['customer'])
    const old = await aMailedToken(person.email, limited)
    await age(person.email, 60, limited)
    // The address has had one of its five.
    for (let asked = 0; asked < 6; asked++) expect((await renew(old, limited)).body).toEqual(accepted)
    await limited.runJob('send-mails')
    expect(mail.to(person.email)).toHaveLength(5)
    expect((await renew('made-up', limited)).status).toBe(200)
    for (const token of [old, 'made-up']) {
      const refused = await renew(token, limited)
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
    }
    const asked = await limited.stranger.call(accounts.forgotPassword, { body: { email: person.email } })
    expect(asked.status).toBe(429)
  } finally {
    await limited.end()
  }
})
