import { logout } from '#shared/auth/contract.ts'
import { expect, test, type Product } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'
import { anAccount, signInByForm, type Account } from './account.ts'
import { commentParts } from './comment-parts.ts'
import { reported } from './timeline-parts.ts'
import { dismissToasts, expectToast } from './toasts.ts'

const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })

async function signedIn(page: Page, product: Product): Promise<Account> {
  const account = await anAccount(product)
  await page.goto('/page/login')
  await signInByForm(page, account.email, account.password)
  await expect(page).toHaveURL(product.origin + '/')
  return account
}

/** Ends the session of this browser, which is not told. */
async function endSession(page: Page, product: Product): Promise<void> {
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect((await product.stranger.call(logout, { headers: { cookie } })).status).toBe(200)
}

test('whose session has ended logs in by the header and is offered where they were, with what they were writing', async ({
  page,
  product,
}) => {
  const bugId = await reported(await product.person(['customer']))
  const { email, password } = await signedIn(page, product)
  const address = `/page/bugs/list/view/${bugId}?timeline=comments`
  await page.goto(address)
  const { newComment, submit } = commentParts(page)
  await newComment.fill('do not lose this')
  await endSession(page, product)
  await submit.click()
  await expectToast(page, 'error', 'New Comment Add FAILED!')
  await loginLink(page).click()
  await expect(page).toHaveURL(product.origin + '/page/login')

  // The way back outlives a reload and a second press of the link.
  await page.reload()
  await loginLink(page).click()
  await signInByForm(page, email, password)
  await expect(page).toHaveURL(product.origin + '/')
  await page.getByRole('button', { name: 'Back to where you were' }).click()
  await expect(page).toHaveURL(product.origin + address)
  await expect(newComment).toHaveValue('do not lose this')
  await submit.click()
  await expectToast(page, 'success', 'New Comment Added!')
})

test('a login that no ended session has led to offers nothing, whatever the address says', async ({
  page,
  product,
}) => {
  const { email, password } = await signedIn(page, product)
  await page.goto('/page/bugs/list')
  await page.getByRole('banner').getByRole('button', { name: 'Logout', exact: true }).click()
  await expectToast(page, 'success', 'Logout Successful!')
  await dismissToasts(page)
  await loginLink(page).click()
  await signInByForm(page, email, password)
  await expect(page).toHaveURL(product.origin + '/')
  await expectToast(page, 'success', 'Login Successful!')
  await expect(page.getByRole('button', { name: 'Back to where you were' })).toHaveCount(0)

  await page.context().clearCookies()
  await page.goto('/page/login?returnTo=https://example.org/&redirect=//example.org')
  await signInByForm(page, email, password)
  await expect(page).toHaveURL(product.origin + '/')
})
