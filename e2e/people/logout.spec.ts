import { logout } from '#shared/auth/contract.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { expectToast, toasts } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the menu says that the logout is under way, stays when it fails, and goes with it', async ({
    page,
    product,
    signIn,
    holdCalls,
    quietConsole,
  }) => {
    quietConsole.forgive(/ERR_FAILED/)
    await signIn(['customer'])
    await page.goto('/page/bugs/list')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const row = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Log/ })
    const held = await holdCalls(/user\/logout$/)
    await row.click()
    await expect(row).toHaveText('Logging out …')
    await expect(row).toBeDisabled()
    await held.cutOff()
    await expect(row).toHaveText('Logout')
    await expect(toasts(page)).toHaveText(/could not be reached/)

    await row.click()
    await expect(toasts(page).filter({ hasText: 'Logout Successful!' })).toBeVisible()
    await expect(page).toHaveURL(product.origin + '/')
    await expect(row).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
  })
})
