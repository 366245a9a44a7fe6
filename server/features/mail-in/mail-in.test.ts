import { addComment } from '#shared/comments/contract.ts'
import {
  acceptReceivedMail,
  deleteReceivedMail,
  listReceivedMails,
  retryReceivedMail,
  revokeReplyAddress,
  viewCommentOriginal,
  viewReceivedMail,
} from '#shared/mail-in/contract.ts'
import { listTimeline } from '#shared/history/contract.ts'
import { hearLess } from '#shared/mail/contract.ts'
import { setUserActive } from '#shared/users/contract.ts'
import { openInstallationKey } from '#server/config/installation-key.ts'
import { writeConversation } from '#server/features/chat/public.ts'
import { keepReplyAddress, lessToken, replyAddressOf } from '#server/features/mail/public.ts'
import {
  aReader,
  commentsOn,
  deliver,
  handle,
  type MailInApp,
  mailOf,
  openMailIn,
  ownDomain,
  type Person,
  post,
  received,
  senders,
} from '#testing/mail-in-parts.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import type { TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let server: MailServer
let mailIn: MailInApp
let app: TestApp
beforeAll(async () => {
  server = await startMailServer()
  mailIn = await openMailIn({ ...server.settings, PUBLIC_URL: 'https://bugs.mothlight.example' })
  app = mailIn.app
})
afterAll(async () => {
  await mailIn?.end()
  await server?.close()
})
beforeEach(async () => {
  await query('delete from received_mails')
  mailIn.names.isFailing = false
})

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows
const own = `mothlight@${ownDomain}`

/** Sends a mail of somebody and has it handled. */
async function answer(from: string, to: string, text: string, more: Parameters<typeof mailOf>[0] = {}) {
  const raw = await mailOf({ from, to, subject: 'Re: The lamp flickers', text, ...more })
  await deliver(mailIn.port, raw, { from, to })
  await handle(app)
  return raw
}

describe('an answer to a notification', () => {
  it('becomes a comment of its receiver, without what is quoted, and staff read the mail itself', async () => {
    const { person, bugId, key } = await aReader(app)
    const staff = await app.person(['staff'], { fullName: 'Stan Staff' })
    await staff.call(addComment, { params: { bugId }, body: { message: 'Which lamp is it?' } })
    await app.notified()
    await query(`update notifications set decided_on = decided_on - interval '3 minutes'`)
    await app.runJob('gather-notification-mails')
    await app.runJob('send-mails')
    const [mail] = server.to(person.email)
    const replyTo = mail?.headers['reply-to'] ?? ''
    expect(replyTo).toMatch(new RegExp(`^reply\\+[a-z0-9]{50}@${ownDomain.replaceAll('.', '\\.')}$`))
    expect(mail?.text).toContain('Reply to this mail to comment.')

    const quoted = (mail?.text ?? '').split('\n').map((line) => `> ${line}`)
    const text = [
      'The *left* one.',
      '',
      'On Tue, Nov 24, 2026 at 10:00 AM Mothlight <bugs@x.example> wrote:',
      ...quoted,
    ]
    const raw = await answer(person.email, replyTo, text.join('\n'))
    const [, comment] = await commentsOn(app, bugId)
    expect(comment?.user_id).toBe(person.userId)
    expect(comment?.message).toBe('The \\*left\\* one.')
    expect(await received(app)).toEqual([{ state: 'done', reason: null, comment_id: comment?.id }])

    const { result } = (await staff.call(listTimeline, { params: { bugId: key } })).body
    expect(result.find(({ comment: one }) => one?.commentId === comment?.id)?.byMail).toEqual({ isReadable: true })
    const params = { bugId, commentId: comment?.id ?? '' }
    const original = (await staff.call(viewCommentOriginal, { params })).body
    expect(original).toEqual({
      text: expect.stringContaining('> Which lamp is it?'),
      original: raw.toString(),
      isWhole: true,
    })
    expect((await person.call(viewCommentOriginal, { params })).status).toBe(403)
    const other = await aReader(app)
    expect((await staff.call(viewCommentOriginal, { params: { ...params, bugId: other.bugId } })).status).toBe(404)
    await query('update comments set deleted_on = now() where id = $1', [comment?.id])
    expect((await staff.call(viewCommentOriginal, { params })).status).toBe(404)
  })

  it('brings its files, and names those that are not taken', async () => {
    const { person, bugId, replyTo } = await aReader(app)
    await answer(person.email, replyTo, 'See the picture.', {
      attachments: [
        { filename: 'lamp [1].txt', content: 'bright' },
        { filename: 'empty.txt', content: '' },
      ],
    })
    const [comment] = await commentsOn(app, bugId)
    const [file] = await query('select id, name, comment_id from attachments where bug_id = $1', [bugId])
    expect(comment?.message).toBe(
      `See the picture.\n\n[lamp &#91;1&#93;.txt](attachment:${file.id})\n\nNot attached: empty.txt (it is empty)`,
    )
    expect(file).toMatchObject({ name: 'lamp [1].txt', comment_id: comment?.id })
  })

  it('is taken once, by whatever ways and however often it comes', async () => {
    const { person, bugId, replyTo } = await aReader(app)
    const raw = await mailOf({ from: person.email, to: replyTo, subject: 'Re', text: 'Once' })
    await deliver(mailIn.port, raw, { from: person.email, to: replyTo })
    await deliver(mailIn.port, raw, { from: person.email, to: replyTo })
    const onItsWay = Buffer.concat([Buffer.from('Received: from a by b; now\r\nDelivered-To: x@y.example\r\n'), raw])
    expect((await post(app, onItsWay)).status).toBe(200)
    await handle(app)
    await post(app, onItsWay)
    await handle(app)
    expect((await commentsOn(app, bugId)).map(({ message }) => message)).toEqual(['Once'])
  })

  it('is held when its Message-ID was taken and it says something else', async () => {
    const { person, bugId, replyTo } = await aReader(app)
    await answer(person.email, replyTo, 'One', { messageId: '<same@example.test>' })
    await answer(person.email, replyTo, 'Two', { messageId: '<same@example.test>' })
    expect((await commentsOn(app, bugId)).map(({ message }) => message)).toEqual(['One'])
    expect((await received(app)).map(({ reason }) => reason)).toEqual([null, 'same-id'])
  })

  it('waits for an administrator after twenty within an hour', async () => {
    const { person, bugId, replyTo } = await aReader(app)
    for (let n = 0; n < 21; n++) {
      await post(app, await mailOf({ from: person.email, to: replyTo, subject: 'Re', text: `Number ${n}` }))
    }
    await handle(app)
    expect(await commentsOn(app, bugId)).toHaveLength(20)
    expect((await received(app)).filter(({ reason }) => reason === 'too-many')).toHaveLength(1)
  })
})

describe('an address for answers', () => {
  const held = async () => (await received(app)).map(({ state, reason }) => [state, reason].join(' '))

  it('is worth nothing without the sender whom it was made for, and a mail that shows where it comes from', async () => {
    const { person, bugId, replyTo } = await aReader(app)
    const other = await aReader(app)
    const cases: [string, Parameters<typeof mailOf>[0]][] = [
      // Whoever got a mail that was passed on.
      ['held other-sender', { from: other.person.email, to: replyTo }],
      ['held other-sender', { from: `"${person.email}" <eve@${senders}>`, to: replyTo }],
      ['held not-authentic', { from: person.email, to: replyTo, isSigned: false }],
      ['held sender-unclear', { from: [person.email, other.person.email], to: replyTo }],
      // A signed mail to somebody else, handed on to the address.
      ['held not-addressed', { from: person.email, to: `bob@${senders}` }],
      ['held several-addresses', { from: person.email, to: [replyTo, other.replyTo] }],
      ['held empty', { from: person.email, to: replyTo, text: ' ' }],
      ['held too-long', { from: person.email, to: replyTo, text: 'x'.repeat(60_000) }],
    ]
    for (const [expected, mail] of cases) {
      await query('delete from received_mails')
      const raw = await mailOf({ subject: 'Re', text: 'Let me in', ...mail })
      await deliver(mailIn.port, raw, { from: 'eve@elsewhere.test', to: replyTo })
      await handle(app)
      expect([await held(), await commentsOn(app, bugId)], JSON.stringify(mail)).toEqual([[expected], []])
    }
  })

  it('takes no signed mail to somebody else that was changed to be addressed to it', async () => {
    const { person, bugId, replyTo } = await aReader(app)
    const mail = { from: person.email, to: `bob@${senders}`, subject: 'Re', text: 'Yes, do it.' }
    const signed = await mailOf(mail)
    const loose = await mailOf({ ...mail, dkimHeaders: 'from:subject:date:message-id' })
    const readdressed = Buffer.from(loose.toString().replace(/^To: .*$/m, `To: ${replyTo}`))
    for (const raw of [Buffer.concat([Buffer.from(`To: ${replyTo}\r\n`), signed]), readdressed]) {
      await query('delete from received_mails')
      await deliver(mailIn.port, raw, { from: `eve@elsewhere.test`, to: replyTo })
      await handle(app)
      expect([await held(), await commentsOn(app, bugId)]).toEqual([['held not-authentic'], []])
    }
  })

  it('is refused where it was not made here, before anything of a mail is read', async () => {
    const { person, replyTo } = await aReader(app)
    const raw = await mailOf({ from: person.email, to: own, subject: 'x', text: 'x' })
    const last = replyTo.indexOf('@') - 2
    const other = replyTo[last] === 'a' ? 'b' : 'a'
    for (const to of [
      replyTo.slice(0, last) + other + replyTo.slice(last + 1),
      `reply+${'0'.repeat(24)}${'a'.repeat(26)}@${ownDomain}`,
      `reply+@${ownDomain}`,
      `somebody@${ownDomain}`,
      'somebody@elsewhere.test',
      `mothlight@elsewhere.test`,
    ]) {
      await expect(deliver(mailIn.port, raw, { from: person.email, to })).rejects.toThrow(/550 5\.1\.1/)
    }
    // Mail servers may change the case of an address.
    await deliver(mailIn.port, raw, { from: person.email, to: replyTo.toUpperCase() })
    expect(await received(app)).toHaveLength(1)
  })

  it('has the rights that its owner has then', async () => {
    const { person, bugId, replyTo } = await aReader(app)
    await query('delete from user_roles where user_id = $1', [person.userId])
    await answer(person.email, replyTo, 'Still there?')
    const hidden = await aReader(app)
    await query(`update bugs set is_private = true, created_by = $2 where id = $1`, [hidden.bugId, person.userId])
    await answer(hidden.person.email, hidden.replyTo, 'What is it now?')
    expect(await held()).toEqual(['held not-allowed', 'held not-allowed'])
    expect([...(await commentsOn(app, bugId)), ...(await commentsOn(app, hidden.bugId))]).toEqual([])
  })

  it('ends when its owner hears less, is deactivated, or has another address', async () => {
    const admin = await app.person(['admin'])
    const [one, two, three] = [await aReader(app), await aReader(app), await aReader(app)]
    const key = openInstallationKey(app.config)
    const token = lessToken(key, { about: 'bug', userId: one.person.userId, bugId: one.bugId })
    expect((await app.stranger.call(hearLess, { body: { token } })).status).toBe(200)
    await admin.call(setUserActive, { params: { userId: two.person.userId }, body: { active: false } })
    await query(`update users set email = 'new@${senders}' where id = $1`, [three.person.userId])
    for (const { person, replyTo } of [one, two, three]) await answer(person.email, replyTo, 'Hello?')
    expect(await held()).toEqual(['held unknown-address', 'held unknown-address', 'held other-sender'])
  })

  it('waits while name servers can’t say where it comes from', async () => {
    const { person, bugId, replyTo } = await aReader(app)
    mailIn.names.isFailing = true
    await post(app, await mailOf({ from: person.email, to: replyTo, subject: 'Re', text: 'Later' }))
    await handle(app)
    expect(await held()).toEqual(['waiting '])
    mailIn.names.isFailing = false
    await query('update received_mails set due_on = now()')
    await handle(app)
    expect((await commentsOn(app, bugId)).map(({ message }) => message)).toEqual(['Later'])
  })
})

describe('a visitor of the chat', () => {
  const left = `rosa@${senders}`

  /** A conversation with an answer that was mailed. @returns the address for the answer to that */
  async function mailedAnswer(conversation: { userId?: string; email?: string }) {
    const id = await app.inTx((tx) =>
      writeConversation(tx, {
        visitor: 'Rosa',
        page: '/',
        userAgent: 'test',
        messages: [{ by: 'visitor', at: new Date(Date.now() - 600_000), message: 'Is it on?' }],
      }),
    )
    const changes = `user_id = $2::text, email = $3, closed_on = now(), taken_by = $4,
      visitor_hash = case when $2::text is null then visitor_hash end`
    await query(`update conversations set ${changes} where id = $1`, [
      ...[id, conversation.userId ?? null, conversation.email ?? null],
      (await app.person(['support'])).userId,
    ])
    const target = { userId: conversation.userId ?? null, conversationId: id }
    const out = { replyDomain: ownDomain }
    await app.inTx((tx) => keepReplyAddress(tx, out, target))
    const replyTo = await replyAddressOf(app.database.db, openInstallationKey(app.config), out, target)
    return { id, replyTo: replyTo ?? '' }
  }
  const linesOf = async (id: string) =>
    (await query('select message from chat_lines where conversation_id = $1 order by seq', [id])).map(
      ({ message }) => message,
    )

  it('answers by mail in the same conversation, which is open and waits again', async () => {
    const { id, replyTo } = await mailedAnswer({ email: left })
    await answer(left, replyTo, 'Yes *it* is', { attachments: [{ filename: 'lamp.txt', content: 'x' }] })
    expect(await linesOf(id)).toEqual(['Is it on?', 'Yes *it* is\n\nFiles of this mail are not shown here: lamp.txt'])
    const [row] = await query('select closed_on, taken_by, waiting_since from conversations where id = $1', [id])
    expect(row).toEqual({ closed_on: null, taken_by: null, waiting_since: expect.any(Date) })
  })

  it('is whoever left the address, now, and nobody who was blocked', async () => {
    const [one, two] = [await mailedAnswer({ email: left }), await mailedAnswer({ email: left })]
    await query(`update conversations set email = 'new@${senders}' where id = $1`, [one.id])
    await query('update conversations set blocked_on = now() where id = $1', [two.id])
    await answer(left, one.replyTo, 'x')
    await answer(left, two.replyTo, 'x')
    expect((await received(app)).map(({ reason }) => reason)).toEqual(['other-sender', 'not-allowed'])
    expect([await linesOf(one.id), await linesOf(two.id)]).toEqual([['Is it on?'], ['Is it on?']])
  })

  it('with an account writes from its confirmed address alone', async () => {
    const { person } = await aReader(app)
    const { id, replyTo } = await mailedAnswer({ userId: person.userId, email: left })
    await answer(left, replyTo, 'Not this one')
    await answer(person.email, replyTo, 'This one')
    expect(await linesOf(id)).toEqual(['Is it on?', 'This one'])
  })
})

describe('mails that are held', () => {
  const listed = async (admin: Person) => (await admin.call(listReceivedMails, {})).body

  it('are listed with their reasons, shown as they came, and taken, looked at again, or deleted', async () => {
    const admin = await app.person(['admin'])
    const { person, bugId, replyTo } = await aReader(app)
    const raw = await answer(`eve@${senders}`, replyTo, 'From another address')
    const { result, ...counts } = await listed(admin)
    expect(counts).toEqual({ address: own, waiting: 0, held: 1, doneLately: 0, droppedLately: 0 })
    expect(result).toEqual([
      {
        _id: expect.any(String),
        receivedOn: expect.any(String),
        cameBy: 'smtp',
        from: `eve@${senders}`,
        subject: 'Re: The lamp flickers',
        reason: 'other-sender',
        bytes: raw.length,
        answers: { userId: person.userId, fullName: expect.any(String), what: 'bug' },
        abilities: { accept: true, revoke: true },
      },
    ])
    const params = { receivedId: result[0]?._id ?? '' }
    const original = (await admin.call(viewReceivedMail, { params })).body
    expect(original).toEqual({ text: 'From another address\n', original: raw.toString(), isWhole: true })

    expect((await admin.call(retryReceivedMail, { params })).status).toBe(200)
    expect((await listed(admin)).waiting).toBe(1)
    expect((await admin.call(acceptReceivedMail, { params })).status).toBe(404)
    await handle(app)
    expect((await admin.call(acceptReceivedMail, { params })).status).toBe(200)
    expect((await commentsOn(app, bugId)).map(({ user_id, message }) => [user_id, message])).toEqual([
      [person.userId, 'From another address'],
    ])
    expect(await query('select accepted_by from received_mails')).toEqual([{ accepted_by: admin.userId }])
    for (const endpoint of [
      viewReceivedMail,
      acceptReceivedMail,
      retryReceivedMail,
      revokeReplyAddress,
      deleteReceivedMail,
    ])
      expect((await admin.call(endpoint, { params })).status).toBe(404)
  })

  it('can’t be taken once their address was taken back, and can be deleted', async () => {
    const admin = await app.person(['admin'])
    const { bugId, replyTo } = await aReader(app)
    await answer(`eve@${senders}`, replyTo, 'Let me in')
    const params = { receivedId: (await listed(admin)).result[0]?._id ?? '' }
    expect((await admin.call(revokeReplyAddress, { params })).status).toBe(200)
    expect((await listed(admin)).result[0]?.abilities).toEqual({ accept: false, revoke: false })
    expect((await admin.call(acceptReceivedMail, { params })).status).toBe(409)
    expect((await admin.call(deleteReceivedMail, { params })).status).toBe(200)
    expect([await received(app), await commentsOn(app, bugId)]).toEqual([[], []])
  })

  it('wait, while what machines wrote is deleted after a month and what was taken after a year', async () => {
    for (const [state, days] of [
      ['dropped', 29],
      ['dropped', 31],
      ['done', 364],
      ['done', 366],
      ['held', 1000],
    ] as const) {
      await query(
        `insert into received_mails (id, came_by, envelope, raw, bytes, fingerprint, state, handled_on)
          values (substr(md5($1), 1, 24), 'http', '{}', '', 0, $1, $2, now() - $3 * interval '1 day')`,
        [`${state} ${days}`, state, days],
      )
    }
    await app.runJob('delete-old-received-mails')
    expect((await received(app)).map(({ state }) => state).toSorted()).toEqual(['done', 'dropped', 'held'])
  })
})

describe('the route', () => {
  it('takes mails of whoever knows the secret alone, and nothing else', async () => {
    for (const secret of ['', 'another secret of the test', undefined]) {
      const headers = {
        'content-type': 'message/rfc822',
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      }
      expect((await app.stranger.send('POST', '/api/mail/in', 'Subject: x', headers)).status).toBe(401)
    }
    expect((await post(app, '')).status).toBe(415)
    expect(await received(app)).toEqual([])
    expect((await post(app, 'Subject: x\r\n\r\nx')).body).toEqual({ isTaken: true })
    expect(await received(app)).toHaveLength(1)
  })
})
