import { logout } from '#shared/auth/contract.ts'
import { setUserActive } from '#shared/users/contract.ts'
import { expect, test, type Product } from '#testing/browser-test.ts'
import { commentParts } from '#e2e/parts/comment-parts.ts'
import { editForm, editMine } from '#e2e/parts/edit-form.ts'
import { aBug } from '#e2e/parts/sample-bug.ts'
import { reported } from '#e2e/parts/timeline-parts.ts'
import { dismissToasts, expectToast, toastDetail } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { anAccount, fillRegistration, newEmail, signInByForm, type Account } from './account.ts'

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

const continueTo = (page: Page, screen: string) =>
  page.getByRole('main').getByRole('link', { name: `Continue to ${screen}`, exact: true })

test('whose session has ended is led to the login, and from the home page to where they were, with what they were writing', async ({
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
  await expect(page).toHaveURL(product.origin + '/page/login')
  await expectToast(page, 'warning', 'Must Be LoggedIn!')

  // The way back outlives a reload and a press of the link to the same page.
  await page.reload()
  await loginLink(page).click()
  await signInByForm(page, email, password)
  await expect(page).toHaveURL(product.origin + '/')
  await expect(continueTo(page, 'the bug')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(product.origin + address)
  await expect(newComment).toHaveValue('do not lose this')
  await submit.click()
  await expectToast(page, 'success', 'New Comment Added!')
})

test('whose session ends while they edit a bug is told that their text is kept, and finds it there again', async ({
  page,
  product,
}) => {
  const account = await signedIn(page, product)
  const { rows } = await product.database.pool.query('select id from users where email = $1', [account.email])
  const bugId = await aBug(product, rows[0].id, { title: 'Before' })
  await page.goto(editMine(bugId))
  const form = editForm(page)
  await form.title.fill('After')
  await endSession(page, product)
  await expect(page).toHaveURL(product.origin + '/page/login')
  await expectToast(page, 'warning', 'Must Be LoggedIn!')
  await expect(toastDetail(page)).toHaveText('Your text is kept.')
  await signInByForm(page, account.email, account.password)
  await continueTo(page, 'editing the bug').click()
  await expect(page).toHaveURL(product.origin + editMine(bugId))
  await expect(form.title).toHaveValue('After')
  await expect(form.restored).toBeVisible()
})

test('a stranger whom a screen sent to the login continues there, also by way of the registration', async ({
  page,
  product,
}) => {
  const { email, password } = await anAccount(product)
  await page.goto('/page/bugs/list?closed=open')
  await expect(page).toHaveURL(product.origin + '/page/login')
  await signInByForm(page, email, password)
  await continueTo(page, 'the bugs').click()
  await expect(page).toHaveURL(product.origin + '/page/bugs/list?closed=open')
  await page.getByRole('banner').getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(page).toHaveURL(product.origin + '/')
  await expect(page.getByRole('link', { name: /^Continue to/ })).toHaveCount(0)

  await page.goto('/page/bugs/report')
  await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).click()
  await fillRegistration(page, { email: newEmail() })
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page).toHaveURL(product.origin + '/')
  await continueTo(page, 'your report').click()
  await expect(page).toHaveURL(product.origin + '/page/bugs/report')
})

test('logging out in one tab empties the others and leads them to the login', async ({ page, product, context }) => {
  const bugId = await reported(await product.person(['customer']))
  await signedIn(page, product)
  const other = await context.newPage()
  await other.goto(`/page/bugs/list/view/${bugId}`)
  // Until the bug is there, the heading is another one.
  await expect(other.getByRole('heading', { name: 'Description', exact: true })).toBeVisible()
  const title = await other.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('banner').getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(other).toHaveURL(product.origin + '/page/login')
  await expect(other.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(other.getByText(title)).toHaveCount(0)
  // A tab without a guarded screen only becomes a stranger's.
  await expect(page).toHaveURL(product.origin + '/')
  await expect(loginLink(page)).toBeVisible()
})

test('an agent who is deactivated has no inbox any more in the page that is open', async ({
  page,
  product,
  signIn,
}) => {
  const agent = await signIn(['support'])
  const admin = await product.person(['admin'])
  await page.goto('/page/chat')
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'View' })).toBeVisible()
  await admin.call(setUserActive, { params: { userId: agent.userId }, body: { active: false } })
  await expect(page).toHaveURL(product.origin + '/page/login')
  await expect(page.getByRole('heading', { name: 'Inbox' })).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Inbox' })).toHaveCount(0)
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
  await expect(page.getByRole('link', { name: /^Continue to/ })).toHaveCount(0)

  await page.context().clearCookies()
  await page.goto('/page/login?returnTo=https://example.org/&redirect=//example.org')
  await signInByForm(page, email, password)
  await expect(page).toHaveURL(product.origin + '/')
})
