import { editBug, reportBug, setBugStatus } from '#shared/bugs/contract.ts'
import { lessToken } from '#server/features/mail/public.ts'
import { openInstallationKey } from '#server/config/installation-key.ts'
import { changeBugs, viewBulk } from '#shared/bulk/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { followBug, listNotifications, seeAllNotifications, viewBugLevel } from '#shared/following/contract.ts'
import { hearLess } from '#shared/mail/contract.ts'
import { me, setPreferences } from '#shared/users/contract.ts'
import type { Preferences } from '#shared/users/preferences.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { minutesLater } from '#testing/minutes-later.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { untilBlocked } from '#testing/until-blocked.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

let server: MailServer
let app: TestApp
let staff: Person
const origin = 'https://bugs.mothlight.example'
beforeAll(async () => {
  server = await startMailServer()
  app = await openTestApp({ ...server.settings, PUBLIC_URL: origin })
  staff = await app.person(['staff'], { fullName: 'Stan Staff' })
})
afterAll(async () => {
  await app?.end()
  await server?.close()
})
beforeEach(async () => {
  await app.notified()
  await query('delete from mails')
  await query('update notifications set is_mail_pending = false')
  server.mails.length = 0
  server.trouble = undefined
})

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query<Row>(text, values)).rows

/** Somebody whose address is confirmed, and who hears everything unless they say otherwise. */
async function reader(preferences: Partial<Preferences> = {}): Promise<Person> {
  const person = await app.person(['customer'], { fullName: 'Rita Reader' })
  await query('update users set email_confirmed_on = now() where id = $1', [person.userId])
  await person.call(setPreferences, { body: { newsLevel: 'everything', ...preferences } })
  return person
}
async function bugOf(reporter: Person, title = 'The lamp flickers'): Promise<{ id: string; key: string }> {
  const { result } = (
    await reporter.call(reportBug, { body: { title, description: 'At night', stepsToReproduce: 'Wait' } })
  ).body
  // Two reports of one person need a pause.
  await query(`update bugs set created_on = created_on - interval '1 minute' where id = $1`, [result._id])
  return { id: result._id, key: result.key }
}
const comment = (bugId: string, message: string, caller = staff) =>
  caller.call(addComment, { params: { bugId }, body: { message } })
const edit = (bugId: string, description: string) =>
  staff.call(editBug, {
    params: { bugId },
    body: { title: 'The lamp flickers', description, stepsToReproduce: 'Wait' },
  })

/** As if so many minutes had passed. */
async function wait(minutes: number): Promise<void> {
  await app.notified()
  await minutesLater(app.database.pool, minutes)
}
const gather = () => app.runJob('gather-notification-mails')
const send = () => app.runJob('send-mails')
/** What the jobs of the next minute send to somebody. */
async function mailed(person: Person) {
  const before = server.to(person.email).length
  await app.notified()
  await gather()
  await send()
  return server.to(person.email).slice(before)
}

describe('a mail of what happened at a bug', () => {
  it('comes after two minutes, once, with what was said, why it came, and how to hear less', async () => {
    const rita = await reader()
    const bug = await bugOf(rita)
    await comment(bug.id, 'Which *lamp* is it?')
    expect(await mailed(rita)).toEqual([])
    await wait(2)
    const [mail, ...more] = await mailed(rita)
    expect(more).toEqual([])
    expect(mail?.subject).toBe(`[${bug.key}] The lamp flickers`)
    expect(mail?.text).toContain('Stan Staff commented · ')
    expect(mail?.text).toContain('> Which *lamp* is it?')
    expect(mail?.text).toContain(`${origin}/page/bugs/list/view/${bug.key}#comment-`)
    expect(mail?.text).toContain('You get this because you reported it.')
    expect(mail?.text).toContain(`Hear less about this bug: ${origin}/page/mail/less?token=bug.`)
    expect(mail?.text).toContain('Times are those of UTC.')
    expect(mail?.headers).toMatchObject({
      'in-reply-to': `<bug.${bug.id}@mothlight.example>`,
      references: `<bug.${bug.id}@mothlight.example>`,
      'list-id': '<bugs.mothlight.example>',
      'list-unsubscribe': expect.stringMatching(new RegExp(`^<${origin}/api/mail/unsubscribe/bug\\.[\\w.-]+>$`)),
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
      from: expect.stringContaining('Stan Staff (Mothlight)'),
      'x-mothlight-reason': 'reported',
      'x-mothlight-bug': bug.key,
      'x-mothlight-status': 'Open',
    })
    expect(mail?.text).toContain(
      `Replies to this mail are not read.\nWrite a comment: ${origin}/page/bugs/list/view/${bug.key}#new-comment`,
    )
    await wait(60)
    expect(await mailed(rita)).toEqual([])
  })

  it('asks at the end whom the bug affects whether it still happens, and leads to the box where that is said', async () => {
    const [rita, ruth] = [await reader(), await reader()]
    const bug = await bugOf(rita)
    await ruth.call(followBug, { params: { bugId: bug.id }, body: { following: true } })
    await staff.call(setBugStatus, { params: { bugId: bug.id }, body: { status: 'Resolved' } })
    await wait(2)
    const [mails, others] = [await mailed(rita), server.to(ruth.email)]
    const asked = `Does it still happen?\nSay so, and have it opened again: ${origin}/page/bugs/list/view/${bug.key}#new-comment`
    expect(mails.map(({ text }) => text.includes(asked))).toEqual([true])
    expect(others.map(({ text }) => text.includes('Does it still happen?'))).toEqual([false])
    await staff.call(setBugStatus, { params: { bugId: bug.id }, body: { status: 'Open' } })
    await wait(12)
    expect((await mailed(rita)).map(({ text }) => text.includes('Does it still happen?'))).toEqual([false])
  })

  it('has a comment whole, and none so long that mail programs cut the mail off', async () => {
    const rita = await reader()
    const bug = await bugOf(rita)
    const whole = `${'<'.repeat(19_000)} the end`
    await comment(bug.id, whole)
    await wait(2)
    const [one] = await mailed(rita)
    expect(one?.text).toContain('the end')
    for (let n = 0; n < 5; n++) await comment(bug.id, `${n} ${whole}`)
    await wait(12)
    const [mail] = await mailed(rita)
    expect(mail?.text).toMatch(/> 0 <[^]*> 4 </)
    expect(mail?.text).not.toContain('the end')
    expect(Buffer.byteLength(mail?.html ?? '')).toBeLessThanOrEqual(90_000)
    expect(mail?.html).toContain('Hear less about this bug')
  })

  it('is not sent for what was read in the product, before it was put or after', async () => {
    const [rita, ruth] = [await reader(), await reader()]
    for (const person of [rita, ruth]) await comment((await bugOf(person)).id, 'Hello')
    await wait(2)
    await rita.call(seeAllNotifications, {})
    await gather()
    await ruth.call(seeAllNotifications, {})
    await send()
    expect(server.mails).toEqual([])
    expect(await query('select from mails')).toEqual([])
  })

  it('tells thirty edits as one, and of the next ones after ten minutes', async () => {
    const rita = await reader()
    const bug = await bugOf(rita)
    for (let n = 0; n < 30; n++) await edit(bug.id, `Version ${n}`)
    await wait(2)
    const [mail, ...more] = await mailed(rita)
    expect(more).toEqual([])
    expect(mail?.text).toContain('Stan Staff changed the description (the last of 30 such changes)')
    await comment(bug.id, 'One more thing')
    await wait(5)
    expect(await mailed(rita)).toEqual([])
    await wait(5)
    expect((await mailed(rita)).map(({ text }) => text.includes('One more thing'))).toEqual([true])
  })

  it('is not kept back by the last one when it mentions its reader, and tells everything since', async () => {
    const rita = await reader()
    await query(`update users set full_name = 'Rita Mentioned' where id = $1`, [rita.userId])
    const bug = await bugOf(rita)
    await comment(bug.id, 'First')
    await wait(2)
    expect(await mailed(rita)).toHaveLength(1)
    await comment(bug.id, 'Second')
    await comment(bug.id, 'Third, @Rita Mentioned')
    await wait(2)
    const [mail] = await mailed(rita)
    expect(mail?.text).toMatch(/> Second[^]*> Third/)
    expect(mail?.text).not.toContain('First')
    expect(mail?.text).toContain('You get this because you were mentioned.')
  })

  it('waits ten minutes while its reader has a page open, and tells times of their clock', async () => {
    const rita = await reader()
    const bug = await bugOf(rita)
    await comment(bug.id, 'Hello')
    const here = () =>
      query(`insert into open_pages values ($1, now(), 'Asia/Tokyo') on conflict (who) do update set seen_on = now()`, [
        rita.userId,
      ])
    await here()
    await wait(9)
    expect(await mailed(rita)).toEqual([])
    await wait(1)
    const [mail] = await mailed(rita)
    expect(mail?.text).toContain('Times are those of Asia/Tokyo.')
    const told = /Stan Staff commented · (.*)/.exec(mail?.text ?? '')?.[1] ?? ''
    // Within some minutes of what a clock there shows: nine hours from UTC.
    const late = Date.now() + 9 * 3_600_000 - Date.parse(`${told} UTC`)
    expect(late).toBeGreaterThanOrEqual(0)
    expect(late).toBeLessThan(600_000)
  })

  it('names no bug that its reader may not see when it is sent', async () => {
    const rita = await reader()
    const bug = await bugOf(staff)
    await query(`update users set full_name = 'Rita Hidden' where id = $1`, [rita.userId])
    await comment(bug.id, 'Look, @Rita Hidden')
    await wait(2)
    await gather()
    expect(await query('select from mails')).toHaveLength(1)
    await query('update bugs set is_private = true where id = $1', [bug.id])
    await send()
    expect(server.mails).toEqual([])
  })

  it('says the same under the same id when it is sent again, and what came meanwhile in the next one', async () => {
    const rita = await reader()
    const bug = await bugOf(rita)
    await comment(bug.id, 'First')
    await wait(2)
    const [first] = await mailed(rita)
    await comment(bug.id, 'Second')
    await app.notified()
    // Somebody who was killed after the mail server took it.
    await query('update mails set sent_on = null, due_on = now()')
    await gather()
    await send()
    const [, again] = server.to(rita.email)
    expect(again?.headers['message-id']).toBe(first?.headers['message-id'])
    expect(again?.text).toBe(first?.text)
    await wait(15)
    const [next] = await mailed(rita)
    expect(next?.text).toContain('Second')
    expect(next?.headers['message-id']).not.toBe(first?.headers['message-id'])
  })

  it('is put once when several processes gather', async () => {
    const rita = await reader()
    await comment((await bugOf(rita)).id, 'Hello')
    await wait(2)
    // Both find it due before one of them notes that it is put.
    const holder = await app.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from notifications where is_mail_pending for update')
      const gathering = [gather(), gather()]
      await untilBlocked(app.database.pool, 2)
      await holder.query('rollback')
      await Promise.all(gathering)
    } finally {
      holder.release()
    }
    expect(await query('select from mails')).toHaveLength(1)
    await send()
    expect(server.to(rita.email)).toHaveLength(1)
  })

  it('waits for a mail server that is away, and then comes once with all that happened', async () => {
    const rita = await reader()
    const bug = await bugOf(rita)
    server.trouble = (step) => (step === 'connect' ? { refuses: '421 4.3.2 Away' } : undefined)
    for (const message of ['First', 'Second']) {
      await comment(bug.id, message)
      await wait(12)
      await gather()
      await send()
    }
    expect(await query('select from mails')).toHaveLength(1)
    server.trouble = undefined
    await query('update mails set due_on = now()')
    expect((await mailed(rita)).map(({ text }) => [text.includes('First'), text.includes('Second')])).toEqual([
      [true, false],
    ])
    await wait(12)
    expect((await mailed(rita)).map(({ text }) => text.includes('Second'))).toEqual([true])
  })

  it('has the subject of the first one, for each of its readers, whatever the bug is called later', async () => {
    const [rita, ruth] = [await reader(), await reader()]
    const bug = await bugOf(rita)
    await comment(bug.id, 'one')
    await wait(2)
    const [first] = await mailed(rita)
    await staff.call(editBug, {
      params: { bugId: bug.id },
      body: { title: 'The lamp burns', description: 'At night', stepsToReproduce: 'Wait' },
    })
    await ruth.call(followBug, { params: { bugId: bug.id }, body: { following: true } })
    await comment(bug.id, 'two')
    await wait(12)
    const [second] = await mailed(rita)
    expect([first?.subject, second?.subject]).toEqual(Array(2).fill(`[${bug.key}] The lamp flickers`))
    expect(second?.text).toContain('The lamp burns')
    expect(server.to(ruth.email).map(({ subject }) => subject)).toEqual([`[${bug.key}] The lamp burns`])
  })

  it('has one subject line, whatever the title says', async () => {
    const rita = await reader()
    const bug = await bugOf(rita, 'Lamp\r\nBcc: everybody@example.test')
    await comment(bug.id, '<script>alert(1)</script>')
    await wait(2)
    const [mail] = await mailed(rita)
    expect(mail?.subject).toBe(`[${bug.key}] Lamp Bcc: everybody@example.test`)
    expect(mail?.to).toEqual([rita.email])
    expect(mail?.html).not.toContain('<script>')
  })
})

describe('what was not sent', () => {
  it('to an address that is another one by now is mailed there', async () => {
    const rita = await reader()
    await comment((await bugOf(rita)).id, 'Hello')
    await wait(2)
    await gather()
    await query(`update users set email = 'new.' || email where id = $1`, [rita.userId])
    await send()
    expect(server.mails).toEqual([])
    await gather()
    await send()
    expect(server.mails.map(({ to }) => to)).toEqual([[`new.${rita.email}`]])
  })

  it('in time is not mailed later, but for who is mailed by the day', async () => {
    const [rita, ruth] = [await reader(), await reader({ mailFrequency: 'daily' })]
    for (const person of [rita, ruth]) await comment((await bugOf(person)).id, 'Hello')
    await wait(2)
    await query(`update notifications set decided_on = now() - interval '25 hours' where user_id = $1`, [ruth.userId])
    await gather()
    expect(await query('select from mails')).toHaveLength(2)
    await query(`update mails set due_on = now() - interval '25 hours', expires_on = now() - interval '1 hour'`)
    await wait(25 * 60)
    expect([await mailed(rita), await mailed(ruth)]).toMatchObject([
      [],
      [{ subject: 'Mothlight: What is new at one bug' }],
    ])
  })

  it('says the same when it is tried again, though part of it was read, and nothing once all of it was', async () => {
    const rita = await reader({ mailFrequency: 'daily' })
    const bugs = [await bugOf(rita, 'First lamp'), await bugOf(rita, 'Second lamp')]
    for (const { id } of bugs) await comment(id, 'Hello')
    await app.notified()
    await query(`update notifications set decided_on = now() - interval '25 hours' where user_id = $1`, [rita.userId])
    server.trouble = (step) => (step === 'data' ? { refuses: '451 4.3.0 Later' } : undefined)
    expect(await mailed(rita)).toEqual([])
    server.trouble = undefined
    const see = (bugId: string) =>
      query('update notifications set seen_on = now() where user_id = $1 and bug_id = $2', [rita.userId, bugId])
    await see(bugs[0]?.id ?? '')
    await query('update mails set due_on = now()')
    const [mail] = await mailed(rita)
    expect(mail?.text).toMatch(/Second lamp[^]*First lamp/)
    await see(bugs[1]?.id ?? '')
    await query('update mails set sent_on = null, due_on = now()')
    expect(await mailed(rita)).toEqual([])
  })

  it('to who has to confirm their address is not held against them: they are asked again', async () => {
    const rita = await app.person(['customer'])
    const bug = await bugOf(rita)
    await comment(bug.id, 'Hello')
    await wait(3)
    await gather()
    await query(`update mails set due_on = now() - interval '25 hours', expires_on = now() - interval '1 hour'`)
    await send()
    expect(server.mails).toEqual([])
    expect((await mailed(rita)).map(({ subject }) => subject)).toEqual(['Confirm your address for Mothlight'])
  })
})

describe('nobody is mailed', () => {
  it.each([
    ['who wants no mail', `preferences = preferences || '{"mailFrequency": "never"}'`],
    ['whose account is deactivated', 'deactivated_on = now()'],
    ['who is the demo account', 'is_demo = true'],
    ['whose address was refused', 'email_refused_on = now()'],
  ])('%s', async (_who, change) => {
    const rita = await reader()
    await comment((await bugOf(rita)).id, 'Hello')
    await app.notified()
    await query(`update users set ${change} where id = $1`, [rita.userId])
    await wait(5)
    expect(await mailed(rita)).toEqual([])
    expect(await query('select from notifications where is_mail_pending')).toEqual([])
  })

  it('whose address nobody confirmed, but for a link that does, once; then they are', async () => {
    const rita = await app.person(['customer'])
    const bug = await bugOf(rita)
    await comment(bug.id, 'Hello')
    await wait(3)
    const [asked, ...more] = await mailed(rita)
    expect(more).toEqual([])
    expect(asked?.subject).toBe('Confirm your address for Mothlight')
    expect(asked?.text).not.toContain('lamp')
    await wait(30)
    await comment(bug.id, 'Again')
    await wait(30)
    expect(await mailed(rita)).toEqual([])
    await query('update users set email_confirmed_on = now() where id = $1', [rita.userId])
    expect((await mailed(rita)).map(({ text }) => [text.includes('Hello'), text.includes('Again')])).toEqual([
      [true, true],
    ])
  })

  it('of what could not be mailed within a day', async () => {
    const rita = await reader()
    await comment((await bugOf(rita)).id, 'Hello')
    await wait(25 * 60)
    expect(await mailed(rita)).toEqual([])
    expect((await rita.call(listNotifications, { query: {} })).body.total).toBe(1)
  })

  it('while everything outgoing is held', async () => {
    const rita = await reader()
    await comment((await bugOf(rita)).id, 'Hello')
    await wait(2)
    await query('insert into outgoing_hold default values')
    expect(await mailed(rita)).toEqual([])
    await query('delete from outgoing_hold')
    expect(await mailed(rita)).toHaveLength(1)
  })
})

it('of more than twenty bugs at once comes one mail', async () => {
  const rita = await reader()
  const bugs = []
  for (let n = 0; n < 21; n++) bugs.push(await bugOf(rita, `Lamp ${n}`))
  for (const { id } of bugs) await comment(id, 'Hello')
  await wait(2)
  const [mail, ...more] = await mailed(rita)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Mothlight: What is new at 21 bugs')
  expect(mail?.text).toContain('And 1 more bug.')
  expect(await query('select from notifications where is_mail_pending')).toEqual([])
})

describe('a bulk change', () => {
  it('that goes on is mailed when it is done, and its bugs again ten minutes later', async () => {
    const rita = await reader()
    const bug = await bugOf(rita)
    await comment(bug.id, 'Hello')
    await app.notified()
    const bulkId = 'b'.repeat(24)
    await query('update notifications set bulk_id = $1 where user_id = $2', [bulkId, rita.userId])
    await query(
      `insert into bulk_changes (id, created_on, created_by, fields, total) values ($1, now(), $2, '{"priority": "high"}', 2)`,
      [bulkId, staff.userId],
    )
    await wait(5)
    expect(await mailed(rita)).toEqual([])
    await query('update bulk_changes set finished_on = now() where id = $1', [bulkId])
    expect(await mailed(rita)).toHaveLength(1)
    await comment(bug.id, 'And then')
    await wait(5)
    expect(await mailed(rita)).toEqual([])
    await wait(5)
    expect(await mailed(rita)).toHaveLength(1)
  })

  it('is one mail for each person, and one of its bug where it changed one of theirs', async () => {
    const [rita, ruth] = [await reader(), await reader()]
    const bugs = [await bugOf(rita, 'First lamp'), await bugOf(rita, 'Second lamp'), await bugOf(ruth, 'Third lamp')]
    const { _id } = (
      await staff.call(changeBugs, {
        body: { ids: bugs.map(({ id }) => id), fields: { priority: 'high' } },
        headers: { 'idempotency-key': 'one' },
      })
    ).body.result
    await expect
      .poll(async () => (await staff.call(viewBulk, { params: { bulkId: _id } })).body.result.isFinished)
      .toBe(true)
    await wait(3)
    const [mail, ...more] = await mailed(rita)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Mothlight: Stan Staff changed 2 bugs')
    for (const { key } of bugs.slice(0, 2)) expect(mail?.text).toContain(`${origin}/page/bugs/list/view/${key}\n`)
    expect(mail?.text).toContain('Stan Staff changed the priority from none to high')
    expect(mail?.text).toContain(`${origin}/page/bugs/news/${_id}`)
    expect(mail?.text).not.toContain('Third')
    expect(mail?.headers['list-unsubscribe']).toContain('/api/mail/unsubscribe/all.')
    expect(server.to(ruth.email).map(({ subject }) => subject)).toEqual([`[${bugs[2]?.key}] Third lamp`])
  })
})

describe('a daily mail', () => {
  it('is one of everything, in the morning', async () => {
    const rita = await reader({ mailFrequency: 'daily' })
    const bugs = [await bugOf(rita, 'First lamp'), await bugOf(rita, 'Second lamp')]
    for (const { id } of bugs) await comment(id, 'Hello')
    await app.notified()
    await query(
      `update notifications set decided_on = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
      + interval '8 hours' + case when now() at time zone 'UTC' < date_trunc('day', now() at time zone 'UTC') + interval '8 hours'
        then interval '-1 day' else interval '0' end where user_id = $1`,
      [rita.userId],
    )
    expect(await mailed(rita)).toEqual([])
    await wait(24 * 60)
    const [mail, ...more] = await mailed(rita)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Mothlight: What is new at 2 bugs')
    expect(mail?.text).toMatch(/Second lamp[^]*Stan Staff commented · .*: Hello[^]*First lamp/)
    expect(mail?.text).toContain(`${origin}/page/notifications`)
    await wait(24 * 60)
    expect(await mailed(rita)).toEqual([])
  })
})

describe('the link of a mail', () => {
  const oneClick = (
    address: string,
    payload = 'List-Unsubscribe=One-Click',
    type = 'application/x-www-form-urlencoded',
  ) => app.http.inject({ method: 'POST', url: new URL(address).pathname, headers: { 'content-type': type }, payload })
  const level = async (person: Person, bugId: string) =>
    (await person.call(viewBugLevel, { params: { bugId } })).body.result
  async function aMail() {
    const rita = await reader()
    const bug = await bugOf(rita)
    await comment(bug.id, 'Hello')
    await wait(2)
    const [mail] = await mailed(rita)
    const address = /<(.*)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
    return { rita, bug, address, token: address.split('/').at(-1) ?? '' }
  }

  it('ends what is told of the bug, by the form of a mail program without an origin', async () => {
    const { rita, bug, address } = await aMail()
    expect(await level(rita, bug.id)).toMatchObject({ level: 'everything' })
    const boundary = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    for (const answer of [
      await oneClick(address),
      await oneClick(address, boundary, 'multipart/form-data; boundary=x'),
    ])
      expect([answer.statusCode, answer.json()]).toEqual([200, { about: 'bug' }])
    expect(await level(rita, bug.id)).toEqual({ level: 'nothing', chosenFor: 'bug' })
    await comment(bug.id, 'Still there?')
    await wait(30)
    expect(await mailed(rita)).toEqual([])
  })

  it('leads to a page when it is opened, which changes nothing', async () => {
    const { rita, bug, address, token } = await aMail()
    const opened = await app.http.inject({ method: 'GET', url: new URL(address).pathname })
    expect([opened.statusCode, opened.headers.location]).toEqual([303, `/page/mail/less?token=${token}`])
    expect(await level(rita, bug.id)).toMatchObject({ level: 'everything' })
  })

  it('leaves mentions where its page is asked for that, and never raises a level', async () => {
    const { rita, bug, token } = await aMail()
    const lower = (to: 'mentions' | 'nothing') => app.stranger.call(hearLess, { body: { token, level: to } })
    expect((await lower('mentions')).status).toBe(200)
    expect(await level(rita, bug.id)).toMatchObject({ level: 'mentions' })
    await lower('nothing')
    await lower('mentions')
    expect(await level(rita, bug.id)).toMatchObject({ level: 'nothing' })
  })

  it('of a mail about several bugs ends all such mail', async () => {
    const { rita, token } = await aMail()
    const all = lessToken(openInstallationKey(app.config), { about: 'all', userId: rita.userId })
    expect((await app.stranger.call(hearLess, { body: { token: all } })).body).toEqual({ about: 'all' })
    expect((await rita.call(me, {})).body.result).toMatchObject({ preferences: { mailFrequency: 'never' } })
    expect(token).not.toBe(all)
  })

  it('is nobody else’s, whatever is changed in it', async () => {
    const { rita, bug, token } = await aMail()
    const other = await reader()
    const [kind = '', userId = '', bugId = '', secret = ''] = token.split('.')
    const wrong = [
      [kind, other.userId, bugId, secret],
      [kind, userId, other.userId, secret],
      ['all', userId, secret],
      ['chat', userId, secret],
      [kind, userId, bugId, secret.slice(1)],
      [kind, userId, bugId],
      ['', ''],
    ].map((parts) => parts.join('.'))
    for (const one of wrong) {
      const answer = await app.stranger.call(hearLess, { body: { token: one } })
      expect([answer.status, answer.refusal.error.code]).toEqual([404, 'not-found'])
    }
    expect(await level(rita, bug.id)).toMatchObject({ level: 'everything' })
  })

  it('does nothing for a program that posts to every link', async () => {
    const { rita, bug, address } = await aMail()
    for (const form of ['', 'a=1', 'List-Unsubscribe=Two-Clicks'])
      expect([form, (await oneClick(address, form)).statusCode]).toEqual([form, 400])
    const bare = await app.http.inject({ method: 'POST', url: new URL(address).pathname })
    expect(bare.statusCode).toBe(400)
    expect(await level(rita, bug.id)).toMatchObject({ level: 'everything' })
  })

  it('takes its form at no other address', async () => {
    const answer = await oneClick(`${origin}/api/mail/less`)
    expect(answer.statusCode).toBe(415)
    const foreign = await app.http.inject({
      method: 'POST',
      url: '/api/mail/unsubscribe/x',
      headers: { origin: 'https://elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(foreign.statusCode).toBe(403)
  })
})
