import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import { importBugs, sourceLines } from '#server/features/imports/public.ts'
import { closeBug, reportBug, setBugFields } from '#shared/bugs/contract.ts'
import { addComment, addInternalComment } from '#shared/comments/contract.ts'
import { followBug, seeAllNotifications, setBugLevel, setProductLevel } from '#shared/following/contract.ts'
import { explainNotifications, maxExplained } from '#shared/following/why-contract.ts'
import type { NotificationLevel } from '#shared/following/level.ts'
import { setPreferences } from '#shared/users/contract.ts'
import type { Preferences } from '#shared/users/preferences.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

let server: MailServer
let app: TestApp
let staff: Person
beforeAll(async () => {
  server = await startMailServer()
  app = await openTestApp({ ...server.settings, PUBLIC_URL: 'https://bugs.mothlight.example' })
  staff = await app.person(['staff'], { fullName: 'Stan Staff' })
})
afterAll(async () => {
  await app?.end()
  await server?.close()
})

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)
const customer = (fullName = 'Cora Customer') => app.person(['customer'], { fullName })
const texts = { title: 'It breaks', description: 'Always', stepsToReproduce: 'Start it' }
const aBug = async (reporter?: Person) =>
  (await (reporter ?? (await customer())).call(reportBug, { body: texts })).body.result
const comment = async (bugId: string, message = 'Hello', caller = staff) =>
  expect((await caller.call(addComment, { params: { bugId }, body: { message } })).status).toBe(200)
const level = (person: Person, bugId: string, chosen: NotificationLevel) =>
  person.call(setBugLevel, { params: { bugId }, body: { level: chosen } })
const follow = (person: Person, bugId: string, following = true) =>
  person.call(followBug, { params: { bugId }, body: { following } })
async function stopFollowing(person: Person, bugId: string) {
  await follow(person, bugId)
  await follow(person, bugId, false)
}
const watch = (person: Person, productId: string, chosen: NotificationLevel) =>
  person.call(setProductLevel, { params: { productId }, body: { level: chosen } })
const prefer = (person: Person, body: Partial<Preferences>) => person.call(setPreferences, { body })
async function explained(person: Person, bugId: string) {
  await app.notified()
  return (await person.call(explainNotifications, { params: { bugId } })).body.result
}
/** What stands of the last thing that others did. */
const ofLast = async (person: Person, bugId: string) => (await explained(person, bugId))[0]

describe('what somebody was told', () => {
  it('stands with why, when, and whether they saw it; and nothing of what they did themselves', async () => {
    const person = await customer()
    const { _id: bugId } = await aBug(person)
    expect(await explained(person, bugId)).toEqual([])
    await comment(bugId, 'My own', person)
    await comment(bugId)
    const [told, ...more] = await explained(person, bugId)
    expect(more).toEqual([])
    expect(told).toMatchObject({
      kind: 'comment-added',
      by: { fullName: 'Stan Staff' },
      told: { reason: 'reported', seenOn: null, mail: 'waits', mailedOn: null },
    })
    expect(told?.whyNot).toBeUndefined()
    await person.call(seeAllNotifications, {})
    expect((await ofLast(person, bugId))?.told).toMatchObject({ seenOn: expect.any(String), mail: 'seen' })
  })

  it('is a mention also where they stopped following, and stays told when they choose to hear less', async () => {
    const [person, bug] = [await customer('Mia Mentioned'), await aBug()]
    await stopFollowing(person, bug._id)
    await comment(bug._id, '@Mia Mentioned look')
    expect(await ofLast(person, bug._id)).toMatchObject({ told: { reason: 'mentioned', seenOn: null } })
    await level(person, bug._id, 'nothing')
    expect(await ofLast(person, bug._id)).toMatchObject({ told: { reason: 'mentioned', seenOn: expect.any(String) } })
  })

  it('says what became of the mail', async () => {
    const person = await customer()
    await query('update users set email_confirmed_on = now() where id = $1', [person.userId])
    const { _id: bugId } = await aBug(person)
    const mail = async () => (await ofLast(person, bugId))?.told?.mail
    const due = () => query(`update notifications set decided_on = decided_on - interval '1 hour'`)
    async function sendNow() {
      await app.notified()
      await due()
      await query(`update mails set sent_on = sent_on - interval '1 hour', created_on = created_on - interval '1 hour'`)
      await app.runJob('gather-notification-mails')
      await app.runJob('send-mails')
    }
    await comment(bugId)
    await sendNow()
    expect(server.to(person.email)).toHaveLength(1)
    const sent = (await ofLast(person, bugId))?.told
    expect(sent).toMatchObject({ mail: 'sent', mailedOn: expect.any(String) })
    // What was mailed stays so once it is read.
    await person.call(seeAllNotifications, {})
    expect((await ofLast(person, bugId))?.told).toMatchObject({ mail: 'sent', seenOn: expect.any(String) })

    await comment(bugId)
    server.trouble = (step) => (step === 'data' ? { refuses: '451 4.3.0 Later' } : undefined)
    await sendNow()
    expect(await mail()).toBe('waits')
    server.trouble = (step) => (step === 'data' ? { refuses: '554 5.7.1 No such words' } : undefined)
    await query('update mails set due_on = now() where sent_on is null')
    await app.runJob('send-mails')
    expect(await mail()).toBe('failed')
    server.trouble = undefined

    await prefer(person, { mailFrequency: 'never' })
    await comment(bugId)
    await sendNow()
    expect(await mail()).toBe('none')
  })
})

describe('why somebody was not told', () => {
  const reasons = [
    ['nothing', async (person: Person, bugId: string) => level(person, bugId, 'nothing')],
    ['mentions', async (person: Person, bugId: string) => level(person, bugId, 'mentions')],
    ['mentions', stopFollowing],
    ['status', async (person: Person, bugId: string) => level(person, bugId, 'status')],
    ['stranger', async () => undefined],
    ['stranger', async (person: Person) => prefer(person, { newsLevel: 'status' })],
    ['mentions', async (person: Person) => prefer(person, { newsLevel: 'mentions' })],
    ['nothing', async (person: Person) => prefer(person, { newsLevel: 'nothing' })],
  ] as const
  it.each(reasons)('%s', async (whyNot, choose) => {
    const [person, bug] = [await customer(), await aBug()]
    await choose(person, bug._id)
    await comment(bug._id)
    const last = await ofLast(person, bug._id)
    expect(last).toMatchObject({ kind: 'comment-added', whyNot })
    expect(last?.told).toBeUndefined()
  })

  it('status, for who watches the product: its status is told, a comment is not', async () => {
    const [person, bug] = [await customer(), await aBug()]
    await app.notified()
    await watch(person, bug.product._id, 'status')
    await staff.call(closeBug, { params: { bugId: bug._id }, body: { closed: true } })
    await comment(bug._id)
    const found = await explained(person, bug._id)
    expect(found.map(({ kind, whyNot, told }) => [kind, whyNot ?? told?.reason])).toEqual([
      ['comment-added', 'status'],
      ['status-changed', 'watches'],
      ['reported', 'status'],
    ])
  })

  it('it was before they followed the bug', async () => {
    const [person, bug] = [await customer(), await aBug()]
    await comment(bug._id)
    await follow(person, bug._id)
    await comment(bug._id)
    const found = await explained(person, bug._id)
    expect(found.map(({ whyNot, told }) => whyNot ?? told?.reason)).toEqual(['follows', 'earlier', 'earlier'])
  })

  it('something else held then; and where it is too long ago, that is not known any more', async () => {
    const [person, bug] = [await customer(), await aBug()]
    await comment(bug._id)
    await app.notified()
    await watch(person, bug.product._id, 'everything')
    expect(await ofLast(person, bug._id)).toMatchObject({ whyNot: 'changed' })
    await query(`update events set at = now() - interval '31 days' where subject_id = $1`, [bug._id])
    expect(await ofLast(person, bug._id)).toMatchObject({ whyNot: 'old' })
  })

  it('it is not decided yet', async () => {
    const person = await customer()
    const { _id: bugId } = await aBug(person)
    await app.notified()
    await app.inTx(async (tx) => {
      await acquireAdvisoryLock(tx, 'notifications')
      await comment(bugId)
      const { body } = await person.call(explainNotifications, { params: { bugId } })
      expect(body.result).toMatchObject([{ kind: 'comment-added', whyNot: 'undecided' }])
    })
    expect(await ofLast(person, bugId)).toMatchObject({ told: { reason: 'reported' } })
  })

  it('an import brought it', async () => {
    const person = await customer()
    const line = { id: 'OLD-7', title: 'Came along', created: '2024-03-01T10:00:00Z', reporter: { email: staff.email } }
    await importBugs(
      app.inTx,
      sourceLines(Readable.from([Buffer.from(JSON.stringify(line))])),
      { badLine: () => {}, note: () => {}, progress: () => {} },
      new AbortController().signal,
    )
    const { rows } = await app.database.pool.query<{ id: string }>(`select id from bugs where external_id = 'OLD-7'`)
    const found = await explained(person, rows[0]?.id ?? '')
    expect(found).toMatchObject([{ kind: 'reported', whyNot: 'imported' }])
  })
})

describe('what is explained', () => {
  it('is the last of it, latest first', async () => {
    const person = await customer()
    const { _id: bugId } = await aBug(person)
    for (let n = 0; n <= maxExplained; n++) await comment(bugId, `Comment ${n}`)
    const ids = (await explained(person, bugId)).map(({ _id }) => Number(_id))
    expect(ids).toHaveLength(maxExplained)
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    const { rows } = await app.database.pool.query<{ last: number }>(
      'select max(id)::integer as last from events where subject_id = $1',
      [bugId],
    )
    expect(ids[0]).toBe(rows[0]?.last)
  })

  it('is nothing that the caller may not see', async () => {
    const [person, colleague, bug] = [await customer(), await app.person(['staff']), await aBug()]
    await follow(person, bug._id)
    await comment(bug._id)
    const before = await explained(person, bug._id)
    const secret = await staff.call(addInternalComment, { params: { bugId: bug._id }, body: { message: 'Between us' } })
    expect(secret.status).toBe(200)
    expect(await explained(person, bug._id)).toEqual(before)
    expect(await ofLast(colleague, bug._id)).toMatchObject({ isInternal: true, whyNot: 'stranger' })

    const admin = await app.person(['admin'])
    await admin.call(setBugFields, { params: { bugId: bug._id }, body: { isPrivate: true } })
    const hidden = await person.call(explainNotifications, { params: { bugId: bug._id } })
    expect(hidden.status).toBe(404)
    const unknown = await person.call(explainNotifications, { params: { bugId: 'f'.repeat(24) } })
    const same = (refusal: unknown) => JSON.stringify(refusal).replace(/"requestId":"\w+"/, '')
    expect(same(hidden.body)).toBe(same(unknown.body))
  })
})
