import { closeBug, reportBug, setBugFields, viewBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { setBugLevel } from '#shared/following/contract.ts'
import { setPreferences } from '#shared/users/contract.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

let server: MailServer
let app: TestApp
let staff: Person
const origin = 'https://bugs.mothlight.example'
beforeAll(async () => {
  server = await startMailServer()
  app = await openTestApp({ ...server.settings, PUBLIC_URL: origin, QUESTION_REMINDER_TEXT: 'We need you.' })
  staff = await app.person(['staff'], { fullName: 'Stan Staff' })
})
afterAll(async () => {
  await app?.end()
  await server?.close()
})
beforeEach(async () => {
  await app.notified()
  await query('update notifications set is_mail_pending = false')
  await query('update bugs set is_waiting = false')
  await query('delete from mails')
  server.mails.length = 0
})

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows

/** A bug whose reporter, with a confirmed address, was asked something. */
async function asked() {
  const reporter = await app.person(['customer'], { fullName: 'Rita Reporter' })
  await query('update users set email_confirmed_on = now() where id = $1', [reporter.userId])
  const texts = { title: 'The lamp flickers', description: 'At night', stepsToReproduce: 'Wait' }
  const { _id: bugId, key } = (await reporter.call(reportBug, { body: texts })).body.result
  const params = { bugId }
  const { commentId } = (await staff.call(addComment, { params, body: { message: 'Which *lamp*?', asks: true } })).body
    .comment
  return { reporter, bugId, key, params, commentId }
}
/** As if so many days had passed since every question. */
const wait = (days: number) => query(`update bugs set asked_on = asked_on - $1 * interval '1 day'`, [days])
const remind = () => app.runJob('remind-reporters')
/** The reminders that the jobs send to somebody now. */
async function reminded({ email }: Person) {
  const before = server.to(email).length
  await remind()
  await app.runJob('send-mails')
  return server.to(email).slice(before)
}

describe('a reminder of a question', () => {
  it('comes after 3 and 10 days, once each, with the question and the way to answer; nothing is closed', async () => {
    const { reporter, key, commentId, params } = await asked()
    await wait(2)
    expect(await reminded(reporter)).toEqual([])
    await wait(1)
    const [mail, ...more] = await reminded(reporter)
    expect(more).toEqual([])
    expect(mail?.subject).toBe(`[${key}] Waiting for your answer: The lamp flickers`)
    expect(mail?.text).toContain('We need you.')
    expect(mail?.text).toContain('Stan Staff asked you · ')
    expect(mail?.text).toContain('> Which *lamp*?')
    expect(mail?.text).toContain(`Answer the question:\n${origin}/page/bugs/list/view/${key}#comment-${commentId}`)
    expect(mail?.text).toContain('Hear less about this bug: ')
    expect(await reminded(reporter)).toEqual([])
    await wait(7)
    expect(await reminded(reporter)).toHaveLength(1)
    await wait(400)
    expect(await reminded(reporter)).toEqual([])
    const { status, isWaiting } = (await staff.call(viewBug, { params })).body.result
    expect({ status, isWaiting }).toEqual({ status: 'Open', isWaiting: true })
  })

  it('comes once where several days were missed, and begins anew with another question', async () => {
    const { reporter, params } = await asked()
    await wait(30)
    expect(await reminded(reporter)).toHaveLength(1)
    await staff.call(addComment, { params, body: { message: 'And which bulb?', asks: true } })
    expect(await reminded(reporter)).toEqual([])
    await wait(3)
    expect((await reminded(reporter))[0]?.text).toContain('> And which bulb?')
  })

  it('comes not after an answer, a question that was taken back, or while the bug is closed', async () => {
    const [answered, ended, closed] = [await asked(), await asked(), await asked()]
    await wait(3)
    await answered.reporter.call(addComment, { params: answered.params, body: { message: 'The one in the hall' } })
    await staff.call(setBugFields, { params: ended.params, body: { isWaiting: false } })
    await staff.call(closeBug, { params: closed.params, body: { closed: true } })
    for (const { reporter } of [answered, ended, closed]) expect(await reminded(reporter)).toEqual([])
  })

  it('is not sent where the answer came between the job and the mail server', async () => {
    const { reporter, params } = await asked()
    await wait(3)
    await remind()
    await reporter.call(addComment, { params, body: { message: 'The one in the hall' } })
    await app.runJob('send-mails')
    expect(server.to(reporter.email)).toEqual([])
    expect(await query('select from mails')).toEqual([])
  })

  it('is one where the job is done by several processes at once', async () => {
    const { reporter } = await asked()
    await wait(3)
    await Promise.all([remind(), remind(), remind()])
    await app.runJob('send-mails')
    expect(server.to(reporter.email)).toHaveLength(1)
  })

  it('is not for who gets no mail, wants none, or wants to hear nothing of the bug; in quiet hours it waits', async () => {
    const [unconfirmed, never, nothing, quiet] = [await asked(), await asked(), await asked(), await asked()]
    await query('update users set email_confirmed_on = null where id = $1', [unconfirmed.reporter.userId])
    await never.reporter.call(setPreferences, { body: { mailFrequency: 'never' } })
    await nothing.reporter.call(setBugLevel, { params: nothing.params, body: { level: 'nothing' } })
    // They hold for an hour at least, whatever time it is.
    const oclock = (ahead: number) => `${String((new Date().getUTCHours() + ahead) % 24).padStart(2, '0')}:00`
    await quiet.reporter.call(setPreferences, { body: { quietHours: { from: oclock(23), to: oclock(2) } } })
    await wait(3)
    for (const { reporter } of [unconfirmed, never, nothing, quiet]) expect(await reminded(reporter)).toEqual([])
    await quiet.reporter.call(setPreferences, { body: { quietHours: null } })
    expect(await reminded(quiet.reporter)).toHaveLength(1)
  })
})

describe('the mail of a question', () => {
  it('says what is asked and how it is answered, also to who hears only of mentions', async () => {
    const { reporter, params, key } = await asked()
    await reporter.call(setBugLevel, { params, body: { level: 'mentions' } })
    await staff.call(addComment, { params, body: { message: 'Which bulb?', asks: true } })
    await app.notified()
    await query(`update notifications set decided_on = decided_on - interval '3 minutes'`)
    await app.runJob('gather-notification-mails')
    await app.runJob('send-mails')
    const [mail] = server.to(reporter.email)
    expect(mail?.subject).toBe(`[${key}] The lamp flickers`)
    expect(mail?.text).toContain('Stan Staff asked the reporter · ')
    expect(mail?.text).toContain('> Which bulb?')
    expect(mail?.text).toContain('This is a question to you')
    expect(mail?.text).toContain(`Answer the question:\n${origin}/page/bugs/list/view/${key}#comment-`)
    expect(mail?.text).toContain('You get this because you were asked a question.')
  })
})
