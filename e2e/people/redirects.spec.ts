import { logout } from '#shared/auth/contract.ts'
import { editUser } from '#shared/users/contract.ts'
import { expect, test, type Product } from '#testing/browser-test.ts'
import { aBug } from '#e2e/parts/sample-bug.ts'
import { settled } from '#e2e/parts/settled.ts'
import { dismissToasts, expectNoToast, expectToast } from '#e2e/parts/toasts.ts'
import type { Page, Route } from '@playwright/test'

const login = 'Must Be LoggedIn!'
const level = 'Invalid Permission Level!'

/**
 * Screens that need a login: what a stranger is told on the login page, and what somebody without the permission is
 * told at home. Null: a login is enough.
 */
const guarded = [
  { name: 'the bug list', path: '/page/bugs/list', stranger: login, unpermitted: level },
  {
    name: 'the bug list with a search',
    path: '/page/bugs/list?keywords=lamp&pageNumber=2',
    stranger: login,
    unpermitted: level,
  },
  { name: 'a bug', path: '/page/bugs/list/view/:bug', stranger: login, unpermitted: level },
  { name: 'a bug without an id', path: '/page/bugs/list/view', stranger: login, unpermitted: level },
  { name: 'the report form', path: '/page/bugs/report', stranger: login, unpermitted: null },
  { name: 'the own bug’s edit form', path: '/page/bugs/list/edit/my/:bug', stranger: login, unpermitted: level },
  { name: 'any bug’s edit form', path: '/page/bugs/list/edit/:bug', stranger: login, unpermitted: level },
  { name: 'classification', path: '/page/bugs/list/classify/:bug', stranger: login, unpermitted: level },
  {
    name: 'assignment',
    path: '/page/bugs/assignUser/:bug',
    stranger: login,
    unpermitted: 'Invalid Permissions To Assign User!',
  },
  {
    name: 'assignment without an id',
    path: '/page/bugs/assignUser/',
    stranger: login,
    unpermitted: 'Invalid Permissions To Assign User!',
  },
  { name: 'the user list', path: '/page/users/list', stranger: login, unpermitted: level },
  {
    name: 'a user’s edit form',
    path: '/page/users/list/edit/ffffffffffffffffffffffff',
    stranger: login,
    unpermitted: 'Invalid Permission',
  },
  { name: 'the profile', path: '/page/users/me', stranger: 'Must be LoggedIn', unpermitted: null },
] as const

/** A role that may do nothing, and so not even see bugs. */
async function roleOfNothing(product: Product): Promise<string> {
  await product.database.pool.query(
    `insert into roles (name, permissions) values ('onlooker', '{}') on conflict do nothing`,
  )
  return 'onlooker'
}

async function pathOf(product: Product, path: string): Promise<string> {
  if (!path.includes(':bug')) return path
  const { userId } = await product.person(['customer'])
  return path.replace(':bug', await aBug(product, userId, { title: 'A secret title' }))
}

/** What the page asks the server about bugs and people, beyond who is there. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(bug|user)\//.test(pathname) && !/(loginStatus|hasPermission|permissions)$/.test(pathname))
      calls.push(pathname)
  })
  return calls
}

test('each guarded screen sends a stranger to the login page, with its own words', async ({ page, product }) => {
  const calls = watchCalls(page)
  for (const { name, path, stranger } of guarded) {
    await test.step(name, async () => {
      await page.goto(await pathOf(product, path))
      await expect(page).toHaveURL(product.origin + '/page/login')
      await expectToast(page, 'warning', stranger)
      await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
      await expect(page.getByText('A secret title')).toHaveCount(0)
      expect(calls).toEqual([])
    })
  }
})

test('each guarded screen sends somebody without the permission home, with its own words', async ({
  page,
  product,
  signIn,
}) => {
  const calls = watchCalls(page)
  await signIn([await roleOfNothing(product)])
  for (const { name, path, unpermitted } of guarded) {
    if (unpermitted === null) continue
    await test.step(name, async () => {
      await page.goto(await pathOf(product, path))
      await expect(page).toHaveURL(product.origin + '/')
      await expectToast(page, 'warning', unpermitted)
      await expect(page.getByText('A secret title')).toHaveCount(0)
      expect(calls).toEqual([])
    })
  }
})

test('reporting needs a login and nothing else', async ({ page, product, signIn }) => {
  await signIn([await roleOfNothing(product)])
  await page.goto('/page/bugs/report')
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeVisible()
  await expectNoToast(page)
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
    await expectNoToast(page)
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bugs', exact: true }).click()
  await expect(page).toHaveURL(product.origin + '/page/login')
  await expectToast(page, 'warning', 'Must Be LoggedIn!')
})

test('resting on a link to a guarded screen tells nobody anything', async ({ page }) => {
  await page.clock.install()
  await page.goto('/page/login')
  // The footer moves when the form arrives, and the pointer would no longer be on it.
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bugs', exact: true }).hover()
  // The screen is prepared after a short rest, and what that loads has come.
  await page.clock.runFor(1_000)
  await settled(page)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expectNoToast(page)
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

test('a session that ends while its screen is open leads to the login without a click', async ({
  page,
  product,
  signIn,
}) => {
  const person = await signIn(['customer'])
  await aBug(product, person.userId)
  await page.goto('/page/bugs/list')
  await expect(page.getByRole('list', { name: 'Bugs' })).toBeVisible()
  await person.call(logout, {})

  await expect(page).toHaveURL(product.origin + '/page/login')
  await expectToast(page, 'warning', 'Must Be LoggedIn!')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible()
})

/** Screens that are opened from the bug list, and what each of them reads once its guard has let the reader in. */
const nextScreens = [
  {
    name: 'a bug',
    open: (page: Page) => page.getByRole('list', { name: 'Bugs' }).getByRole('link').first().click(),
    reads: /\/api\/bug\/[0-9a-f]{24}\?/,
    stranger: login,
  },
  { name: 'the user list', open: findUsers, reads: /\/api\/user\/list/, stranger: login },
  {
    name: 'the profile',
    open: (page: Page) => page.getByRole('banner').getByRole('link', { name: 'View Profile' }).click(),
    reads: /\/api\/user\/me$/,
    stranger: 'Must be LoggedIn',
  },
] as const

/** Does something on the server just before the next call of this kind reaches it. */
async function justBefore(page: Page, call: RegExp, act: () => Promise<unknown>): Promise<void> {
  const actAndGoOn = async (route: Route) => {
    await act()
    await route.continue()
  }
  await page.route(call, actAndGoOn, { times: 1 })
}

async function findUsers(page: Page): Promise<void> {
  const bar = page.getByRole('banner')
  await bar.getByRole('button', { name: 'Users', exact: true }).click()
  await bar.getByRole('link', { name: 'Find Users', exact: true }).click()
}

test('a screen that is opened after the session has ended sends to the login page', async ({
  page,
  product,
  signIn,
}) => {
  for (const { name, open, reads, stranger } of nextScreens) {
    await test.step(`${name} opened after the session has ended sends to the login page`, async () => {
      const person = await signIn(['customer'])
      await aBug(product, person.userId)
      await page.goto('/page/bugs/list')
      await expect(page.getByRole('list', { name: 'Bugs' })).toBeVisible()
      await justBefore(page, reads, () => person.call(logout, {}))
      await open(page)
      await expect(page).toHaveURL(product.origin + '/page/login')
      await expectToast(page, 'warning', stranger)
    })
  }
})

test('a screen that is opened after the view permission was taken sends home', async ({ page, product, signIn }) => {
  for (const { name, open, reads } of nextScreens.slice(0, 2)) {
    await test.step(`${name} opened after the view permission was taken sends home`, async () => {
      const { userId } = await signIn(['customer'])
      await aBug(product, userId)
      const other = await roleOfNothing(product)
      const admin = await product.person(['admin'])
      await page.goto('/page/bugs/list')
      await expect(page.getByRole('list', { name: 'Bugs' })).toBeVisible()
      await justBefore(page, reads, () => admin.call(editUser, { params: { userId }, body: { role: [other] } }))
      await open(page)
      await expect(page).toHaveURL(product.origin + '/')
      await expectToast(page, 'warning', level)
    })
  }
})
