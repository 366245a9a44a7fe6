import { giveSession } from '#testing/browser-test.ts'
import { expect, test as base } from '#e2e/parts/fixtures.ts'
import { tabTo } from '#e2e/parts/focus.ts'
import { dismissToasts, expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { aSession, sessionCount, sessionParts } from './session-parts.ts'
import { aPerson } from './sample-person.ts'

const editPath = (userId: string) => `/page/users/list/edit/${userId}`

const test = base.extend<{
  /** Somebody who is signed in here, by a phone, and in another browser, which shows the list. */
  signInElsewhereToo: () => Promise<{ userId: string; other: Page }>
}>({
  signInElsewhereToo: async ({ product, signIn, openBrowser }, use) => {
    await use(async () => {
      const { userId } = await signIn(['customer'])
      const other = await openBrowser(await aSession(product, userId, 'Firefox on Linux'))
      await aSession(product, userId, 'Safari on iPhone')
      await other.goto('/page/bugs/list')
      await expect(other.getByRole('searchbox', { name: 'Keywords' })).toBeVisible()
      return { userId, other }
    })
  },
})

/** Expects that this browser finds nobody logged in, without a click. */
async function expectOut(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/page\/login$/)
  await expectToast(page, 'warning', 'Must Be LoggedIn!')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible()
}

test('the profile lists where one is logged in, in words, and marks this browser', async ({
  page,
  product,
  signIn,
}) => {
  const { userId } = await signIn(['customer'])
  await aSession(product, userId, 'Safari on iPhone')
  await aSession(product, userId, 'Firefox on Linux')
  await product.database.pool.query(
    `update sessions set seen_on = now() - interval '3 days', created_on = '2024-02-03T12:00:00Z'
       where user_id = $1 and user_agent like '%Firefox%'`,
    [userId],
  )
  const stranger = await product.person(['customer'])
  await aSession(product, stranger.userId, 'Edge on Windows')
  const sessions = sessionParts(page)
  await page.goto('/page/users/me')
  await expect(sessions.rows).toHaveCount(3)
  await expect(sessions.rows.first()).toContainText('This one')
  await expect(sessions.rows.first()).toContainText('in use now')
  await expect(sessions.rows.first().getByRole('button')).toHaveCount(0)
  await expect(sessions.row('Safari on iPhone')).toContainText('last used within the hour')
  await expect(sessions.row('Firefox on Linux')).toContainText('last used 3 days ago')
  await expect(sessions.row('Firefox on Linux')).toContainText('Started 2/3/2024')
  await expect(sessions.section.getByText('This one')).toHaveCount(1)
  await expect(sessions.section.getByText('Edge on Windows')).toHaveCount(0)
  await expect(sessions.endAll).toHaveCount(0)
})

test('a session ended elsewhere is over: that browser is out at once', async ({ page, signInElsewhereToo }) => {
  const { other } = await signInElsewhereToo()

  const sessions = sessionParts(page)
  await page.goto('/page/users/me')
  await sessions.end('Firefox on Linux').click()
  await expectToast(page, 'success', 'Session Ended!')
  await expect(sessions.row('Firefox on Linux')).toHaveCount(0)
  await expect(sessions.rows).toHaveCount(2)
  await expect(sessions.section.getByRole('heading')).toBeFocused()
  await expectOut(other)

  await page.reload()
  await expect(sessions.rows).toHaveCount(2)
})

test('End all others leaves this browser alone', async ({ page, product, signInElsewhereToo }) => {
  const { userId, other } = await signInElsewhereToo()

  const sessions = sessionParts(page)
  await page.goto('/page/users/me')
  await sessions.endOthers.click()
  await expectToast(page, 'success', 'Sessions Ended!')
  await expect(sessions.rows).toHaveCount(1)
  await expect(sessions.rows).toContainText('This one')
  await expect(sessions.endOthers).toHaveCount(0)
  expect(await sessionCount(product, userId)).toBe(1)
  await expectOut(other)
  await page.reload()
  await expect(sessions.rows).toHaveCount(1)
})

test('ending a session that fails says so, and the list stays', async ({ page, product, signIn, whileEventsFail }) => {
  const { userId } = await signIn(['customer'])
  await aSession(product, userId, 'Firefox on Linux')
  const sessions = sessionParts(page)
  await page.goto('/page/users/me')
  await whileEventsFail('user-sessions-ended', async () => {
    await sessions.end('Firefox on Linux').click()
    await expectToast(page, 'error', 'Ending Session FAILED!')
  })
  await expect(sessions.section.getByRole('alert')).toContainText('The session goes on')
  await expect(sessions.rows).toHaveCount(2)
  expect(await sessionCount(product, userId)).toBe(2)
  await dismissToasts(page)
  // The next attempt without a mouse.
  await page.getByRole('heading', { level: 1 }).focus()
  await tabTo(page, sessions.end('Firefox on Linux'))
  await page.keyboard.press('Enter')
  await expectToast(page, 'success', 'Session Ended!')
  await expect(sessions.section.getByRole('alert')).toHaveCount(0)
  await expect(sessions.section.getByRole('heading')).toBeFocused()
})

test('an administrator sees and ends the sessions of others, one or all', async ({
  page,
  openBrowser,
  product,
  signIn,
}) => {
  await signIn(['admin'])
  const person = await product.person(['customer'])
  const other = await openBrowser(person.cookie)
  await aSession(product, person.userId, 'Firefox on Linux')
  await aSession(product, person.userId, 'Safari on iPhone')
  await other.goto('/page/bugs/list')
  await expect(other.getByRole('searchbox', { name: 'Keywords' })).toBeVisible()

  const sessions = sessionParts(page)
  await page.goto(editPath(person.userId))
  await expect(sessions.rows).toHaveCount(3)
  await expect(sessions.section.getByText('This one')).toHaveCount(0)
  await expect(sessions.endOthers).toHaveCount(0)
  await sessions.end('Safari on iPhone').click()
  await expectToast(page, 'success', 'Session Ended!')
  await expect(sessions.rows).toHaveCount(2)
  await dismissToasts(page)
  await sessions.endAll.click()
  await expectToast(page, 'success', 'Sessions Ended!')
  await expect(sessions.section).toContainText('Not logged in anywhere.')
  await expect(sessions.endAll).toHaveCount(0)
  expect(await sessionCount(product, person.userId)).toBe(0)
  await expectOut(other)
})

test('many sessions fold; this one is always on top, and can’t be ended on an administrator’s own edit page either', async ({
  page,
  product,
  signIn,
}) => {
  const { userId } = await signIn(['admin'])
  await product.database.pool.query(`update sessions set seen_on = now() - interval '50 minutes' where user_id = $1`, [
    userId,
  ])
  for (let index = 0; index < 7; index++) await aSession(product, userId, 'Edge on Windows')
  const sessions = sessionParts(page)
  await page.goto('/page/users/me')
  await expect(sessions.rows).toHaveCount(5)
  await expect(sessions.rows.first()).toContainText('This one')
  await sessions.section.getByRole('button', { name: 'Show all 8', exact: true }).click()
  await expect(sessions.rows).toHaveCount(8)

  await page.goto(editPath(userId))
  await expect(sessions.rows.first()).toContainText('This one')
  await expect(sessions.endAll).toHaveCount(0)
  await sessions.endOthers.click()
  await expectToast(page, 'success', 'Sessions Ended!')
  await expect(sessions.rows).toHaveCount(1)
  await page.reload()
  await expect(sessions.rows).toHaveCount(1)
})

test('the demo account’s sessions are shown to nobody who shares it', async ({ page, context, product }) => {
  const userId = await aPerson(product, { fullName: 'Demo Moth', isDemo: true })
  await giveSession(context, product.origin, await aSession(product, userId, 'Firefox on Linux'))
  await aSession(product, userId, 'Safari on iPhone')
  await page.goto('/page/users/me')
  await expect(page.getByRole('heading', { name: 'Demo Moth' })).toBeVisible()
  await expect(sessionParts(page).section).toHaveCount(0)
  await expect(page.getByText('Safari on iPhone')).toHaveCount(0)
})
