import { logout } from '#shared/auth/contract.ts'
import { expect, test, type Product } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'
import { aBug } from './sample-bug.ts'
import { dismissToasts, expectToast, toasts } from './toasts.ts'

/** Screens that need a login, and whether they also need canViewData. */
const guarded = [
  { name: 'the bug list', path: '/page/bugs/list', needsView: true },
  { name: 'the bug list with a search', path: '/page/bugs/list?keywords=lamp&pageNumber=2', needsView: true },
  { name: 'a bug', path: '/page/bugs/list/view/:bug', needsView: true },
  { name: 'a bug without an id', path: '/page/bugs/list/view', needsView: true },
  { name: 'the report form', path: '/page/bugs/report', needsView: false },
] as const

/** A role that may do nothing, and so not even see bugs. */
async function roleOfNothing(product: Product): Promise<string> {
  await product.database.pool.query(`insert into roles (name, permissions) values ('onlooker', '{}') on conflict do nothing`)
  return 'onlooker'
}

async function pathOf(product: Product, path: string): Promise<string> {
  if (!path.includes(':bug')) return path
  const { userId } = await product.person(['customer'])
  return path.replace(':bug', await aBug(product, userId, { title: 'A secret title' }))
}

/** What the page asks the server about bugs. */
function watchBugCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/bug/')) calls.push(request.url())
  })
  return calls
}

for (const { name, path, needsView } of guarded) {
  test(`${name} sends a stranger to the login page`, async ({ page, product }) => {
    const calls = watchBugCalls(page)
    await page.goto(await pathOf(product, path))
    await expect(page).toHaveURL(product.origin + '/page/login')
    await expectToast(page, 'warning', 'Must Be LoggedIn!')
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await expect(page.getByText('A secret title')).toHaveCount(0)
    expect(calls).toEqual([])
  })

  if (needsView) {
    test(`${name} sends somebody without the view permission home`, async ({ page, product, signIn }) => {
      const calls = watchBugCalls(page)
      await signIn([await roleOfNothing(product)])
      await page.goto(await pathOf(product, path))
      await expect(page).toHaveURL(product.origin + '/')
      await expectToast(page, 'warning', 'Invalid Permission Level!')
      await expect(page.getByText('A secret title')).toHaveCount(0)
      expect(calls).toEqual([])
    })
  }
}

test('reporting needs a login and nothing else', async ({ page, product, signIn }) => {
  await signIn([await roleOfNothing(product)])
  await page.goto('/page/bugs/report')
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)
})

test('a stranger who clicks their way to a guarded screen is turned away the same, and Back leads back', async ({
  page,
  product,
}) => {
  await page.goto('/')
  const bar = page.getByRole('banner')
  for (const item of ['Find Bugs', 'Report Bug']) {
    await bar.getByRole('button', { name: 'Bugs', exact: true }).click()
    await bar.getByRole('link', { name: item, exact: true }).click()
    await expect(page).toHaveURL(product.origin + '/page/login')
    await expectToast(page, 'warning', 'Must Be LoggedIn!')
    await dismissToasts(page)
    await page.goBack()
    await expect(page).toHaveURL(product.origin + '/')
    await expect(toasts(page)).toHaveCount(0)
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bugs', exact: true }).click()
  await expect(page).toHaveURL(product.origin + '/page/login')
  await expectToast(page, 'warning', 'Must Be LoggedIn!')
})

test('resting on a link to a guarded screen tells nobody anything', async ({ page }) => {
  const prepared = page.waitForResponse((response) => response.url().endsWith('/api/user/loginStatus'))
  await page.goto('/page/login')
  await prepared
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Bugs', exact: true })
  await link.hover()
  await link.focus()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Home', exact: true }).hover()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)
})

test('somebody without the view permission who clicks on the list is sent home', async ({ page, product, signIn }) => {
  await signIn([await roleOfNothing(product)])
  await page.goto('/page/bugs/report')
  const bar = page.getByRole('banner')
  await bar.getByRole('button', { name: 'Bugs', exact: true }).click()
  await bar.getByRole('link', { name: 'Find Bugs', exact: true }).click()
  await expect(page).toHaveURL(product.origin + '/')
  await expectToast(page, 'warning', 'Invalid Permission Level!')
})

test('a session that ends while its screen is open is noticed at the next call', async ({ page, product, signIn }) => {
  const person = await signIn(['customer'])
  await aBug(product, person.userId)
  await page.goto('/page/bugs/list')
  await expect(page.getByRole('list', { name: 'Bugs' })).toBeVisible()
  await person.call(logout, {})

  await page.getByRole('searchbox', { name: 'Keywords' }).fill('anything')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  await bar.getByRole('button', { name: 'Bugs', exact: true }).click()
  await bar.getByRole('link', { name: 'Report Bug', exact: true }).click()
  await expect(page).toHaveURL(product.origin + '/page/login')
  await expectToast(page, 'warning', 'Must Be LoggedIn!')
})
