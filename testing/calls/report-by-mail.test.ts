import { addComment } from '#shared/comments/contract.ts'
import { setBugStatus, viewBug } from '#shared/bugs/contract.ts'
import { listNotifications } from '#shared/following/contract.ts'
import { checkMailReport, confirmMailReport } from '#shared/mail-reports/contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tokenIn } from '#testing/rights/guests.ts'
import {
  commentsOn,
  deliver,
  handle,
  type MailInApp,
  mailOf,
  openMailIn,
  ownDomain,
  received,
  senders,
} from '#testing/mail-in-parts.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'

let server: MailServer
let mailIn: MailInApp
beforeAll(async () => {
  server = await startMailServer()
  mailIn = await openMailIn({ ...server.settings, PUBLIC_URL: 'https://bugs.mothlight.example' })
})
afterAll(async () => {
  await mailIn?.end()
  await server?.close()
})

const own = `mothlight+bug@${ownDomain}`
const rosa = `rosa@${senders}`

/** Somebody writes a mail, which is delivered and handled. */
async function write(from: string, to: string, subject: string, text: string): Promise<void> {
  const raw = await mailOf({ from: `Rosa Reporter <${from}>`, to, subject, text })
  await deliver(mailIn.port, raw, { from, to })
  await handle(mailIn.app)
}

/** What the reporter is mailed once some minutes have passed. */
async function mailed(bugId: string) {
  const { app } = mailIn
  server.mails.length = 0
  await app.database.pool.query(
    `with sent as (update mails set created_on = created_on - interval '20 minutes')
      update events set at = at - interval '20 minutes' where subject_id = $1`,
    [bugId],
  )
  await app.runJob('put-reporter-mails')
  await app.runJob('send-mails')
  return server.to(rosa).at(-1)
}

it('somebody without an account reports, is asked, answers and hears of the end, all by mail', async () => {
  const { app } = mailIn
  const staff = await app.person(['staff'], { fullName: 'Stan Staff' })

  await write(rosa, own, 'The lamp flickers', 'Every night, at ten.')
  await app.runJob('send-mails')
  const token = tokenIn(server, rosa, 'confirm-report')
  const { waiting } = (await app.stranger.call(checkMailReport, { body: { token } })).body.result ?? {}
  expect(waiting).toMatchObject({ title: 'The lamp flickers', description: 'Every night, at ten.' })
  const text = { title: 'The lamp flickers', description: 'Every night, at ten.' }
  const { key } = (await app.stranger.call(confirmMailReport, { body: { token, ...text } })).body.result
  const { _id: bugId, createdBy } = (await staff.call(viewBug, { params: { bugId: key } })).body.result
  expect(createdBy).toMatchObject({ fullName: 'Rosa Reporter', isGuest: true })

  await staff.call(addComment, { params: { bugId }, body: { message: 'Which lamp is it?', asks: true } })
  const question = await mailed(bugId)
  expect(question?.text).toContain('Which lamp is it?')
  expect(question?.text).toContain('reply to this mail to answer')
  const replyTo = question?.headers['reply-to'] ?? ''
  expect(replyTo).toMatch(/^reply\+/)

  server.mails.length = 0
  await app.database.pool.query(`update bugs set asked_on = asked_on - interval '3 days' where id = $1`, [bugId])
  for (const job of ['remind-reporters', 'send-mails']) await app.runJob(job)
  const [reminder, ...more] = server.to(rosa)
  expect(more).toEqual([])
  expect(reminder?.subject).toBe('Waiting for your answer: The lamp flickers')
  expect(reminder?.text).toContain('> Which lamp is it?')
  expect(reminder?.text).toMatch(/Open my report and answer:\n\S+\/page\/report\//)
  expect(reminder?.headers['reply-to']).toBe(replyTo)

  // The address alone is no password, and somebody else may not use it.
  await write(`mallory@${senders}`, replyTo, 'Re: The lamp flickers', 'Close it.')
  expect((await received(app)).at(-1)).toMatchObject({ state: 'held', reason: 'other-sender' })

  const quoted = (question?.text ?? '').split('\n').map((line) => `> ${line}`)
  const said = ['The left one.', '', 'On Tue, Nov 24, 2026 at 10:00 AM Mothlight <bugs@x.example> wrote:', ...quoted]
  await write(rosa, replyTo, 'Re: The lamp flickers', said.join('\r\n'))
  expect((await received(app)).at(-1)).toMatchObject({ state: 'done', reason: null })
  expect((await commentsOn(app, bugId)).map(({ user_id, message }) => [user_id, message])).toEqual([
    [staff.userId, 'Which lamp is it?'],
    [createdBy?._id, 'The left one.'],
  ])
  const answered = (await staff.call(viewBug, { params: { bugId } })).body.result
  expect(answered.isWaiting).toBe(false)
  await app.notified()
  const { result } = (await staff.call(listNotifications, {})).body
  expect(result).toContainEqual(expect.objectContaining({ reason: 'answered' }))

  await staff.call(setBugStatus, { params: { bugId }, body: { status: 'Closed' } })
  expect((await mailed(bugId))?.text).toContain('Closed')
})
