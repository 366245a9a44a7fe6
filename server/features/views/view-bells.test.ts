import { assignBug, reportBug, setBugFields, setBugStatus } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { listBulkNotifications, listNotifications, seeBug, setBugLevel } from '#shared/following/contract.ts'
import { listTimeline } from '#shared/history/contract.ts'
import { hearLess } from '#shared/mail/contract.ts'
import { editUser, setPreferences } from '#shared/users/contract.ts'
import * as views from '#shared/views/contract.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

let server: MailServer
let app: TestApp
const origin = 'https://bugs.mothlight.example'
beforeAll(async () => {
  server = await startMailServer()
  app = await openTestApp({ ...server.settings, PUBLIC_URL: origin })
})
afterAll(async () => {
  await app?.end()
  await server?.close()
})

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)
const aPerson = (role = 'staff') => app.person([role], { fullName: role === 'staff' ? 'Stan Staff' : 'Rita Reporter' })
async function aBug(title = 'Lamp flickers'): Promise<string> {
  const body = { title, description: 'At dusk', stepsToReproduce: 'Wait' }
  return (await (await aPerson('customer')).call(reportBug, { body })).body.result._id
}
async function aView(owner: Person, keywords: string, isShared = false): Promise<string> {
  const body = { name: `View of ${keywords}`, search: { keywords }, isShared }
  return (await owner.call(views.createView, { body })).body.result._id
}
const ring = (person: Person, viewId: string, tells: views.ViewTells = 'now') =>
  person.call(views.setViewBell, { params: { viewId }, body: { tells } })
const fields = (person: Person, bugId: string, body: { priority?: 'low' | 'high'; isPrivate?: boolean }) =>
  person.call(setBugFields, { params: { bugId }, body })

/** What somebody is told once the job of the next minute has run. */
async function told(person: Person) {
  await app.notified()
  await app.runJob('tell-of-views')
  return (await person.call(listNotifications, { query: {} })).body.result
}
const toldOf = async (person: Person) => (await told(person)).map(({ bug, view }) => [bug._id, view?._id])
/** As if what has happened had been a day earlier. */
const nextDay = () => query(`update view_candidates set noted_on = noted_on - interval '1 day'`)

describe('a view that tells of new bugs', () => {
  it('is that of untriaged bugs from the start, once a day, for who may classify them', async () => {
    const [staff, customer] = [await aPerson(), await aPerson('customer')]
    const tells = async (person: Person) =>
      (await person.call(views.viewView, { params: { viewId: 'untriaged' } })).body.result.tells
    expect([await tells(staff), await tells(customer)]).toEqual(['daily', 'off'])
    // Half a day from now, whenever that is.
    const mailTime = `${String((new Date().getUTCHours() + 12) % 24).padStart(2, '0')}:30`
    await staff.call(setPreferences, { body: { mailTime } })
    await app.runJob('tell-of-views')
    const bugIds = [await aBug(), await aBug()]
    expect(await told(staff)).toEqual([])
    await nextDay()
    const [entry, ...more] = await told(staff)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      reason: 'entered',
      view: { _id: 'untriaged', name: 'Untriaged' },
      bulk: { bugs: 2 },
    })
    expect(entry).not.toHaveProperty('less')
    const params = { bulkId: entry?.bulk?._id ?? '' }
    const { result } = (await staff.call(listBulkNotifications, { params, query: {} })).body
    expect(result.map(({ bug }) => bug._id)).toEqual(bugIds.toReversed())
    await nextDay()
    expect(await told(staff)).toHaveLength(1)
    expect(await told(customer)).toEqual([])
    // What nobody chose goes with the right that it came with.
    await aBug()
    await app.notified()
    const admin = await app.person(['admin'])
    await admin.call(editUser, { params: { userId: staff.userId }, body: { role: ['customer'] } })
    expect(await tells(staff)).toBe('off')
    await nextDay()
    expect(await told(staff)).toHaveLength(1)
  })

  it('says once of each bug that it is new there: a report, or what a change brought in', async () => {
    const [staff, other] = [await aPerson(), await aPerson()]
    const [old, viewId] = [await aBug(), await aView(staff, 'priority:high')]
    await fields(other, old, { priority: 'high' })
    await app.notified()
    expect((await ring(staff, viewId)).body).toMatchObject({ result: { tells: 'now' }, former: 'off' })
    // It was there before: what is done to it brings it nowhere.
    await other.call(assignBug, { params: { bugId: old }, body: { userId: other.userId } })
    await other.call(addComment, { params: { bugId: old }, body: { message: 'Hello' } })
    const [low, own] = [await aBug(), await aBug()]
    for (const person of [staff, other])
      for (const priority of ['high', 'low', 'high'] as const) await fields(person, own, { priority })
    expect(await told(staff)).toEqual([])
    await fields(other, low, { priority: 'high' })
    expect(await told(staff)).toMatchObject([
      { bug: { _id: low }, reason: 'entered', view: { _id: viewId }, last: { kind: 'fields-changed' } },
    ])
    await query('update notifications set seen_on = now() where user_id = $1', [staff.userId])
    for (const priority of ['low', 'high'] as const) await fields(other, low, { priority })
    expect(await told(staff)).toEqual([])
  })

  it('tells nothing of what its reader may not see, wants to hear nothing of, or hears of anyway', async () => {
    const [staff, owner] = [await aPerson(), await aPerson()]
    const viewId = await aView(owner, 'status:closed', true)
    await ring(staff, viewId)
    const [hidden, muted, followed, open] = [await aBug(), await aBug(), await aBug(), await aBug()]
    await fields(owner, hidden, { isPrivate: true })
    await staff.call(setBugLevel, { params: { bugId: muted }, body: { level: 'nothing' } })
    await staff.call(setBugLevel, { params: { bugId: followed }, body: { level: 'everything' } })
    for (const bugId of [hidden, muted, followed]) {
      await owner.call(setBugStatus, { params: { bugId }, body: { status: 'Closed' } })
    }
    expect(await toldOf(staff)).toEqual([[followed, undefined]])
    // Whoever made a view private tells nobody else what comes into it.
    await owner.call(views.editView, { params: { viewId }, body: { isShared: false } })
    await owner.call(setBugStatus, { params: { bugId: open }, body: { status: 'Closed' } })
    expect(await toldOf(staff)).toEqual([[followed, undefined]])
    expect((await ring(staff, viewId)).status).toBe(404)
  })

  it('tells nothing of what its reader has looked at before, which is stored only where it can matter', async () => {
    const [staff, other] = [await aPerson(), await aPerson('customer')]
    await ring(staff, 'untriaged')
    const [looked, fresh, old] = [await aBug(), await aBug(), await aBug()]
    await query(`update events set at = at - interval '15 days' where subject_id = $1`, [old])
    for (const bugId of [looked, old]) {
      const params = { bugId }
      const entryId = (await staff.call(listTimeline, { params })).body.result.at(-1)?._id ?? ''
      for (const person of [staff, other]) await person.call(seeBug, { params, body: { entryId } })
    }
    const [entry] = await told(staff)
    const { result } = (
      await staff.call(listBulkNotifications, { params: { bulkId: entry?.bulk?._id ?? '' }, query: {} })
    ).body
    expect(result.map(({ bug }) => bug._id).toSorted()).toEqual([fresh, old].toSorted())
    const { rows } = await query('select user_id, bug_id from bug_seen where user_id in ($1, $2)', [
      ...[staff.userId, other.userId],
    ])
    expect(rows).toEqual([{ user_id: staff.userId, bug_id: looked }])
  })

  it('tells nothing more once it is gone, and nothing twice where two ask at once', async () => {
    const [staff, owner] = [await aPerson(), await aPerson()]
    const viewId = await aView(owner, 'priority:low', true)
    await ring(staff, viewId)
    const bugIds = [await aBug(), await aBug()]
    for (const bugId of bugIds) await fields(owner, bugId, { priority: 'low' })
    await app.notified()
    await Promise.all([app.runJob('tell-of-views'), app.runJob('tell-of-views')])
    expect(await told(staff)).toMatchObject([{ view: { _id: viewId }, bulk: { bugs: 2 } }])
    await owner.call(views.deleteView, { params: { viewId } })
    expect(await told(staff)).toEqual([])
  })

  it('ends with its bell, and begins anew with what comes then', async () => {
    const staff = await aPerson()
    await ring(staff, 'reported-by-me', 'off')
    await ring(staff, 'untriaged', 'now')
    expect((await ring(staff, 'untriaged', 'off')).body.former).toBe('now')
    await aBug()
    expect(await told(staff)).toEqual([])
    await ring(staff, 'untriaged', 'now')
    expect(await told(staff)).toEqual([])
    const next = await aBug()
    expect(await toldOf(staff)).toEqual([[next, 'untriaged']])
  })

  it('is one of fifty at most', async () => {
    const staff = await aPerson()
    await app.runJob('tell-of-views')
    await query(
      `insert into views (id, owner_id, name, search, is_shared, created_on)
        select lpad(n::text, 24, 'a'), $1, 'n', '{}', true, now() from generate_series(1, ${views.maxBells - 1}) n`,
      [staff.userId],
    )
    await query(
      `insert into view_bells (user_id, view_id, tells) select owner_id, id, 'now' from views where owner_id = $1`,
      [staff.userId],
    )
    expect((await ring(staff, 'stale')).refusal.error.code).toBe('conflict')
    expect((await ring(staff, 'untriaged', 'now')).status).toBe(200)
    await ring(staff, 'untriaged', 'off')
    expect((await ring(staff, 'stale')).status).toBe(200)
    await query('delete from views where owner_id = $1', [staff.userId])
  })

  it('is mailed as one, whose link turns its bell off', async () => {
    const staff = await aPerson()
    await query('update users set email_confirmed_on = now() where id = $1', [staff.userId])
    await ring(staff, 'untriaged')
    const one = await aBug('A single lamp')
    expect(await toldOf(staff)).toEqual([[one, 'untriaged']])
    const mails = await mailed(staff)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^\[BUG-\d+\] A single lamp$/)])
    expect(mails[0]?.text).toContain('You get this because it is new in the view “Untriaged”.')
    await aBug('A lamp')
    await aBug('Another lamp')
    await told(staff)
    const [mail, ...more] = await mailed(staff)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Mothlight: 2 new bugs in Untriaged')
    expect(mail?.text).toContain('Another lamp')
    expect(mail?.text).toContain(`Open the view:\n${origin}/page/bugs/list?view=untriaged`)
    const [, token = ''] = /less\?token=(view\.[\w.-]+)/.exec(mail?.text ?? '') ?? []
    expect((await app.stranger.call(hearLess, { body: { token } })).body).toEqual({ about: 'view' })
    const { result } = (await staff.call(views.viewView, { params: { viewId: 'untriaged' } })).body
    expect(result.tells).toBe('off')
    const other = token.replace('untriaged', 'snoozed')
    expect((await app.stranger.call(hearLess, { body: { token: other } })).status).toBe(404)
  })
})

/** What is mailed to somebody two minutes later. */
async function mailed(person: Person) {
  const before = server.to(person.email).length
  await query(`update notifications set decided_on = decided_on - interval '12 minutes'`)
  await query(
    `update mails set created_on = created_on - interval '12 minutes', sent_on = sent_on - interval '12 minutes'`,
  )
  await app.runJob('gather-notification-mails')
  await app.runJob('send-mails')
  return server.to(person.email).slice(before)
}
