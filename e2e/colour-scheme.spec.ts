import { expect, test } from '#testing/browser-test.ts'
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
