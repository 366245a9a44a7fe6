import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLog } from '#server/config/log.ts'
import { openApp } from '#server/app.ts'
import { register } from '#shared/auth/contract.ts'
import { getSite } from '#shared/site/contract.ts'
import { changeSettings, listSettings, type Setting } from '#shared/site/settings-contract.ts'
import type { SettingName } from '#shared/site/settings.ts'
import { sendTestMail } from '#shared/mail/contract.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['person']>>
beforeAll(async () => {
  app = await openTestApp({
    HOME_TITLE: 'Lamps of the world',
    MAIL_FROM: 'Lamps <a@example.com>',
    SMTP_URL: 'smtp://[::1]',
  })
  admin = await app.person(['admin'], { fullName: 'Ada Admin' })
})
afterAll(() => app.end())

const settings = async () => (await admin.call(listSettings, {})).body.result
const setting = async (wanted: SettingName) => (await settings()).find(({ name }) => name === wanted) as Setting
const site = async () => (await app.stranger.call(getSite, {})).body.result

async function set(name: SettingName, value: string | null, was?: string) {
  const from = was ?? (await setting(name)).value
  return admin.call(changeSettings, { body: { changes: [{ name, value, was: from }] } })
}

describe('the settings of the installation', () => {
  it('are the defaults, with what the environment says', async () => {
    expect((await settings()).map(({ name, isLocked }) => [name, isLocked])).toEqual([
      ['productName', false],
      ['bannerText', false],
      ['homeTitle', true],
      ['homeText', false],
      ['homeAbout', false],
      ['signUp', false],
      ['mailSender', true],
      ['newsForAssignees', false],
      ['newsForReporters', false],
      ['newsForAffected', false],
      ['newsForFollowers', false],
    ])
    expect(await setting('homeTitle')).toMatchObject({ value: 'Lamps of the world', variable: 'HOME_TITLE' })
    expect(await setting('productName')).toEqual({
      ...{ name: 'productName', value: 'Mothlight', default: 'Mothlight', variable: 'PRODUCT_NAME', isLocked: false },
    })
  })

  it('hold at once, in every process, with what follows from the name', async () => {
    const other = await openApp(app.config, openLog('silent'), app.database)
    try {
      expect((await set('productName', ' Acme Bugs ')).body.result[0]).toMatchObject({
        ...{ value: 'Acme Bugs', default: 'Mothlight', changedBy: { fullName: 'Ada Admin' } },
      })
      const now = await site()
      expect([now.productName, now.author.name, now.home.title]).toEqual([
        'Acme Bugs',
        'Acme Bugs',
        'Lamps of the world',
      ])
      expect(now.home.text).toMatch(/^Acme Bugs is /)
      expect((await setting('homeText')).default).toBe(now.home.text)
      const there = async () => (await other.http.inject('/api/site')).json().result.productName as string
      await expect.poll(there).toBe('Acme Bugs')
      const begun = await openApp(app.config, openLog('silent'), app.database)
      expect((await begun.http.inject('/api/site')).json().result.productName).toBe('Acme Bugs')
      await begun.close()
    } finally {
      await other.close()
    }
    expect((await set('productName', null)).body.result[0]).not.toHaveProperty('changedBy')
    expect((await site()).productName).toBe('Mothlight')
    expect(await app.eventsOf('settings')).toEqual([
      { type: 'settings-changed', actor_id: admin.userId, payload: { productName: { from: null, to: 'Acme Bugs' } } },
      { type: 'settings-changed', actor_id: admin.userId, payload: { productName: { from: 'Acme Bugs', to: null } } },
    ])
  })

  it('say who may register', async () => {
    const body = {
      fullName: 'Bo Bee',
      givenName: 'Bo',
      familyName: 'Bee',
      email: 'bo@example.test',
      password: 'a long enough one',
    }
    await set('signUp', 'closed')
    expect(await app.stranger.call(register, { body })).toMatchObject({ status: 403 })
    await set('signUp', 'open')
    expect(await app.stranger.call(register, { body })).toMatchObject({ status: 200 })
    await set('signUp', 'Example.com, example.org')
    expect(await site()).toMatchObject({
      ...{ signUp: 'domains', isSignUpOpen: false, signUpDomains: ['example.com', 'example.org'] },
    })
  })

  it('are changed all or none, and never over what somebody else has set', async () => {
    await set('signUp', 'invitation')
    const { value: was } = await setting('bannerText')
    const refused = await admin.call(changeSettings, {
      body: {
        changes: [
          { name: 'bannerText', value: 'Mine', was },
          { name: 'signUp', value: 'closed', was: 'open' },
        ],
      },
    })
    expect(refused).toMatchObject({ status: 409, refusal: { error: { code: 'conflict', field: 'signUp' } } })
    expect((await setting('bannerText')).value).toBe(was)
    await set('bannerText', '')
    expect((await site()).bannerText).toBe('')
    expect(await set('bannerText', 'Mine', was)).toMatchObject({ status: 409 })
    expect(await set('homeTitle', 'Mine')).toMatchObject({ status: 409, refusal: { error: { field: 'homeTitle' } } })
  })

  it('stand in the page of the documents as text', async () => {
    const own = await openTestApp({ PRODUCT_NAME: '</title><b>Acme' })
    try {
      const page = (await own.http.inject('/api/docs/')).body
      expect(page).toContain('<title>&#60;/title&#62;&#60;b&#62;Acme API</title>')
      expect(page).not.toContain('<b>Acme')
    } finally {
      await own.end()
    }
  })

  it('name who mails come from', async () => {
    const server = await startMailServer()
    const own = await openTestApp({ ...server.settings, MAIL_FROM: 'bugs@example.com' })
    try {
      const person = await own.person(['admin'])
      for (const [name, value, was] of [
        ['productName', 'Acme Bugs', 'Mothlight'],
        ['mailSender', 'Help of Acme', 'Acme Bugs'],
      ] as const) {
        await person.call(sendTestMail, {})
        await person.call(changeSettings, { body: { changes: [{ name, value, was }] } })
        await own.runJob('send-mails')
      }
      expect(server.mails.map(({ headers }) => headers['from'])).toEqual([
        'Acme Bugs <bugs@example.com>',
        'Help of Acme <bugs@example.com>',
      ])
    } finally {
      await own.end()
      await server.close()
    }
  })

  it.each([
    ['productName', ' '],
    ['productName', 'x'.repeat(41)],
    ['productName', 'two\nlines'],
    ['bannerText', 'x'.repeat(301)],
    ['signUp', 'maybe'],
    ['newsForReporters', 'nothing'],
    ['homeText', ''],
  ] as const)('refuse %s %j, naming it', async (name, value) => {
    const answer = await set(name, value)
    expect(answer).toMatchObject({ status: 400, refusal: { error: { code: 'invalid-input', field: name } } })
    expect(answer.refusal.error.message).toMatch(new RegExp(`^${name} must `))
  })
})
