import { logout } from '#shared/auth/contract.ts'
import { expect, test } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'
import { expectToast } from './toasts.ts'

const logoutButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Logout', exact: true })
const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })

test('logging out on a screen that needs a login leads home, and the way back is shut', async ({
  page,
  product,
  signIn,
}) => {
  const person = await signIn(['customer'], { fullName: 'Rosa Lindqvist' })
  await page.goto('/page/bugs/list')
  await expect(page.getByRole('heading', { level: 1, name: 'Bugs' })).toBeVisible()
  await logoutButton(page).click()

  await expectToast(page, 'success', 'Logout Successful!')
  await expect(page).toHaveURL(product.origin + '/')
  await expect(loginLink(page)).toBeVisible()
  await expect(logoutButton(page)).toHaveCount(0)
  await expect(page.getByText('Rosa Lindqvist')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'View Profile' })).toHaveCount(0)
  expect((await person.send('GET', '/api/user/me')).status).toBe(401)

  await page.goBack()
  await expect(page).toHaveURL(product.origin + '/page/login')
  await expect(page.getByText('Must Be LoggedIn!', { exact: true })).toBeVisible()
})

test('logging out on a public screen stays there', async ({ page, product, signIn }) => {
  await signIn(['customer'])
  await page.goto('/page/login')
  await logoutButton(page).click()
  await expectToast(page, 'success', 'Logout Successful!')
  await expect(page).toHaveURL(product.origin + '/page/login')
})

test('logging out of a session that ended elsewhere warns, and counts as logged out', async ({
  page,
  product,
  signIn,
  quietConsole,
}) => {
  // The chat's socket would tell the page at once.
  quietConsole.forgive(/ERR_FAILED/)
  await page.route('**/socket.io/**', (route) => route.abort())
  const person = await signIn(['customer'])
  await page.goto('/page/bugs/report')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await person.call(logout, {})
  await logoutButton(page).click()

  await expectToast(page, 'warning', 'Logout Failed: Not Logged In')
  await expect(loginLink(page)).toBeVisible()
  await expect(logoutButton(page)).toHaveCount(0)
  await expect(page).toHaveURL(product.origin + '/')
})
