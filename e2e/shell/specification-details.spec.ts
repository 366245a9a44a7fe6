import { login, loginStatus, register } from '#shared/auth/contract.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import { expect, giveSession, test } from '#testing/browser-test.ts'
import { anAccount, fillRegistration, newEmail } from '#e2e/people/account.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { classify, classifyForm } from '#e2e/parts/classify-form.ts'
import { editAny, editForm } from '#e2e/parts/edit-form.ts'
import { goWithin, heading } from '#e2e/parts/page-parts.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { failedCall, refusal } from '#e2e/parts/stumbling-server.ts'
import { dismissToasts, expectNoToast, expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

const banner = (page: Page) => page.getByRole('complementary', { name: 'About this site' })
const bar = (page: Page) => page.getByRole('banner')

/** The writes that the page sends from now on: path and body. */
function watchWrites(page: Page): [path: string, body: unknown][] {
  const writes: [string, unknown][] = []
  page.on('request', (request) => {
    // The chat's socket has its own tests.
    if (request.method() === 'GET' || request.url().includes('/socket.io/')) return
    writes.push([`${request.method()} ${new URL(request.url()).pathname}`, request.postDataJSON()])
  })
  return writes
}

/** Holds every answer to these calls back. @returns lets them go */
async function holdBack(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

test('every route has its screen, under the banner and the bar and above the footer', async ({
  page,
  product,
  signIn,
}) => {
  test.slow()
  const { userId } = await product.person(['customer'])
  const check = async (path: string, title: RegExp) => {
    await page.goto(path)
    await expect(heading(page), path).toHaveText(title)
    expect(new URL(page.url()).pathname).toBe(path)
    await expect(banner(page)).toBeVisible()
    await expect(bar(page)).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  }
  await check('/', /Every bug/)
  await check('/page/login', /^Login$/)
  await check('/page/login/register', /^Register$/)

  const me = await signIn(['admin'])
  const own = await aBug(product, me.userId, { title: 'The lamp flickers' })
  for (const [path, title] of [
    ['/page/users/list', /^Users$/],
    [`/page/users/list/edit/${userId}`, /^Edit/],
    ['/page/users/me', /^Your Profile$/],
    ['/page/bugs/list', /^Bugs$/],
    [`/page/bugs/list/view/${own}`, /^The lamp flickers$/],
    ['/page/bugs/list/view', /^Invalid Bug Id!$/],
    [`/page/bugs/list/edit/my/${own}`, /^Edit your bug$/],
    [`/page/bugs/list/edit/${own}`, /^Edit bug$/],
    [`/page/bugs/list/classify/${own}`, /^Classify/],
    ['/page/bugs/report', /^Report a bug$/],
    ['/page/bugs/assignUser/', /^Assign User To Bug$/],
    [`/page/bugs/assignUser/${own}`, /^Assign User To Bug$/],
  ] as const) {
    await check(path, title)
  }
})

test('a stranger reads what it is for, and sends nothing that is wrong', async ({ page }) => {
  await test.step('the three features say what they are for', async () => {
    await page.goto('/')
    const main = page.getByRole('main')
    await expect(main).toContainText(/track, classify and manage software issues/i)
    await expect(main).toContainText(/accounts with role-based permissions/i)
    await expect(main).toContainText(/real-time communication/i)
  })

  await test.step('the login sends nothing while either field is wrong', async () => {
    const writes = watchWrites(page)
    await goWithin(page, '/page/login')
    const [email, password] = [page.getByLabel('Email', { exact: true }), page.getByLabel('Password', { exact: true })]
    await password.fill('long-enough')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(email).toHaveAccessibleDescription('Email must be at least 1 character')
    await expect(page.getByText('Password must be at least 8 characters')).toHaveCount(0)

    await email.fill('a')
    await password.fill('seven77')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(password).toHaveAccessibleDescription('Password must be at least 8 characters')
    await expect(page.getByText('Email must be at least 1 character')).toHaveCount(0)
    expect(writes).toEqual([])

    // At the limits of both it is sent, and it is the server that does not know this account.
    await password.fill('eight888')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expectToast(page, 'warning', 'Invalid Login Credentials!')
    expect(writes).toEqual([[`POST ${login.path}`, { email: 'a', password: 'eight888' }]])
  })

  await test.step('a registration that the server refuses as wrong is told by exactly two texts', async () => {
    // A refusal that names no field is made up: what the server finds wrong beyond the form’s own rules names one.
    await page.route(`**${register.path}`, (route) => route.fulfill({ status: 400, json: { code: '400-failed' } }))
    await dismissToasts(page)
    await goWithin(page, '/page/login/register')
    await fillRegistration(page, { email: newEmail() })
    await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
    await expectToast(page, 'error', 'Register Account Failed')
    await expect(page.getByRole('main').getByText('Login Request Failed', { exact: true })).toBeVisible()
  })

  await test.step('registration sends nothing while any one field is wrong', async () => {
    await page.unroute(`**${register.path}`)
    await dismissToasts(page)
    await goWithin(page, '/')
    await expect(page.getByLabel('Full Name', { exact: true })).toHaveCount(0)
    const writes = watchWrites(page)
    await goWithin(page, '/page/login/register')
    const email = newEmail()
    for (const [name, wrong, text] of [
      ['Email', 'abc.de', /^Not Valid Email! Ex: \S+@\S+\.\S+$/],
      ['Password', 'seven77', 'Must be at least 8 Character'],
      ['Confirm Password', 'another-one', 'Passwords Must Match'],
      ['Full Name', '', 'Must be at least 1 Character'],
      ['Given Name', '', 'Must be at least 1 Character'],
      ['Family Name', '', 'Must be at least 1 Character'],
    ] as const) {
      await fillRegistration(page, { email })
      const field = page.getByLabel(name, { exact: true })
      await field.fill(wrong)
      await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
      await expect(field).toHaveAccessibleDescription(text)
      await expect(page).toHaveURL(/register$/)
    }
    await expectNoToast(page)
    expect(writes).toEqual([])

    const names = { fullName: 'R', givenName: 'G', familyName: 'F' }
    await fillRegistration(page, { email, password: 'eight888', ...names })
    await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
    await expectToast(page, 'success', 'Register User Successful! LoggedIn!')
    expect(writes).toEqual([[`POST ${register.path}`, { email, password: 'eight888', ...names }]])
  })
})

test('somebody who is logged in sees their avatar, and a list that is on its way', async ({
  page,
  product,
  signIn,
}) => {
  const { userId } = await signIn(['customer'])

  await test.step('the avatar of the bar has no image', async () => {
    await page.goto('/')
    const avatar = bar(page).getByTitle('View Profile', { exact: true })
    await expect(avatar).toBeVisible()
    await expect(avatar.locator('img, image')).toHaveCount(0)
  })

  await test.step('the list shows a spinner until its first answer', async () => {
    const title = newWord()
    await aBug(product, userId, { title })
    const release = await holdBack(page, `**${listBugs.path}?*`)
    await goWithin(page, `/page/bugs/list?keywords=${title}`)
    const spinner = page.getByRole('main').getByText('Loading bugs', { exact: true })
    await expect(spinner).toBeVisible()
    await expect(bugList(page).none).toHaveCount(0)
    release()
    await expect(bugList(page).titles).toHaveText([title])
    await expect(spinner).toHaveCount(0)
  })
})

test('until the login status is known the bar says nothing; a refused answer counts as logged out, none does not', async ({
  page,
  signIn,
  quietConsole,
}) => {
  quietConsole.forgive(failedCall)
  await signIn(['customer'], { fullName: 'Rosa Lindqvist' })
  const release = await holdBack(page, `**${loginStatus.path}`)
  await page.goto('/page/nowhere')
  const link = bar(page).getByRole('link', { name: 'Login', exact: true })
  const logout = bar(page).getByRole('button', { name: 'Logout', exact: true })
  await expect(bar(page).getByRole('link', { name: 'Home', exact: true })).toBeVisible()
  await expect(link).toHaveCount(0)
  await expect(logout).toHaveCount(0)
  release()
  await expect(logout).toBeVisible()
  await expect(bar(page).getByText('Rosa Lindqvist', { exact: true })).toBeVisible()

  await page.unroute(`**${loginStatus.path}`)
  await page.route(`**${loginStatus.path}`, (route) => route.fulfill(refusal))
  await page.reload()
  await expect(link).toBeVisible()
  await expect(logout).toHaveCount(0)

  await page.unroute(`**${loginStatus.path}`)
  await page.route(`**${loginStatus.path}`, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await expect(page.locator('.live-strip')).toContainText('The server can’t answer.')
  await expect(link).toHaveCount(0)
  await expect(logout).toHaveCount(0)
  await page.unroute(`**${loginStatus.path}`)
  await expect(logout).toBeVisible()
})

test('a bug that is not checked yet can’t be assigned, and is not called invalid', async ({
  page,
  product,
  signIn,
}) => {
  const { userId } = await signIn(['staff'])
  const id = await aBug(product, userId)
  const release = await holdBack(page, `**/api/bug/${id}?*`)
  await page.goto(`/page/bugs/assignUser/${id}`)
  const assign = page.getByRole('main').getByRole('button', { name: 'Assign User', exact: true })
  await expect(heading(page)).toHaveText('Assign User To Bug')
  await expect(assign).toHaveCount(0)
  await expect(page.getByText(/Bug Id/)).toHaveCount(0)
  await expectNoToast(page)
  release()
  await expect(assign).toBeVisible()
  await expectToast(page, 'success', 'valid Bug Id! Bug Loaded!')
})

test('what each screen sends is what the specification lists, and with a change of a bug the version it began from', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const account = await anAccount(product)
  const answer = await product.stranger.call(login, { body: { email: account.email, password: account.password } })
  await giveSession(context, product.origin, String(answer.headers['set-cookie']).split(';')[0] ?? '')
  const { rows } = await product.database.pool.query<{ id: string }>('select id from users where email = $1', [
    account.email,
  ])
  const userId = rows[0]?.id ?? ''
  await product.database.pool.query(`insert into user_roles (user_id, role) values ($1, 'staff')`, [userId])
  const main = page.getByRole('main')
  const writes = watchWrites(page)
  /** Expects this write, and no other since the last one; the check of a permission, and that one has looked at a bug, change nothing. */
  const isChange = ([path]: (typeof writes)[number]) =>
    path !== 'POST /api/user/hasPermission' && !path.endsWith('/seen')
  const expectWrite = async (call: string, body: unknown) => {
    const changing = () => writes.filter(isChange)
    await expect.poll(changing).toEqual([[call, body]])
    writes.length = 0
  }

  const baseVersion: unknown = expect.any(Number)
  const texts = { title: newWord(), description: 'It flickers.', stepsToReproduce: 'Wait for dusk.' }
  await page.goto('/page/bugs/report')
  await reportForm(page).fill(texts.title)
  await reportForm(page).button.click()
  await expectWrite('POST /api/bug/new', texts)
  await reportForm(page).linkTo(texts.title).click()
  await expect(page).toHaveURL(/view\/[0-9a-f]{24}$/)
  const id = page.url().slice(-24)

  await main.getByRole('textbox', { name: 'New comment' }).fill('Me too.')
  await main.getByRole('button', { name: 'Submit', exact: true }).click()
  await expectWrite(`POST /api/bug/${id}/comments/new`, { message: 'Me too.' })
  for (const closed of [true, false]) {
    await main.getByRole('button', { name: 'Toggle Closed', exact: true }).click()
    await expectWrite(`PUT /api/bug/${id}/close`, { closed, baseVersion })
    await expect(
      main
        .locator('.badge')
        .getByText(closed ? 'Closed' : 'Open', { exact: true })
        .first(),
    ).toBeVisible()
  }

  await page.goto(editAny(id))
  await editForm(page).title.fill(`${texts.title} again`)
  await editForm(page).update.click()
  await expectWrite(`PUT /api/bug/${id}`, { ...texts, title: `${texts.title} again`, baseVersion })
  await page.goto(classify(id))
  await classifyForm(page).classification.selectOption('approved')
  await classifyForm(page).submit.click()
  await expectWrite(`PUT /api/bug/${id}/classify`, { classification: 'approved', baseVersion })

  await page.goto(`/page/bugs/assignUser/${id}`)
  await main.getByLabel('User Id', { exact: true }).fill(userId)
  await main.getByLabel('User Id', { exact: true }).press('Enter')
  await expect(main.getByRole('radio')).toBeChecked()
  await main.getByRole('button', { name: 'Assign User', exact: true }).click()
  await expectWrite(`PUT /api/bug/${id}/assign`, { userId, baseVersion })

  await page.goto('/page/users/me')
  await main.getByRole('button', { name: 'Edit Profile', exact: true }).click()
  await main.getByLabel('Full Name', { exact: true }).fill('Rosa Renamed')
  await main.getByRole('button', { name: 'Update Profile', exact: true }).click()
  const names = { fullName: 'Rosa Renamed', givenName: 'Rosa', familyName: 'Other' }
  await expectWrite('PUT /api/user/update/me', names)
  await main.getByRole('button', { name: 'Change Password', exact: true }).click()
  await main.getByLabel('New Password', { exact: true }).fill('a-brand-new-password')
  await main.getByRole('button', { name: 'Update Password', exact: true }).click()
  await expectWrite('PUT /api/user/update/me', { password: 'a-brand-new-password' })
  await bar(page).getByRole('button', { name: 'Logout', exact: true }).click()
  await expectWrite('POST /api/user/logout', null)
})
