import { newRecordId } from '#server/db/record-id.ts'
import { openInstallationKey } from '#server/config/installation-key.ts'
import { type LessMail, lessToken } from '#server/features/mail/less-links.ts'
import { loginStatus } from '#shared/auth/contract.ts'
import { followBug, viewBugLevel } from '#shared/following/contract.ts'
import { setPreferences } from '#shared/users/contract.ts'
import type { Person, Product } from '#testing/browser-test.ts'
import { expect, test } from '#e2e/chat/chat-fixtures.ts'
import { tabTo } from '#e2e/parts/focus.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import type { Page } from '@playwright/test'

/** The address that a mail of this server names. */
const linkFor = (product: Product, less: LessMail) =>
  `/page/mail/less?token=${lessToken(openInstallationKey(product.config), less)}`

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

async function aFollower(product: Product) {
  const person = await product.person(['customer'])
  const bugId = await aBug(product, person.userId, { title: newWord() })
  await person.call(followBug, { params: { bugId }, body: { following: true } })
  return { person, bugId }
}

const levelOf = async (person: Person, bugId: string) =>
  (await person.call(viewBugLevel, { params: { bugId } })).body.result.level

const frequencyOf = async (person: Person) => {
  const { body } = await person.call(loginStatus, {})
  return body.loggedIn ? body.preferences?.mailFrequency : undefined
}

for (const [name, level, done] of [
  ['Only when I’m mentioned', 'mentions', 'You hear less about this bug'],
  ['Nothing more about this bug', 'nothing', 'You hear nothing more about this bug'],
] as const) {
  test(`whoever holds the link of a bug’s mail hears less of it by a key, without a login: ${name}`, async ({
    page,
    product,
  }) => {
    const { person, bugId } = await aFollower(product)
    await page.goto(linkFor(product, { about: 'bug', userId: person.userId, bugId }))
    await expect(page).toHaveTitle(/^Hear less about this bug/)
    await expect(heading(page, 'Hear less about this bug')).toBeVisible()
    await expect(page.getByText('Nothing has changed yet.')).toBeVisible()
    expect(await levelOf(person, bugId)).toBe('matters')

    await tabTo(page, button(page, name))
    await page.keyboard.press('Enter')
    await expect(heading(page, done)).toBeFocused()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('status')).toContainText('To hear more again')
    await expect(page.getByRole('link', { name: 'the bug’s page' })).toHaveAttribute('href', new RegExp(`${bugId}$`))
    expect(await levelOf(person, bugId)).toBe(level)
  })
}

test('who is logged in stops all mails about bugs, and finds in the profile how to turn them on again', async ({
  page,
  product,
  signIn,
}) => {
  const person = await signIn(['customer'])
  await page.goto(linkFor(product, { about: 'all', userId: person.userId }))
  await expect(heading(page, 'Stop mails about bugs')).toBeVisible()
  await expect(page.getByText('one mail a day or a week instead')).toBeVisible()
  expect(await frequencyOf(person)).toBe('soon')
  await tabTo(page, button(page, 'Stop these mails'))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'No more mails about bugs')).toBeFocused()
  expect(await frequencyOf(person)).toBe('never')
  await page.getByRole('link', { name: 'Your profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your Profile' })).toBeVisible()
})

test('a visitor stops the mails about a chat', async ({ page, product, visitorSays }) => {
  const words = newWord()
  await visitorSays(words)
  const { rows } = await product.database.pool.query<{ id: string }>(
    `update conversations set email = 'ann@example.test'
      where id in (select conversation_id from chat_lines where message like $1) returning id`,
    [`%${words}%`],
  )
  const conversationId = rows[0]?.id ?? ''
  await page.goto(linkFor(product, { about: 'chat', conversationId }))
  await expect(heading(page, 'Stop mails about your chat')).toBeVisible()
  await tabTo(page, button(page, 'Stop these mails'))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'No more mails about your chat')).toBeFocused()
  await expect(page.getByText('sign in with a confirmed address')).toBeVisible()
  const after = await product.database.pool.query('select email from conversations where id = $1', [conversationId])
  expect(after.rows).toEqual([{ email: null }])
})

test('what could not be sent is told, and goes out by another press', async ({ page, product, holdCalls }) => {
  const { person, bugId } = await aFollower(product)
  await page.goto(linkFor(product, { about: 'bug', userId: person.userId, bugId }))
  const held = await holdCalls(/\/api\/mail\/less$/)
  await tabTo(page, button(page, 'Nothing more about this bug'))
  await page.keyboard.press('Enter')
  await held.cutOff()
  await expect(page.getByRole('alert')).toContainText('Nothing was changed')
  await expect(page.getByRole('alert')).toContainText('Check the connection and try again.')
  await expect(button(page, 'Nothing more about this bug')).toBeFocused()
  expect(await levelOf(person, bugId)).toBe('matters')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'You hear nothing more about this bug')).toBeFocused()
  expect(await levelOf(person, bugId)).toBe('nothing')
})

test('a link that was cut off changes nothing and says what to do; so do one of another kind and one without a token', async ({
  page,
  product,
}) => {
  const person = await product.person(['customer'])
  await person.call(setPreferences, { body: { mailFrequency: 'daily' } })
  await page.goto(linkFor(product, { about: 'all', userId: person.userId }).slice(0, -3))
  await tabTo(page, button(page, 'Stop these mails'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('This link doesn’t work')).toBeVisible()
  await expect(heading(page, 'Stop mails about bugs')).toBeFocused()
  expect(await frequencyOf(person)).toBe('daily')
  for (const search of ['?token=7', '?token=none.of.ours', '']) {
    await page.goto(`/page/mail/less${search}`)
    await expect(page.getByRole('status').filter({ hasText: 'open it from the mail again' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'To the home page' }).click()
  await expect(page).toHaveURL(`${product.origin}/`)
})

test('who reported without an account ends the mails about it by the link of one', async ({ page, product }) => {
  const person = await product.person(['customer'])
  const bugId = await aBug(product, person.userId, { title: newWord() })
  const linkId = newRecordId()
  await product.database.pool.query('insert into reporter_links (id, bug_id, user_id) values ($1, $2, $3)', [
    ...[linkId, bugId, person.userId],
  ])
  await page.goto(linkFor(product, { about: 'report', linkId }))
  await expect(heading(page, 'Stop mails about your report')).toBeVisible()
  await button(page, 'Stop these mails').click()
  await expect(heading(page, 'No more mails about your report')).toBeFocused()
  const { rows } = await product.database.pool.query('select mail_ended_on from reporter_links where id = $1', [linkId])
  expect(rows).toEqual([{ mail_ended_on: expect.any(Date) }])
})
