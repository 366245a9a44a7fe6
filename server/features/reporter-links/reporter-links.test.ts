import { assignBug, reportBug, setBugFields, setBugStatus } from '#shared/bugs/contract.ts'
import { addComment, deleteComment } from '#shared/comments/contract.ts'
import { endpoints } from '#shared/endpoints.ts'
import { createLabel } from '#shared/labels/contract.ts'
import { hearLess } from '#shared/mail/contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { givePlaceholder, listPlaceholders } from '#shared/placeholders/contract.ts'
import * as contract from '#shared/reporter-links/contract.ts'
import { viewReport } from '#shared/reporter-links/contract.ts'
import { uploaded } from '#testing/attachment-parts.ts'
import { reportedByMail, tokenIn } from '#testing/rights/guests.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let server: MailServer
let app: TestApp
let staff: Caller & { userId: string }
let admin: Caller & { userId: string }

beforeAll(async () => {
  server = await startMailServer()
  app = await openTestApp({ ...server.settings, LIMIT_ACCOUNT_MAILS: '1000' })
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  staff = await app.person(['staff'], { fullName: 'Sue Staff' })
  admin = await app.person(['admin'])
})
beforeEach(() => void (server.mails.length = 0))
afterAll(async () => {
  await app?.end()
  await server?.close()
})

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows
const view = (token: string, by: Caller = app.stranger) => by.call(viewReport, { params: { token } })
const answer = (token: string, message: string, headers?: Record<string, string>) =>
  app.stranger.call(contract.answerReport, { params: { token }, body: { message }, ...(headers && { headers }) })
const comment = (bugId: string, message: string) =>
  staff.call(addComment, { params: { bugId }, body: { message } }).then(({ body }) => body.comment)
const setStatus = (bugId: string, status: 'Open' | 'Closed') =>
  staff.call(setBugStatus, { params: { bugId }, body: { status } })
const asBytes = { 'content-type': 'application/octet-stream' }
/** As if what happened at a bug had happened so many minutes before. */
const pass = (bugId: string, minutes: number) =>
  query(
    `with sent as (update mails set created_on = created_on - $2 * interval '1 minute')
      update events set at = at - $2 * interval '1 minute' where subject_id = $1`,
    [bugId, minutes],
  )
async function mailed(address: string) {
  server.mails.length = 0
  await app.runJob('put-reporter-mails')
  await app.runJob('send-mails')
  return server.to(address)
}

type Four = [string, string, string, string]

/** Everything that the holder of a link can call, with whether it worked. */
async function everything(token: string, attachmentId = 'f'.repeat(24)) {
  const path = `/api/reporter-link/${token}`
  const calls = [
    await view(token),
    await app.stranger.send('GET', `${path}/attachments/${attachmentId}`),
    await answer(token, 'x'),
    await app.stranger.send('POST', `${path}/attachments?name=a.txt`, Buffer.from('x'), asBytes),
    await app.stranger.call(contract.setReportMail, { params: { token }, body: { isMailed: false } }),
    await app.stranger.call(contract.endReporterLink, { params: { token } }),
  ]
  return calls.map(({ status, refusal }) => [status, refusal?.error?.message])
}
const nothing = Array.from({ length: 6 }, () => [404, 'This link can’t be used any more, or was cut off.'])

describe('a reporter without an account', () => {
  it('sees status, texts, comments and files of their bug, and answers with a file, which the team sees as theirs', async () => {
    const { token, bugId, key } = await reportedByMail(app, server)
    const screenshot = await uploaded(staff, 'fix.txt', 'the fix')
    await comment(bugId, `Try this: [fix.txt](attachment:${screenshot})`)
    const deleted = await comment(bugId, 'said in error')
    await staff.call(deleteComment, { params: { bugId, commentId: deleted.commentId } })
    await setStatus(bugId, 'Closed')
    const log = await app.stranger.send(
      'POST',
      `/api/reporter-link/${token}/attachments?name=log.txt`,
      Buffer.from('a log'),
      asBytes,
    )
    const { _id: logId } = (log.body as { result: { _id: string } }).result
    const retried = { 'idempotency-key': 'once' }
    const first = await answer(token, `Still broken, see [log.txt](attachment:${logId})`, retried)
    expect(await answer(token, `Still broken, see [log.txt](attachment:${logId})`, retried)).toMatchObject({
      status: 200,
      body: first.body,
    })
    const { body } = await view(token)
    expect(body.result).toMatchObject({
      ...{ key, title: 'It crashes when I save', status: 'Closed', isClosed: true, reporterName: 'Rosa Guest' },
      description: 'Pressing *save* closes the window.',
      comments: [
        { name: 'Sue Staff', isOwn: false, message: `Try this: [fix.txt](attachment:${screenshot})` },
        { isDeleted: true, message: '' },
        { name: 'Rosa Guest', isOwn: true, message: `Still broken, see [log.txt](attachment:${logId})` },
      ],
      files: [{ name: 'fix.txt' }, { name: 'log.txt' }],
      isMailed: true,
    })
    const days = (Date.parse(body.result.expiresOn ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(180)
    const download = (id: string) => app.stranger.send('GET', `/api/reporter-link/${token}/attachments/${id}`)
    expect([(await download(screenshot)).body, (await download(logId)).body]).toEqual(['the fix', 'a log'])
    const { body: timeline } = await staff.send('GET', `/api/bug/${bugId}/timeline`)
    expect(JSON.stringify(timeline)).toContain('Still broken')
    expect((await app.eventsOf(bugId)).at(-1)).toMatchObject({
      type: 'comment-added',
      payload: { userId: expect.any(String) },
    })
  })

  it('is in no list of people, can’t be assigned, and can’t sign in', async () => {
    const { bugId } = await reportedByMail(app, server, {
      from: { address: 'nobody@example.test', name: 'Nora Nobody' },
    })
    const [person] = await query(`select created_by as id from bugs where id = $1`, [bugId])
    const people = await admin.send('GET', '/api/user/list?keywords=Nobody')
    expect(people.body).toMatchObject({ result: [] })
    const refused = await staff.call(assignBug, { params: { bugId }, body: { userId: person.id } })
    expect(refused.status).not.toBe(200)
    expect(
      (
        await app.stranger.send('POST', '/api/user/login', {
          email: 'nobody@example.test',
          password: 'a good password',
        })
      ).status,
    ).toBe(401)
    const list = await admin.send('GET', `/api/bug/${bugId}`)
    expect(list.body).toMatchObject({ result: { createdBy: { fullName: 'Nora Nobody', isGuest: true } } })
    expect(JSON.stringify(list.body)).not.toContain('nobody@example.test')
  })

  it('reads nothing of what the team keeps to itself: no planted secret is in any reply of the link', async () => {
    const { token, bugId } = await reportedByMail(app, server)
    const secretOf = (what: string) => `secret ${what} ${randomBytes(6).toString('hex')}`
    const [label, assignee, other, hidden] = ['label', 'assignee', 'other', 'hidden'].map(secretOf) as Four
    const [file, content, history, mail] = ['file', 'content', 'history', 'mail'].map(secretOf) as Four
    const secrets = [label, assignee, other, hidden, file, content, history, mail]
    const colleague = await app.person(['staff'], {
      fullName: assignee,
      email: `${mail.replaceAll(' ', '.')}@example.test`,
    })
    await staff.call(assignBug, { params: { bugId }, body: { userId: colleague.userId } })
    const labelled = await staff.call(createLabel, { body: { name: label } })
    expect(labelled.status).toBe(200)
    await staff.call(setBugFields, {
      params: { bugId },
      body: { labels: [(labelled.body as { result: { _id: string } }).result._id], priority: 'Urgent' },
    } as never)
    const texts = { description: 'd', stepsToReproduce: 's' }
    const another = await app.person(['customer'])
    const otherBug = (await another.call(reportBug, { body: { ...texts, title: other } })).body.result
    const hider = await app.person(['admin'])
    const hiddenBug = (await hider.call(reportBug, { body: { ...texts, title: hidden, isPrivate: true } })).body.result
    const fileOfOther = await uploaded(another, `${file}.txt`, content)
    await another.call(addComment, {
      params: { bugId: otherBug._id },
      body: { message: `[f](attachment:${fileOfOther})` },
    })
    await comment(bugId, `Same as #${otherBug._id.slice(-8)}, ${otherBug.key} and [f](attachment:${fileOfOther})`)
    const said = await comment(bugId, history)
    await staff.call(deleteComment, { params: { bugId, commentId: said.commentId } })
    await admin.call(mergeBug, { params: { bugId }, body: { into: hiddenBug._id } })

    const replies: string[] = []
    for (const [name, endpoint] of Object.entries(endpoints)) {
      if (!endpoint.path.startsWith('/api/reporter-link/') || name === 'endReporterLink') continue
      const url = endpoint.path.replace(':token', token).replace(':attachmentId', fileOfOther)
      const body = { answerReport: { message: 'x' }, setReportMail: { isMailed: true } }[name]
      const got =
        endpoint.takes === 'bytes'
          ? await app.stranger.send(endpoint.method, `${url}?name=a.txt`, Buffer.from('x'), asBytes)
          : await app.stranger.send(endpoint.method, url, body)
      expect([name, got.status]).toEqual([name, name === 'viewReportFile' ? 404 : 200])
      replies.push(JSON.stringify(got.body))
    }
    replies.push(...(await (await pass(bugId, 5), mailed('any'))).map(({ raw }) => raw))
    replies.push(...server.mails.map(({ text, html, subject }) => text + html + subject))
    expect(replies.length).toBeGreaterThan(5)
    for (const secret of [
      ...secrets,
      mail.replaceAll(' ', '.'),
      'Urgent',
      '@example.test',
      hiddenBug._id,
      otherBug._id,
      staff.userId,
    ])
      expect(replies.filter((reply) => reply.includes(secret))).toEqual([])
    expect((await view(token)).body.result.merged).toEqual({})
  })

  it('sees of an original its title and state alone, where everybody sees it, through several merges', async () => {
    const { token, bugId } = await reportedByMail(app, server)
    const texts = { description: 'd', stepsToReproduce: 's' }
    const one = await app.person(['customer'])
    const middle = (await one.call(reportBug, { body: { ...texts, title: 'Middle' } })).body.result._id
    const two = await app.person(['customer'])
    const last = (await two.call(reportBug, { body: { ...texts, title: 'The last one' } })).body.result._id
    await staff.call(mergeBug, { params: { bugId }, body: { into: middle } })
    await staff.call(mergeBug, { params: { bugId: middle }, body: { into: last } })
    expect((await view(token)).body.result.merged).toEqual({ original: { title: 'The last one', status: 'Open' } })
    await query('update bugs set is_private = true where id = $1', [last])
    expect((await view(token)).body.result.merged).toEqual({})
  })
})

describe('a link', () => {
  it('that was never made opens nothing, whatever it resembles, and every other way to say so is the same', async () => {
    const { token } = await reportedByMail(app, server)
    const [id = '', secret = ''] = token.split('.')
    const another = (await reportedByMail(app, server)).token
    const forged = [
      `${id}.${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
      `${id}.${another.split('.')[1]}`,
      `${id}.${createHmac('sha256', '').update(id).digest('base64url')}`,
      `${'f'.repeat(24)}.${secret}`,
      `${id}.`,
      id,
      'x',
    ]
    for (const one of forged) expect(await everything(one), one).toEqual(nothing)
    expect((await view(token)).status).toBe(200)
  })

  it('ended by its holder is over at once, for everything, and recorded', async () => {
    const { token, bugId } = await reportedByMail(app, server)
    expect((await app.stranger.call(contract.endReporterLink, { params: { token } })).status).toBe(200)
    expect(await everything(token)).toEqual(nothing)
    const [reporter] = await query('select created_by as id from bugs where id = $1', [bugId])
    expect((await app.eventsOf(bugId)).at(-1)).toMatchObject({ type: 'reporter-link-revoked', actor_id: reporter.id })
  })

  it('is ended and sent anew by who may edit the bug, who never see it', async () => {
    const { token, bugId, address } = await reportedByMail(app, server)
    const state = await staff.call(contract.viewReporterLink, { params: { bugId } })
    expect(state.body.result).toMatchObject({ isPossible: true, reporterName: 'Rosa Guest', link: { isMailed: true } })
    const sent = await staff.call(contract.sendReporterLink, { params: { bugId } })
    for (const { body } of [state, sent]) {
      expect(JSON.stringify(body)).not.toContain(address)
      expect(JSON.stringify(body)).not.toContain(token.split('.')[0])
    }
    expect((await view(token)).status).toBe(404)
    await app.runJob('send-mails')
    const next = tokenIn(server, address, 'report')
    expect((await view(next)).status).toBe(200)
    const ended = await staff.call(contract.revokeReporterLink, { params: { bugId } })
    expect(ended.body.result.link).toBeNull()
    expect((await view(next)).status).toBe(404)
    const types = (await app.eventsOf(bugId)).map(({ type }) => type).filter((type) => type.startsWith('reporter'))
    expect(types.slice(1)).toEqual(['reporter-link-revoked', 'reporter-link-sent', 'reporter-link-revoked'])
  })

  it('ends 180 days after its bug was closed, and works again when that is opened', async () => {
    const { token, bugId } = await reportedByMail(app, server)
    await setStatus(bugId, 'Closed')
    await query(`update bugs set closed_on = now() - interval '179 days' where id = $1`, [bugId])
    expect((await view(token)).status).toBe(200)
    await query(`update bugs set closed_on = now() - interval '181 days' where id = $1`, [bugId])
    expect(await everything(token)).toEqual(nothing)
    await setStatus(bugId, 'Open')
    expect((await view(token)).status).toBe(200)
  })

  it('works for a bug that became private, as for every reporter, and not in a product of members', async () => {
    const { token, bugId } = await reportedByMail(app, server)
    await query('update bugs set is_private = true where id = $1', [bugId])
    expect((await view(token)).status).toBe(200)
    await query('update bugs set is_private = false where id = $1', [bugId])
    const id = randomBytes(12).toString('hex')
    await query(`insert into products (id, key, name, is_open) values ($1, 'MEMB', 'Members', false)`, [id])
    await query(`insert into product_members (product_id, user_id) values ($1, $2)`, [id, admin.userId])
    await query(`update bugs set product_number = (select number from products where key = 'MEMB') where id = $1`, [
      bugId,
    ])
    expect(await everything(token)).toEqual(nothing)
    const outsider = await app.person(['staff'])
    expect((await outsider.call(contract.viewReporterLink, { params: { bugId } })).status).toBe(404)
  })

  it('ends when its bug is given to an account, as that of a placeholder', async () => {
    const from = { address: 'later@example.test', name: 'Lara Later' }
    const { token, bugId } = await reportedByMail(app, server, { from })
    const account = await app.person(['customer'])
    const [placeholder] = (await admin.call(listPlaceholders, { query: { keywords: 'Lara' } })).body.result
    expect(placeholder).toMatchObject({ fullName: 'Lara Later', reported: 1 })
    const given = await admin.call(givePlaceholder, {
      params: { userId: account.userId },
      body: { placeholderId: placeholder?._id ?? '' },
    })
    expect(given.status).toBe(200)
    expect((await view(token)).status).toBe(404)
    // What they mail from now on is the account's.
    const next = await reportedByMail(app, server, { from })
    expect([next.token, (await query('select created_by as id from bugs where id = $1', [next.bugId]))[0]]).toEqual([
      '',
      { id: account.userId },
    ])
    expect(bugId).not.toBe(next.bugId)
  })

  it('that sends too much at once is refused, without an effect on others', async () => {
    const [one, other] = [await reportedByMail(app, server), await reportedByMail(app, server)]
    await query('delete from rate_limits')
    const statuses = []
    for (let n = 0; n < 41; n++) statuses.push((await answer(one.token, `answer ${n}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 40 }, () => 200), 429])
    expect((await answer(other.token, 'mine')).status).toBe(200)
  })
})

describe('what happens at the bug', () => {
  it('is mailed with the link: comments of others and the status, at once, and nothing else', async () => {
    const { token, bugId, address } = await reportedByMail(app, server)
    await comment(bugId, 'Which version is it?')
    await staff.call(setBugFields, { params: { bugId }, body: { priority: 'Urgent' } } as never)
    await answer(token, 'The last one')
    await setStatus(bugId, 'Closed')
    expect(await mailed(address)).toEqual([])
    await pass(bugId, 2)
    const [mail, ...more] = await mailed(address)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Your report: It crashes when I save')
    expect(mail?.text).toContain('Sue Staff commented\n\n> Which version is it?')
    expect(mail?.text).toContain('changed the status from Open to Closed')
    expect(mail?.text).not.toMatch(/The last one|Urgent|priority/)
    expect(tokenIn(server, address, 'report')).toBe(token)
    expect(await mailed(address)).toEqual([])
  })

  it('is mailed to nobody who ended that, by the page or by the mail, until they want it again', async () => {
    const { token, bugId, address } = await reportedByMail(app, server)
    await comment(bugId, 'One')
    await pass(bugId, 2)
    const [mail] = await mailed(address)
    const less = /\/page\/mail\/less\?token=(report\.[\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await app.stranger.call(hearLess, { body: { token: less } })).body).toEqual({ about: 'report' })
    expect((await view(token)).body.result.isMailed).toBe(false)
    await comment(bugId, 'Two')
    await pass(bugId, 11)
    expect(await mailed(address)).toEqual([])
    await app.stranger.call(contract.setReportMail, { params: { token }, body: { isMailed: true } })
    const [next] = await mailed(address)
    expect(next?.text).toContain('> Two')
    expect((await app.stranger.call(hearLess, { body: { token: `report.${'f'.repeat(24)}.x` } })).status).toBe(404)
  })
})
