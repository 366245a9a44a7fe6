import * as accounts from '#shared/accounts/contract.ts'
import { createRole } from '#shared/roles/contract.ts'
import { getUser, setUserActive } from '#shared/users/contract.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let mail: MailServer
let app: TestApp
let admin: Caller & { userId: string }
beforeAll(async () => {
  mail = await startMailServer()
  app = await openTestApp({ ...mail.settings, LIMIT_ACCOUNT_MAILS: '3' })
  admin = await app.person(['admin'])
})
afterAll(async () => {
  await app?.end()
  await mail?.close()
})

const invite = (email: string, by: Caller = admin) =>
  by.call(accounts.inviteUser, { body: { email, role: ['customer'] } })

describe('an invitation to an address that has an account', () => {
  it('is refused with the person and their roles, active or not, as whoever sees people sees them', async () => {
    const person = await app.person(['staff', 'customer'], { fullName: 'Rosa Lindqvist', email: 'rosa@example.test' })
    const answer = await invite(' ROSA@Example.test ')
    expect([answer.status, answer.refusal.error]).toMatchObject([400, { code: 'email-taken', field: 'email' }])
    expect(answer.refusal['account']).toEqual({
      _id: person.userId,
      fullName: 'Rosa Lindqvist',
      givenName: 'Per',
      familyName: 'Son',
      email: 'rosa@example.test',
      role: ['customer', 'staff'],
      createdOn: expect.any(String),
      isDeactivated: false,
      abilities: { edit: true },
    })
    const { body } = await admin.call(getUser, { params: { userId: person.userId } })
    expect(answer.refusal['account']).toEqual(body.result)

    await admin.call(setUserActive, { params: { userId: person.userId }, body: { active: false } })
    expect((await invite('rosa@example.test')).refusal['account']).toMatchObject({
      _id: person.userId,
      isDeactivated: true,
    })
  })

  it('says nothing of the person to who may edit users and not see them, nor to anybody else', async () => {
    const person = await app.person(['customer'], { fullName: 'Hidden Name', email: 'hidden@example.test' })
    await admin.call(createRole, { body: { name: 'blind', permissions: ['canEditAnyUser'] } })
    const blind = await app.person(['blind'])
    const answer = await blind.call(accounts.inviteUser, { body: { email: person.email, role: [] } })
    expect(answer.refusal).toEqual({
      error: { code: 'email-taken', message: expect.any(String), field: 'email', requestId: expect.any(String) },
    })
    for (const by of [app.stranger, await app.person(['staff', 'support', 'customer']), await app.person([])]) {
      const refused = await invite(person.email, by)
      expect([401, 403]).toContain(refused.status)
      expect(Object.keys(refused.refusal)).toEqual(['error'])
      expect(JSON.stringify(refused.refusal)).not.toContain('Hidden')
    }
  })

  it('costs none of the mails that one person may send, and is told after they are used up too', async () => {
    const by = await app.person(['admin'])
    const taken = await app.person(['customer'])
    for (let tried = 0; tried < 4; tried++) expect((await invite(taken.email, by)).status).toBe(400)
    for (let sent = 0; sent < 3; sent++) expect((await invite(`n${sent}@example.test`, by)).status).toBe(200)
    const refused = await invite('n3@example.test', by)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
    expect((await invite(taken.email, by)).refusal['account']).toMatchObject({ _id: taken.userId })
  })
})

it('an invitation says whether it takes the place of an earlier one, expired or not, by whomever', async () => {
  const [one, other] = [await app.person(['admin']), await app.person(['admin'])]
  const email = 'again@example.test'
  expect((await invite(email, one)).body.replacesEarlier).toBe(false)
  const again = await invite(email, other)
  expect(again.body).toMatchObject({ replacesEarlier: true, result: { email, invitedBy: { _id: other.userId } } })
  await app.database.pool.query('update account_links set expires_on = now() where email = $1', [email])
  const third = await invite(email, other)
  expect(third.body.replacesEarlier).toBe(true)
  await other.call(accounts.endInvitation, { params: { invitationId: third.body.result._id } })
  expect((await invite(email, other)).body.replacesEarlier).toBe(false)
})
