import { setPreferences } from '#shared/users/contract.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import type { Page } from '@playwright/test'

const expectColours = (page: Page, scheme: 'light' | 'dark') =>
  expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(scheme)

const change = (page: Page, to: 'light' | 'dark') =>
  page
    .getByRole('banner')
    .getByRole('button', { name: `Switch to ${to} colours`, exact: true })
    .click()

test('the colours follow the system until somebody chooses, in all tabs and after a reload', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await expectColours(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectColours(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })

  const other = await context.newPage()
  await other.goto('/page/login')
  await expectColours(other, 'light')
  await change(page, 'dark')
  await expectColours(page, 'dark')
  await expectColours(other, 'dark')
  await page.reload()
  await expectColours(page, 'dark')

  await change(page, 'light')
  await expectColours(page, 'light')
  // The system's own again, so it is followed.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectColours(page, 'dark')
})

test('colours, the form of the list and split view come along to another browser, with the account alone', async ({
  page,
  signInWithBugs,
  openBrowser,
  product,
}) => {
  const me = await signInWithBugs(['staff'], {})
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/page/bugs/list')
  await expect(bugList(page).cards.first()).toBeVisible()
  const kept = async () => {
    const { rows } = await product.database.pool.query('select preferences from users where id = $1', [me.userId])
    return rows[0]?.preferences
  }
  await change(page, 'dark')
  await page.getByRole('radio', { name: 'Comfortable list' }).check({ force: true })
  await page.getByRole('button', { name: 'Split view', exact: true }).click()
  await expect(page.getByText('Choose a bug to read it here.')).toBeVisible()
  await expect.poll(kept).toEqual({ theme: 'dark', density: 'comfortable', splitView: true })

  const other = await openBrowser(me.cookie)
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto('/page/bugs/list')
  await expectColours(other, 'dark')
  await expect(other.getByText('Choose a bug to read it here.')).toBeVisible()
  await other.getByRole('button', { name: 'Split view', exact: true }).click()
  await expect(other.getByRole('radio', { name: 'Comfortable list' })).toBeChecked()
  await expect.poll(kept).toMatchObject({ splitView: false })
  // The first one hears of it when it reads who is logged in.
  await me.call(setPreferences, { body: { theme: 'system' } })
  await page.reload()
  await expectColours(page, 'light')
  await expect(page.getByText('Choose a bug to read it here.')).toHaveCount(0)

  const stranger = await openBrowser()
  await stranger.emulateMedia({ colorScheme: 'light' })
  await stranger.goto('/')
  await expectColours(stranger, 'light')
})
