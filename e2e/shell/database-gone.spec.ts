import { test as base, expect } from '#testing/browser-test.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { chatParts } from '#e2e/chat/chat-parts.ts'
import { editForm, editMine } from '#e2e/parts/edit-form.ts'
import { heading, view } from '#e2e/parts/page-parts.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { holdCalls } from '#e2e/parts/stumbling-server.ts'
import { dismissToasts, expectNoToast, expectToast, toastDetail, toasts } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { openProductWithOutages, outageParts, type ProductWithOutages } from './outage-parts.ts'

const test = base.extend<{ cut: ProductWithOutages }>({
  cut: async ({ page, context, quietConsole }, use) => {
    quietConsole.forgive(/WebSocket connection/)
    const cut = await openProductWithOutages(page, context)
    await use(cut)
    await cut.end()
  },
})

/** Comes back to the tab, as the page hears of it: it then asks who is there. */
async function comeBackToTab(page: Page): Promise<void> {
  const asked = page.waitForResponse('**/api/user/loginStatus')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await asked
}

test('while the database is away an edit and a chat line are kept, and both go on afterwards', async ({
  page,
  cut,
}) => {
  await cut.signIn('customer')
  await page.goto(cut.origin + editMine(await cut.report('Before')))
  const [form, chat] = [editForm(page), chatParts(page)]
  await chat.open()
  await chat.say('while it was there')
  await form.title.fill('After')

  await cut.takeDatabaseAway()
  await form.update.click()
  // What else the page asks at such a time may fail, too.
  await expect(toasts(page).filter({ hasText: 'Updated Bug Failed' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(/The database (can’t be reached|was lost)/)
  await dismissToasts(page)
  await expect(form.title).toHaveValue('After')
  await chat.input.fill('while it was away')
  await chat.input.press('Enter')
  await expect(chat.box.getByText('while it was away')).toBeVisible()

  await cut.giveDatabaseBack()
  await expect(form.title).toHaveValue('After')
  await form.update.click()
  await expectToast(page, 'success', 'Updated Bug Successfully')
  expect(await cut.rows('select title from bugs')).toEqual([{ title: 'After' }])
  const said = async () => (await cut.rows('select message from chat_lines order by seq')).map(({ message }) => message)
  await expect.poll(said).toEqual(['while it was there', 'while it was away'])
  await expect(chat.box.getByText('Sending…')).toHaveCount(0)
})

test('an edit that fails in an outage after the bug’s page was shown leads back to the form with the text', async ({
  page,
  cut,
}) => {
  await cut.signIn('customer')
  const id = await cut.report('Before')
  await page.goto(cut.origin + editMine(id))
  const form = editForm(page)
  await form.title.fill('After')
  const held = await holdCalls(page, /\/api\/bug\/[0-9a-f]{24}\/my/)
  await form.update.click()
  await expect(page).toHaveURL(cut.origin + view(id))
  await expect(heading(page)).toHaveText('After')

  await cut.takeDatabaseAway()
  await held.letGo()
  await expect(toasts(page).filter({ hasText: 'Updated Bug Failed' })).toBeVisible()
  await expect(page).toHaveURL(cut.origin + editMine(id))
  await expect(form.title).toHaveValue('After')
  await expect(toasts(page).filter({ hasText: 'Error Checking Permissions' })).toHaveCount(0)

  await cut.giveDatabaseBack()
  await dismissToasts(page)
  await form.update.click()
  await expectToast(page, 'success', 'Updated Bug Successfully')
})

/** Every screen that asks who is there before it opens. */
const guarded = [
  '/page/bugs/list/view/:bug',
  '/page/bugs/list/view',
  '/page/bugs/report',
  '/page/bugs/list/edit/my/:bug',
  '/page/bugs/list/edit/:bug',
  '/page/bugs/list/classify/:bug',
  '/page/bugs/assignUser/:bug',
  '/page/bugs/assignUser/',
  '/page/users/list',
  '/page/users/list/edit/:user',
  '/page/users/me',
  '/page/users/roles',
  '/page/chat',
  '/page/login/register',
  '/page/bugs/list?keywords=moth',
]

test('a page that is opened in an outage says so in place, and comes by itself afterwards', async ({ page, cut }) => {
  // Every guarded screen is loaded anew.
  test.slow()
  const userId = await cut.signIn('admin')
  const id = await cut.report('The moth at the lamp')
  const outage = outageParts(page)
  await cut.takeDatabaseAway()
  for (const path of guarded) {
    const address = cut.origin + path.replace(':bug', id).replace(':user', userId)
    await page.goto(address)
    await expect(heading(page), path).toHaveText('The database can’t be reached')
    await expect(outage.notice, path).toBeVisible()
    // What the page says in its place is not said twice.
    await expect(outage.strip).toBeHidden()
    await expect(page, path).toHaveURL(address)
    await expectNoToast(page)
    await expect(outage.loginLink).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(outage.notice).toBeVisible()

  await cut.giveDatabaseBack()
  await expect(bugList(page).cards).toHaveCount(1)
  await expect(page).toHaveURL(`${cut.origin}/page/bugs/list?keywords=moth`)
  await expect(outage.logout).toBeVisible()
  await expectNoToast(page)
})

test('whose session turns out to have ended while nobody could be asked is sent to the login then, not before', async ({
  page,
  cut,
}) => {
  const userId = await cut.signIn('customer')
  const { notice, strip } = outageParts(page)
  await cut.takeDatabaseAway()
  await page.goto(`${cut.origin}/page/bugs/report`)
  await expect(notice).toBeVisible()
  await cut.rows('delete from sessions where user_id = $1', [userId])
  await cut.giveDatabaseBack()
  await expect(page).toHaveURL(`${cut.origin}/page/login`)
  await expectToast(page, 'warning', 'Must Be LoggedIn!')
  await expect(strip).toHaveCount(0)
})

test('a page that nobody waits for any more sends nobody anywhere after the outage', async ({ page, cut }) => {
  const { notice, loginLink } = outageParts(page)
  await page.goto(cut.origin)
  await expect(loginLink).toBeVisible()
  await cut.takeDatabaseAway()
  await page.reload()
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Bugs', exact: true }).click()
  await expect(notice).toBeVisible()
  await footer.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(notice).toHaveCount(0)
  await cut.giveDatabaseBack()
  await expect(loginLink).toBeVisible()
  await expect(page).toHaveURL(cut.origin + '/')
  await expectNoToast(page)
})

test('a page that is open when an outage begins stays with what was typed, says so, and goes on by itself', async ({
  page,
  cut,
}) => {
  await cut.signIn('staff')
  const id = await cut.report('The moth at the lamp')
  const [form, { strip, logout }] = [reportForm(page), outageParts(page)]
  await page.goto(`${cut.origin}/page/bugs/report`)
  await form.fill('Typed before')

  await cut.takeDatabaseAway()
  await comeBackToTab(page)
  await expect(strip).toBeVisible()
  await expect(form.title).toHaveValue('Typed before')
  await expect(logout).toBeVisible()
  await form.title.fill('Typed in the outage')

  // Who goes elsewhere meanwhile gets there, and reads what is missing.
  const bar = page.getByRole('banner')
  await bar.getByRole('button', { name: 'Users', exact: true }).click()
  await bar.getByRole('link', { name: 'Find Users', exact: true }).click()
  await expect(page).toHaveURL(`${cut.origin}/page/users/list`)
  await expect(heading(page)).toHaveText('Users')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The database can’t be reached')
  await page.goBack()
  await expect(form.title).toHaveValue('Typed in the outage')
  await expectNoToast(page)

  await cut.giveDatabaseBack()
  await expect(strip).toHaveCount(0)
  await expect(form.title).toHaveValue('Typed in the outage')
  await form.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  expect(await cut.rows('select title from bugs where id <> $1', [id])).toEqual([{ title: 'Typed in the outage' }])
})

test('a screen whose right is asked for by name opens in an outage for who was known to have it', async ({
  page,
  cut,
}) => {
  await cut.signIn('staff')
  const id = await cut.report('The moth at the lamp')
  const { strip } = outageParts(page)
  await page.goto(cut.origin + view(id))
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()

  await cut.takeDatabaseAway()
  await main.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(editForm(page).title).toHaveValue('The moth at the lamp')
  await expect(strip).toBeVisible()
  await expectNoToast(page)
  await cut.giveDatabaseBack()
  await expect(strip).toHaveCount(0)
  await expect(editForm(page).title).toHaveValue('The moth at the lamp')
})

test('the login form says in an outage that it is one, keeps what was typed, and goes on afterwards', async ({
  page,
  cut,
}) => {
  const { strip, loginLink } = outageParts(page)
  const [email, password] = [page.getByLabel('Email', { exact: true }), page.getByLabel('Password', { exact: true })]
  await page.request.post(`${cut.origin}/api/user/register`, {
    headers: { origin: cut.origin },
    data: {
      email: 'moth@example.test',
      password: 'moth-at-the-pane',
      fullName: 'Moth',
      givenName: 'M',
      familyName: 'M',
    },
  })
  await page.context().clearCookies()
  await cut.takeDatabaseAway()
  await page.goto(`${cut.origin}/page/login`)
  await expect(strip).toBeVisible()
  await email.fill('moth@example.test')
  await password.fill('moth-at-the-pane')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'error', 'Login Request Failed!')
  await expect(toastDetail(page)).toContainText('The database can’t be reached')
  await expect(strip).toBeVisible()
  await dismissToasts(page)

  await cut.giveDatabaseBack()
  await expect(strip).toHaveCount(0)
  await expect(loginLink).toBeVisible()
  await expect(email).toHaveValue('moth@example.test')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'success', 'Login Successful!')
  await expect(page).toHaveURL(cut.origin + '/')
})

test('whose session ended elsewhere while a page was open in an outage is a stranger afterwards, and keeps the text', async ({
  page,
  cut,
}) => {
  await cut.signIn('customer')
  const [form, { strip, logout, loginLink }] = [reportForm(page), outageParts(page)]
  await page.goto(`${cut.origin}/page/bugs/report`)
  await form.fill('Typed before')
  await cut.takeDatabaseAway()
  await comeBackToTab(page)
  await expect(strip).toBeVisible()
  await cut.logOutElsewhere()
  await expect(logout).toBeVisible()

  await cut.giveDatabaseBack()
  const isLoggedIn = async () => (await page.request.get(`${cut.origin}/api/user/loginStatus`)).json()
  await expect.poll(isLoggedIn).toMatchObject({ loggedIn: false })
  // The page asks again by itself, and leads to the login.
  await expect(page).toHaveURL(`${cut.origin}/page/login`)
  await expect(loginLink).toBeVisible()
  await cut.signInAgain()
  await page.goto(`${cut.origin}/page/bugs/report`)
  await expect(form.title).toHaveValue('Typed before')
})

test('without a network a page stays, and one whose code is not there yet comes by itself afterwards', async ({
  page,
  context,
  cut,
  quietConsole,
}) => {
  quietConsole.forgive(/net::ERR_INTERNET_DISCONNECTED|The server could not be reached/)
  await cut.signIn('admin')
  const [form, { strip }] = [reportForm(page), outageParts(page)]
  await page.goto(`${cut.origin}/page/bugs/report`)
  await form.fill('Typed before')
  await context.setOffline(true)
  const bar = page.getByRole('banner')
  await bar.getByRole('button', { name: 'Users', exact: true }).click()
  await bar.getByRole('link', { name: 'Find Users', exact: true }).click()
  const failure = page.getByRole('main').getByRole('alert').filter({ hasText: 'This page could not be shown' })
  await expect(failure).toContainText('The server could not be reached')
  await expect(strip).toBeVisible()
  await page.goBack()
  await expect(form.title).toHaveValue('Typed before')
  await page.goForward()
  await expect(failure).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('list', { name: 'Users' })).toBeVisible()
  await page.goBack()
  await expect(form.title).toHaveValue('Typed before')
})
