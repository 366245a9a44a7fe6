import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { login, loginStatus, register } from '#shared/auth/contract.ts'
import type { CallOf } from '#shared/http/endpoint.ts'
import { editMe, editUser, getUser, listUsers, me, setPreferences, setUserActive } from '#shared/users/contract.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let app: TestApp
beforeEach(async () => {
  app = await openTestApp()
})
afterEach(() => app?.end())

const names = { fullName: 'Grace B Hopper', givenName: 'Grace', familyName: 'Hopper' }

describe('the user list', () => {
  it('shows e-mail addresses to oneself and to those who edit users only, and finds by them only for those', async () => {
    const admin = await app.person(['admin'], { email: 'chief@example.test' })
    const customer = await app.person(['customer'], { email: 'quiet@example.test' })
    const seen = async (viewer: typeof admin) =>
      (await viewer.call(listUsers, {})).body.result.map((user) => user.email).toSorted()
    expect(await seen(admin)).toEqual(['chief@example.test', 'quiet@example.test'])
    expect(await seen(customer)).toEqual(['quiet@example.test', undefined])
    const count = async (viewer: typeof admin) =>
      (await viewer.call(listUsers, { query: { keywords: 'quiet example' } })).body.pagination.totalCount
    expect([await count(admin), await count(customer)]).toEqual([1, 0])
  })

  it('filters by role, words and age, sorts, and leaves out people known from an import only', async () => {
    const admin = await app.person(['admin'], { fullName: 'Zoe Admin' })
    await app.person(['customer', 'support'], { fullName: 'Alan Mathison Turing' })
    await app.database.pool.query(
      `insert into users (id, full_name, given_name, family_name, created_on, import_key) values ('${'a'.repeat(24)}', 'Imported', 'Im', 'Ported', now(), 'k')`,
    )
    const found = async (query: Record<string, string>) =>
      (await admin.call(listUsers, { query: query as object })).body.result.map((user) => user.fullName)
    expect(await found({})).toEqual(['Alan Mathison Turing', 'Zoe Admin'])
    expect(await found({ sortBy: 'oldest' })).toEqual(['Zoe Admin', 'Alan Mathison Turing'])
    expect(await found({ sortBy: 'role' })).toEqual(['Zoe Admin', 'Alan Mathison Turing'])
    expect(await found({ role: 'support' })).toEqual(['Alan Mathison Turing'])
    expect(await found({ keywords: 'turing MATH' })).toEqual(['Alan Mathison Turing'])
    expect(await found({ keywords: 'math turing' })).toEqual([])
    expect(await found({ keywords: '.*' })).toEqual([])
    expect(await found({ minAge: '1' })).toEqual([])
    expect(await found({ pageSize: '1', pageNumber: '2' })).toEqual(['Zoe Admin'])
    expect((await admin.send('GET', '/api/user/list?sortBy=password')).status).toBe(400)
  })
})

describe('one user', () => {
  it('is an object, or with keywords a list of one or none', async () => {
    const viewer = await app.person(['customer'])
    const get = (userId: string, query?: { keywords: string }) =>
      viewer.call(getUser, { params: { userId }, ...(query && { query }) })
    expect((await get(viewer.userId)).body.result).toMatchObject({ _id: viewer.userId, role: ['customer'] })
    expect((await get(viewer.userId, { keywords: '' })).body.result).toMatchObject([{ _id: viewer.userId }])
    expect((await get('x', { keywords: 'x' })).body.result).toEqual([])
    expect((await get('x')).status).toBe(404)
    expect((await get('f'.repeat(24))).status).toBe(404)
  })
})

describe('editing oneself', () => {
  it('changes names, and ignores role and e-mail', async () => {
    const person = await app.person(['customer'], { email: 'same@example.test' })
    const answer = await person.send('PUT', '/api/user/update/me', {
      ...names,
      role: ['admin'],
      email: 'other@example.test',
    })
    expect(answer.status).toBe(200)
    expect((await person.call(me, {})).body.result).toMatchObject({
      ...names,
      email: 'same@example.test',
      role: ['customer'],
    })
  })

  it('changes the password, and ends the other sessions but not this one', async () => {
    const person = await app.person(['customer'])
    const password = 'a new password'
    expect((await person.call(editMe, { body: { password } })).status).toBe(200)
    const elsewhere = await app.stranger.call(login, { body: { email: person.email, password } })
    expect(elsewhere.status).toBe(200)
    const cookie = String(elsewhere.headers['set-cookie']).split(';')[0] ?? ''
    await person.call(editMe, { body: { password: 'yet another one' } })
    expect((await person.call(me, {})).status).toBe(200)
    expect((await app.stranger.call(me, { headers: { cookie } })).status).toBe(401)
  })

  it('changes the password of an older session only with the current one, which can’t be guessed there', async () => {
    const limited = await openTestApp({ LIMIT_FAILED_LOGINS: '3' })
    try {
      const account = { email: 'grace@example.test', password: 'moths at the window' }
      const answer = await limited.stranger.call(register, { body: { ...names, ...account } })
      const headers = { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
      const change = (body: CallOf<typeof editMe>['body']) => limited.stranger.call(editMe, { body, headers })
      const signedIn = (minutesAgo: number) =>
        limited.database.pool.query(`update sessions set created_on = now() - $1 * interval '1 minute'`, [minutesAgo])
      const password = 'a lamp in the garden'
      await signedIn(16)
      expect((await change({ fullName: 'Grace' })).status).toBe(200)
      for (const [body, message] of [
        [{ password }, 'Current password is needed, unless you signed in within the last 15 minutes.'],
        [{ password, currentPassword: 'not the one' }, 'That is not your current password.'],
        [{ password, currentPassword: '' }, 'That is not your current password.'],
      ] as const) {
        const { status, refusal } = await change(body)
        expect([status, refusal.error]).toMatchObject([403, { field: 'currentPassword', message }])
      }
      expect((await change({ password, currentPassword: account.password })).status).toBe(200)
      await signedIn(14)
      expect((await change({ password: account.password })).status).toBe(200)
      expect((await limited.stranger.call(login, { body: account })).status).toBe(200)
      for (let n = 0; n < 3; n++) await change({ password, currentPassword: 'a wrong guess' })
      expect((await change({ password, currentPassword: account.password })).status).toBe(429)
    } finally {
      await limited.end()
    }
  })

  it('changes one’s own password by the call for others only within 15 minutes, and that of others at any time', async () => {
    const [admin, other] = [await app.person(['admin']), await app.person(['customer'])]
    const change = (userId: string) =>
      admin.call(editUser, { params: { userId }, body: { password: 'a lamp in the garden' } })
    const since = (minutes: number) =>
      app.database.pool.query(`update sessions set created_on = now() - $2 * interval '1 minute' where user_id = $1`, [
        admin.userId,
        minutes,
      ])
    await since(16)
    expect((await change(admin.userId)).refusal.error).toMatchObject({ code: 'forbidden', field: 'currentPassword' })
    expect((await change(other.userId)).status).toBe(200)
    await since(14)
    expect((await change(admin.userId)).status).toBe(200)
  })

  it('never changes the demo account’s password, on either route', async () => {
    const demo = await app.person(['staff', 'support'])
    const admin = await app.person(['admin'])
    await app.database.pool.query('update users set is_demo = true where id = $1', [demo.userId])
    const text = 'Demo account password is locked. Please create another account to test this feature.'
    const mine = await demo.call(editMe, { body: { password: 'a new password' } })
    const theirs = await admin.call(editUser, { params: { userId: demo.userId }, body: { password: 'a new password' } })
    for (const answer of [mine, theirs]) expect([answer.status, answer.refusal.error.message]).toEqual([403, text])
  })
})

describe('preferences', () => {
  it('are the defaults until somebody chooses, are kept with the account, and are nobody else’s', async () => {
    const [person, other] = [await app.person(['customer']), await app.person([])]
    const prefers = async (who: typeof person) => {
      const [mine, status] = [await who.call(me, {}), await who.call(loginStatus, {})]
      expect(status.body.preferences).toEqual(mine.body.result.preferences)
      return mine.body.result.preferences
    }
    const defaults = {
      dateFormat: 'month/day/year',
      numberFormat: '1,234.5',
      pageSize: 5,
      listColumns: null,
      density: null,
      splitView: null,
      autoAdvance: false,
      theme: null,
      newsLevel: null,
      mailFrequency: 'soon',
      mailTime: '08:00',
      quietHours: null,
    }
    expect(await prefers(person)).toEqual(defaults)
    await person.call(setPreferences, { body: { pageSize: 25 } })
    const listColumns: ['priority', 'created', 'field.browser'] = ['priority', 'created', 'field.browser']
    await person.call(setPreferences, { body: { listColumns } })
    await person.call(setPreferences, {
      body: { density: 'compact', splitView: true, autoAdvance: true, theme: 'dark' },
    })
    const look = { density: 'compact', splitView: true, autoAdvance: true, theme: 'dark' }
    const chosen = { ...defaults, ...look, pageSize: 25, dateFormat: 'year-month-day', listColumns }
    const answer = await person.call(setPreferences, { body: { dateFormat: 'year-month-day' } })
    expect(answer.body.result).toEqual(chosen)
    expect([await prefers(person), await prefers(other)]).toEqual([chosen, defaults])
    const usual = await person.call(setPreferences, { body: { listColumns: null } })
    expect(usual.body.result).toEqual({ ...chosen, listColumns: null })
    const wrong = [
      { pageSize: 0 },
      { pageSize: 101 },
      { dateFormat: 'soon' },
      { numberFormat: null },
      { listColumns: ['x'] },
      { listColumns: ['field.Browser'] },
      { density: 'loose' },
      { splitView: 'on' },
      { autoAdvance: null },
      { theme: 'sepia' },
    ]
    for (const body of wrong) {
      expect((await person.send('PUT', '/api/user/me/preferences', body)).status).toBe(400)
    }
    expect(await prefers(person)).toEqual({ ...chosen, listColumns: null })
    expect((await app.stranger.call(loginStatus, {})).body).not.toHaveProperty('preferences')
  })
})

describe('editing somebody', () => {
  it('changes names and roles, which hold from their next request on', async () => {
    const admin = await app.person(['admin'])
    const person = await app.person(['customer'])
    expect((await person.call(listUsers, {})).status).toBe(200)
    const answer = await admin.call(editUser, {
      params: { userId: person.userId },
      body: { ...names, role: [], password: '' },
    })
    expect(answer.body.result).toMatchObject({ ...names, role: [] })
    expect((await person.call(listUsers, {})).status).toBe(403)
    expect((await app.eventsOf(person.userId)).slice(1)).toMatchObject([
      { type: 'user-changed', actor_id: admin.userId, payload: { givenName: { from: 'Per', to: 'Grace' } } },
      { type: 'user-roles-changed', payload: { from: ['customer'], to: [] } },
    ])
  })

  it('gives and takes only roles within the editor’s own rights', async () => {
    await app.database.pool.query(
      `insert into roles (name, permissions) values ('clerk', '{canViewData,canEditAnyUser}')`,
    )
    const clerk = await app.person(['clerk'])
    const admin = await app.person(['admin'])
    const person = await app.person([])
    const edit = async (userId: string, body: object) =>
      (await clerk.call(editUser, { params: { userId }, body })).status
    expect(await edit(person.userId, { role: ['admin'] })).toBe(403)
    expect(await edit(person.userId, { role: ['clerk'] })).toBe(200)
    expect(await edit(admin.userId, { role: [] })).toBe(403)
    expect(await edit(admin.userId, { password: 'taking over' })).toBe(403)
    expect(await edit(clerk.userId, { role: ['clerk', 'admin'] })).toBe(403)
    expect(await edit(person.userId, { role: ['no such role'] })).toBe(400)
  })

  it('never takes the last right to edit users, also when two try at once', async () => {
    const [one, other] = [await app.person(['admin']), await app.person(['admin'])]
    const answers = await Promise.all([
      one.call(editUser, { params: { userId: other.userId }, body: { role: ['customer'] } }),
      other.call(editUser, { params: { userId: one.userId }, body: { role: ['customer'] } }),
    ])
    const [first, second] = answers.map((answer) => answer.status).toSorted()
    expect(first).toBe(200)
    // Refused as the last one, or, when the other was faster, for having lost the right already.
    expect([403, 409]).toContain(second)
    const { rows } = await app.database.pool.query(`select user_id from user_roles where role = 'admin'`)
    expect(rows).toHaveLength(1)
  })

  it('changes roles while the same person is deactivated, and neither waits for the other forever', async () => {
    const admin = await app.person(['admin'])
    const person = await app.person(['customer'])
    const params = { userId: person.userId }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => [
        admin.call(editUser, {
          params,
          body: { fullName: `Ada ${index}`, role: index % 2 ? ['staff'] : ['customer'] },
        }),
        admin.call(setUserActive, { params, body: { active: index % 2 === 0 } }),
      ]).flat(),
    )
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
  })
})
