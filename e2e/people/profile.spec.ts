import { editMe, me, setPreferences } from '#shared/users/contract.ts'
import { giveSession, type Product } from '#testing/browser-test.ts'
import { login, loginStatus } from '#shared/auth/contract.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { tabTo } from '#e2e/parts/focus.ts'
import { expect, test } from '#e2e/mail/mail-fixtures.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { failedCall } from '#e2e/parts/stumbling-server.ts'
import { dismissToasts, expectNoToast, expectToast } from '#e2e/parts/toasts.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { anAccount } from './account.ts'
import { canLogIn } from './sample-person.ts'

const demoWarning = 'Demo account password is locked. Please create another account to test this feature.'

/** The parts of the profile's screen. */
function profile(page: Page) {
  const main = page.getByRole('main')
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Your Profile', exact: true }),
    fact: (name: string) =>
      main
        .locator('dl > div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd'),
    edit: button('Edit Profile'),
    cancelEdit: button('Cancel Edit'),
    changePassword: button('Change Password'),
    cancelPassword: button('Cancel Password Change'),
    fullName: main.getByLabel('Full Name', { exact: true }),
    givenName: main.getByLabel('Given Name', { exact: true }),
    familyName: main.getByLabel('Family Name', { exact: true }),
    currentPassword: main.getByLabel('Current Password', { exact: true }),
    newPassword: main.getByLabel('New Password', { exact: true }),
    updateProfile: button('Update Profile'),
    updatePassword: button('Update Password'),
  }
}

/** The bodies that the page sends to change the account. */
function watchUpdates(page: Page): unknown[] {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(editMe.path)) sent.push(request.postDataJSON())
  })
  return sent
}

test('whom the profile is for', async ({ page, product, signIn }) => {
  await test.step('a stranger is sent to the login page, with this screen’s own words', async () => {
    await page.goto('/page/users/me')
    await expect(page).toHaveURL(product.origin + '/page/login')
    await expectToast(page, 'warning', 'Must be LoggedIn')
  })

  await test.step('somebody without any permission has a profile too', async () => {
    await signIn([])
    await page.goto('/page/users/me')
    await expect(profile(page).fact('Roles')).toHaveText('No roles')
  })
})

test('somebody reads and changes their own profile', async ({ page, product, signIn }) => {
  const person = await signIn(['customer', 'support'], { fullName: 'Rosa Lindqvist' })
  const own = profile(page)

  await test.step('the avatar in the navigation bar leads to names, e-mail and roles, to be read', async () => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'View Profile', exact: true }).click()
    await expect(page).toHaveURL(product.origin + '/page/users/me')
    await expect(own.heading).toBeVisible()
    await expect(own.fact('Full Name')).toHaveText('Rosa Lindqvist')
    await expect(own.fact('Given Name')).toHaveText('Per')
    await expect(own.fact('Family Name')).toHaveText('Son')
    await expect(own.fact('Email')).toHaveText(person.email)
    await expect(own.fact('Roles').locator('.badge')).toHaveText(['customer', 'support'])
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('main').getByText(/demo/i)).toHaveCount(0)
  })

  await test.step('where no mail goes out, the profile says so and offers nothing to choose', async () => {
    await expect(mailParts(page).group).toContainText('This installation sends no mail')
    await expect(mailParts(page).when).toHaveCount(0)
  })

  await test.step('one form is open at a time, and opening one resets the fields', async () => {
    await own.edit.click()
    await expect(own.fullName).toBeFocused()
    await expect(own.edit).toHaveCount(0)
    await expect(own.newPassword).toHaveCount(0)
    await own.fullName.fill('Half typed')

    await own.changePassword.click()
    await expect(own.currentPassword).toBeFocused()
    await expect(own.edit).toBeVisible()
    await expect(own.cancelEdit).toHaveCount(0)
    await expect(own.changePassword).toHaveCount(0)
    await expect(own.fullName).toHaveCount(0)
    await own.newPassword.fill('half-typed')

    await own.edit.click()
    await expect(own.fullName).toHaveValue('Rosa Lindqvist')
    await expect(own.givenName).toHaveValue('Per')
    await expect(own.familyName).toHaveValue('Son')
    await expect(own.newPassword).toHaveCount(0)
    await own.cancelEdit.click()
    await expect(own.fullName).toHaveCount(0)
    await expect(own.fact('Full Name')).toHaveText('Rosa Lindqvist')

    await own.changePassword.click()
    await expect(own.newPassword).toHaveValue('')
    await own.cancelPassword.click()
    await expect(own.newPassword).toHaveCount(0)
    await expectNoToast(page)
  })

  await test.step('with a name missing nothing happens, and nothing is said', async () => {
    const sent = watchUpdates(page)
    await own.edit.click()
    for (const name of ['fullName', 'givenName', 'familyName'] as const) {
      const before = await own[name].inputValue()
      await own[name].fill('')
      await own.updateProfile.click()
      await own[name].press('Control+Enter')
      await expect(own[name]).toHaveValue('')
      await expect(own[name]).not.toHaveAttribute('aria-invalid', 'true')
      await own[name].fill(before)
    }
    await expectNoToast(page)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    expect(sent).toEqual([])
  })

  await test.step('a password that the server refuses fails, with the reason beside the field', async () => {
    await own.changePassword.click()
    for (const password of ['', 'seven77']) {
      await own.newPassword.fill(password)
      await own.updatePassword.click()
      await expectToast(page, 'error', 'Updating Current Users Profile FAILED!')
      await expect(own.newPassword).toHaveAccessibleDescription(/New Password must be at least 8 characters\./)
      await expect(own.newPassword).toBeFocused()
      await expect(own.newPassword).toHaveValue(password)
      await dismissToasts(page)
    }
  })

  await test.step('new names show on the profile and in the navigation bar', async () => {
    await own.edit.click()
    await own.fullName.fill('Rosa M. Lindqvist')
    await own.givenName.fill('Rosa')
    await own.familyName.fill('Lindqvist')
    await own.updateProfile.click()
    await expectToast(page, 'success', 'Updated Current Users Profile!')
    await expect(own.fact('Full Name')).toHaveText('Rosa M. Lindqvist')
    await expect(own.edit).toBeFocused()
    await expect(page.getByRole('banner').getByText('Rosa M. Lindqvist', { exact: true })).toBeVisible()
    expect((await person.call(me, {})).body.result).toMatchObject({
      fullName: 'Rosa M. Lindqvist',
      givenName: 'Rosa',
      familyName: 'Lindqvist',
    })
  })

  await test.step('a form that was opened while the other one was being sent stays, with what is typed there', async () => {
    await dismissToasts(page)
    let letGo = () => {}
    const onItsWay = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(`**${editMe.path}`, async (route) => {
      await onItsWay
      await route.continue()
    })
    await own.edit.click()
    await own.fullName.fill('Rosa Renamed')
    await page.keyboard.press('Enter')
    await own.changePassword.click()
    await own.newPassword.fill('a-brand-new-password')
    letGo()
    await expectToast(page, 'success', 'Updated Current Users Profile!')
    await expect(own.newPassword).toHaveValue('a-brand-new-password')
  })
})

/** Somebody whose password the test knows, with the page's browser signed in. */
async function signInWithPassword(product: Product, context: BrowserContext, fullName: string) {
  const account = await anAccount(product, fullName)
  const answer = await product.stranger.call(login, { body: { email: account.email, password: account.password } })
  await giveSession(context, product.origin, String(answer.headers['set-cookie']).split(';')[0] ?? '')
  return account
}

test('somebody changes their password', async ({ page, context, product }) => {
  const account = await signInWithPassword(product, context, 'Rosalind Lindqvist')
  const own = profile(page)

  await test.step('a new password that is guessed first is refused with the reason beside the field', async () => {
    await page.goto('/page/users/me')
    await own.changePassword.click()
    await own.currentPassword.fill(account.password)
    for (const [password, reason] of [
      ['12345678', /New Password is one of the most common ones, which are tried first\. Choose another/],
      ['rosalind lindqvist', /New Password must not be the account’s name or e-mail address\. Choose another/],
    ] as const) {
      await own.newPassword.fill(password)
      await own.updatePassword.click()
      await expectToast(page, 'error', 'Updating Current Users Profile FAILED!')
      await expect(own.newPassword).toHaveAccessibleDescription(reason)
      await expect(own.newPassword).toBeFocused()
      await expect(own.newPassword).toHaveValue(password)
      await dismissToasts(page)
    }
  })

  await test.step('a new password holds from then on, and this browser stays logged in', async () => {
    await own.currentPassword.fill('not the current one')
    await own.newPassword.fill('a-brand-new-password')
    await own.updatePassword.click()
    await expectToast(page, 'error', 'Updating Current Users Profile FAILED!')
    await expect(own.currentPassword).toHaveAccessibleDescription('That is not your current password.')
    await expect(own.currentPassword).toBeFocused()
    await expect(own.newPassword).toHaveValue('a-brand-new-password')
    await dismissToasts(page)
    await own.currentPassword.fill(account.password)
    await own.newPassword.fill('a-brand-new-password')
    await own.newPassword.press('Control+Enter')
    await expectToast(page, 'success', 'Updated Current Users Profile!')
    await expect(own.newPassword).toHaveCount(0)
    await expect(own.changePassword).toBeFocused()
    expect(await canLogIn(product, account.email, 'a-brand-new-password')).toBe(true)
    expect(await canLogIn(product, account.email, account.password)).toBe(false)
    await page.reload()
    await expect(own.heading).toBeVisible()
  })
})

test('a server that fails is said', async ({ page, signIn, quietConsole, whileEventsFail }) => {
  quietConsole.forgive(failedCall)
  await signIn(['customer'], { fullName: 'Rosa Lindqvist' })
  const own = profile(page)

  await test.step('a profile that can’t be read says so and can be tried again', async () => {
    await page.route(`**${me.path}`, (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/page/users/me')
    await expect(page.getByText('Your profile could not be loaded')).toBeVisible()
    await page.unroute(`**${me.path}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(own.fact('Full Name')).toHaveText('Rosa Lindqvist')
  })

  await test.step('a server that stumbles is said, and the names typed are kept', async () => {
    await dismissToasts(page)
    await own.edit.click()
    await own.fullName.fill('Rosa M. Lindqvist')
    await whileEventsFail('user-changed', async () => {
      await own.updateProfile.click()
      await expectToast(page, 'error', 'Updating Current Users Profile FAILED!')
    })
    await expect(own.fullName).toHaveValue('Rosa M. Lindqvist')
    await expect(page.getByRole('banner').getByText('Rosa Lindqvist', { exact: true })).toBeVisible()
  })
})

test('the demo account is told so, keeps its password, and may change its names', async ({ page, product, signIn }) => {
  const demo = await signIn(['staff', 'support'], { fullName: 'Demo Moth' })
  await product.database.pool.query('update users set is_demo = true where id = $1', [demo.userId])
  const own = profile(page)
  const sent = watchUpdates(page)
  await page.goto('/page/users/me')
  await expect(page.getByText('This is the demo account')).toBeVisible()
  await expect(page.getByRole('main').locator('.badge', { hasText: 'Demo account' })).toBeVisible()

  await own.changePassword.click()
  await own.newPassword.fill('a-brand-new-password')
  await own.updatePassword.click()
  await expectToast(page, 'warning', demoWarning)
  expect(sent).toEqual([])
  await dismissToasts(page)

  await own.edit.click()
  await own.fullName.fill('Demo Butterfly')
  await own.updateProfile.click()
  await expectToast(page, 'success', 'Updated Current Users Profile!')
  await expect(own.fact('Full Name')).toHaveText('Demo Butterfly')
})

test('dates, numbers and pages are as somebody chose them, wherever they log in', async ({
  page,
  product,
  signIn,
  openBrowser,
}) => {
  const person = await signIn(['customer'])
  const word = newWord()
  const createdOn = new Date('2026-03-05T12:00:00Z')
  for (let n = 0; n < 6; n++) await aBug(product, person.userId, { title: `${word} ${n}`, createdOn })
  const choices = (on: Page) => on.getByRole('region', { name: 'Dates, numbers and lists' })
  await page.goto(`/page/bugs/list?keywords=${word}`)
  await expect(bugList(page).cards).toHaveCount(5)
  await expect(bugList(page).cards.first()).toContainText('3/5/2026')

  await page.goto('/page/users/me')
  const joined = profile(page).fact('Joined')
  await expect(joined).toHaveText(/^\d+\/\d+\/\d{4}$/)
  await choices(page).getByLabel('Dates').selectOption('year-month-day')
  await expect(joined).toHaveText(/^\d{4}-\d\d-\d\d$/)
  await expectToast(page, 'success', 'Updated Current Users Profile!')
  await dismissToasts(page)
  await choices(page).getByLabel('Numbers').selectOption('1.234,5')
  await expectToast(page, 'success', 'Updated Current Users Profile!')
  await dismissToasts(page)
  await choices(page).getByLabel('Entries of a page').selectOption('10')
  await expectToast(page, 'success', 'Updated Current Users Profile!')

  const elsewhere = await openBrowser(person.cookie)
  await elsewhere.goto(`/page/bugs/list?keywords=${word}`)
  await expect(bugList(elsewhere).cards).toHaveCount(6)
  await expect(bugList(elsewhere).cards.first()).toContainText('2026-03-05')
  await elsewhere.goto('/page/users/me')
  await expect(choices(elsewhere).getByLabel('Numbers')).toHaveValue('1.234,5')
})

test('a choice that could not be kept is taken back', async ({ page, signIn, holdCalls }) => {
  await signIn(['customer'])
  await page.goto('/page/users/me')
  const dates = page.getByRole('region', { name: 'Dates, numbers and lists' }).getByLabel('Dates')
  const held = await holdCalls(/me\/preferences$/)
  await dates.selectOption('year-month-day')
  await expect(profile(page).fact('Joined')).toHaveText(/^\d{4}-/)
  await held.cutOff()
  await expectToast(page, 'error', 'Updating Current Users Profile FAILED!')
  await expect(dates).toHaveValue('month/day/year')
  await expect(profile(page).fact('Joined')).toHaveText(/^\d+\/\d+\/\d{4}$/)
})

/** What the profile says of mail. */
function mailParts(page: Page) {
  const group = page.getByRole('region', { name: 'Notifications' }).getByRole('group', { name: 'Mail' })
  return {
    group,
    when: group.getByLabel('When mail comes'),
    time: group.getByLabel('Time of day'),
    quiet: group.getByRole('checkbox', { name: 'Quiet hours' }),
    from: group.getByLabel('From', { exact: true }),
    to: group.getByLabel('To', { exact: true }),
  }
}

test('when mail comes and when it is quiet is chosen by keyboard, and kept with the account', async ({
  page,
  signInWithMail,
}) => {
  const { product, person } = await signInWithMail(['customer'])
  const kept = async () => {
    const { body } = await person.call(loginStatus, {})
    return body.loggedIn ? body.preferences : undefined
  }
  const saved = async () => {
    await expectToast(page, 'success', 'Updated Current Users Profile!')
    await dismissToasts(page)
  }
  const mail = mailParts(page)
  await page.goto(`${product.origin}/page/users/me`)
  await expect(mail.group).toContainText('No mail comes until you confirm your address')
  await expect(mail.group).toContainText('Times are in UTC, the time zone of this browser.')
  await expect(mail.when).toHaveValue('soon')
  await tabTo(page, mail.when)
  await page.keyboard.press('ArrowDown')
  await expect(mail.when).toHaveValue('daily')
  await saved()
  expect(await kept()).toMatchObject({ mailFrequency: 'daily', mailTime: '08:00', quietHours: null })
  await mail.time.selectOption('17:00')
  await saved()
  expect(await kept()).toMatchObject({ mailTime: '17:00' })

  await expect(mail.from).toHaveCount(0)
  await mail.quiet.focus()
  await page.keyboard.press('Space')
  await expect(mail.quiet).toBeFocused()
  await saved()
  expect(await kept()).toMatchObject({ quietHours: { from: '22:00', to: '07:00' } })

  // Hours, minutes, morning or evening.
  await mail.from.focus()
  await page.keyboard.type('0930PM')
  await mail.to.focus()
  await saved()
  expect(await kept()).toMatchObject({ quietHours: { from: '21:30', to: '07:00' } })
  await page.keyboard.type('0930PM')
  await page.keyboard.press('Enter')
  await expect(mail.to).toHaveAccessibleDescription('“From” and “To” are the same. Choose another time.')
  await expectNoToast(page)
  expect(await kept()).toMatchObject({ quietHours: { from: '21:30', to: '07:00' } })
  await mail.to.fill('06:15')
  await page.keyboard.press('Enter')
  await saved()
  await expect(mail.to).toHaveAccessibleDescription('')
  await page.reload()
  await expect(mail.when).toHaveValue('daily')
  await expect(mail.from).toHaveValue('21:30')
  await expect(mail.to).toHaveValue('06:15')

  // The box follows what is kept, a moment after the press: longer than `uncheck` waits on a busy machine.
  await mail.quiet.click()
  await expect(mail.quiet).not.toBeChecked()
  await saved()
  expect(await kept()).toMatchObject({ mailFrequency: 'daily', quietHours: null })
  await mail.when.selectOption('Never')
  await saved()
  await expect(mail.quiet).toHaveCount(0)
})

test('a quiet time that could not be kept is taken back', async ({ page, signInWithMail, holdCalls }) => {
  const { product, person } = await signInWithMail(['customer'])
  await person.call(setPreferences, { body: { quietHours: { from: '20:00', to: '08:00' } } })
  await page.goto(`${product.origin}/page/users/me`)
  const held = await holdCalls(/me\/preferences$/)
  const { from } = mailParts(page)
  await from.fill('21:00')
  await from.press('Enter')
  await expect(from).toHaveValue('21:00')
  await held.cutOff()
  await expectToast(page, 'error', 'Updating Current Users Profile FAILED!')
  await expect(from).toHaveValue('20:00')
})
