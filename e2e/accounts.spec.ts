import { forgotPassword } from '#shared/accounts/contract.ts'
import { anAccount, newEmail, signInByForm } from './account.ts'
import { tabTo } from './focus.ts'
import { expect, test } from './mail-fixtures.ts'
import { expectToast } from './toasts.ts'

const newPassword = 'several unrelated words'

test('from a forgotten password to the login: by the link of a mail', async ({ page, openProductWithMail }) => {
  const { product, linkTo } = await openProductWithMail()
  const account = await anAccount(product)
  await page.goto(`${product.origin}/page/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeFocused()
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('nobody')
  await page.keyboard.press('Enter')
  await expect(email).toHaveAccessibleDescription('Email must be an e-mail address.')
  await email.fill(account.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Check your mail')).toBeVisible()
  await expect(page.getByText(`If ${account.email} belongs to an account`)).toBeVisible()

  const link = await linkTo(account.email)
  await page.goto(link)
  await expect(page.getByText(account.email)).toBeVisible()
  await page.getByLabel('New Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm Password', { exact: true }).fill('something else')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByLabel('Confirm Password', { exact: true })).toBeFocused()
  await page.getByLabel('Confirm Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expectToast(page, 'success', 'Password Set! Log in with it.')
  await expect(page).toHaveURL(`${product.origin}/page/login`)
  await signInByForm(page, account.email, newPassword)
  await expect(page).toHaveURL(`${product.origin}/`)
  await expect(page.getByRole('banner').getByText(account.fullName, { exact: true })).toBeVisible()

  await page.goto(link)
  await expect(page.getByText('This link can’t be used any more')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(email).toBeVisible()
})

test('a link for a password that is too old has a new one mailed, by keyboard, for as long as its row is kept', async ({
  page,
  openProductWithMail,
}) => {
  const { product, mail, linkTo } = await openProductWithMail()
  const account = await anAccount(product)
  await product.stranger.call(forgotPassword, { body: { email: account.email } })
  const old = await linkTo(account.email)
  await page.goto(old)
  const password = page.getByLabel('New Password', { exact: true })
  await password.fill(newPassword)
  await page.getByLabel('Confirm Password', { exact: true }).fill(newPassword)
  // Its hour is over while the password is chosen.
  await product.database.pool.query(`update account_links set expires_on = now() where email = $1`, [account.email])
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('This link is too old')).toBeVisible()
  await expect(password).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  const button = page.getByRole('main').getByRole('button')
  await expect(button).toHaveText('Send a new link')
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const note = page.getByRole('status').filter({ hasText: 'Check your mail' })
  await expect(note).toBeFocused()
  await expect(button).toHaveCount(0)

  const link = await linkTo(account.email)
  expect(link).not.toBe(old)
  expect(mail.to(account.email).at(-1)?.subject).toBe('Choose a new password for Mothlight')
  await page.goto(link)
  await expect(page.getByText(account.email)).toBeVisible()
  await expect(password).toBeVisible()

  await product.database.pool.query('delete from account_links')
  await page.goto(old)
  await expect(page.getByText('This link can’t be used any more')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeFocused()
})

test('from the mail of an invitation to the first login', async ({ page, signInWithMail, openBrowser }) => {
  const { product, linkTo } = await signInWithMail(['admin'])
  const email = newEmail()
  await page.goto(`${product.origin}/page/users/list`)
  await page.getByRole('link', { name: 'Add user' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add a user' })).toBeFocused()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('checkbox', { name: 'staff' }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expectToast(page, 'success', 'Invitation Sent!')
  const invitation = page
    .getByRole('list', { name: 'Open invitations' })
    .getByRole('listitem')
    .filter({ hasText: email })
  await expect(invitation).toContainText('staff')

  const invited = await openBrowser()
  await invited.goto(await linkTo(email))
  await expect(invited.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(invited.getByLabel('Email', { exact: true })).not.toBeEditable()
  await invited.getByLabel('Password', { exact: true }).fill(newPassword)
  await invited.getByLabel('Confirm Password', { exact: true }).fill(newPassword)
  await invited.getByLabel('Full Name', { exact: true }).fill('Ines Invited')
  await invited.getByLabel('Given Name', { exact: true }).fill('Ines')
  await invited.getByLabel('Family Name', { exact: true }).fill('Invited')
  await invited.getByRole('button', { name: 'Create my account' }).click()
  await expectToast(invited, 'success', 'Welcome! Your account is ready.')
  await expect(invited.getByRole('banner').getByText('Ines Invited', { exact: true })).toBeVisible()
  await invited.getByRole('button', { name: 'Logout', exact: true }).first().click()
  await expect(invited.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  await invited.goto(`${product.origin}/page/login`)
  await signInByForm(invited, email, newPassword)
  await expect(invited.getByRole('banner').getByText('Ines Invited', { exact: true })).toBeVisible()
  await invited.goto(`${product.origin}/page/users/me`)
  await expect(invited.getByText('Confirmed', { exact: true })).toBeVisible()

  await page.reload()
  await expect(page.getByText('No open invitations.')).toBeVisible()
})

test('invitations are sent again, handed over as links, and taken back', async ({ page, signInWithMail }) => {
  const { product, mail, linkTo } = await signInWithMail(['admin'])
  const email = newEmail()
  await page.goto(`${product.origin}/page/users/add`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Email', { exact: true }).press('Enter')
  const list = page.getByRole('list', { name: 'Open invitations' })
  await list.getByRole('button', { name: 'Send again' }).click()
  await expectToast(page, 'success', 'Invitation Sent!')
  await linkTo(email)
  expect(mail.to(email)).toHaveLength(2)
  await list.getByRole('button', { name: 'Show link' }).click()
  const link = page.getByLabel(`Link for ${email}`)
  await expect(link).toBeFocused()
  await expect(link).toHaveValue(/\/page\/login\/invitation\?token=/)
  await list.getByRole('button', { name: 'Show link' }).press('Enter')
  await expect(link).toBeFocused()
  await list.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByRole('heading', { name: 'Open invitations' })).toBeFocused()
  await expect(link).toHaveCount(0)
  await page.goto(await linkTo(email))
  await expect(page.getByText('This link can’t be used any more')).toBeVisible()
})

test('an address is confirmed and changed from the profile, by a press on the page of a link', async ({
  page,
  signInWithMail,
}) => {
  const { product, person, linkTo } = await signInWithMail(['customer'])
  const profile = `${product.origin}/page/users/me`
  await page.goto(profile)
  await expect(page.getByText('Not confirmed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expectToast(page, 'success', 'Link Sent! Check Your Mail.')
  await page.goto(await linkTo(person.email))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('Your address is confirmed')).toBeVisible()
  await page.getByRole('link', { name: 'To your profile' }).click()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()

  const email = newEmail()
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByLabel('New Email')).toBeFocused()
  await page.getByLabel('New Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`A link is on its way to ${email}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change address' })).toBeFocused()
  await page.goto(await linkTo(email))
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByText('This is your address now')).toBeVisible()
  await page.goto(profile)
  await expect(page.getByText(email).first()).toBeVisible()
})

test('without mail an administrator hands over links, and the pages say whom to ask', async ({
  page,
  openProductAs,
}) => {
  const { product } = await openProductAs(['admin'])
  const account = await anAccount(product)
  const { rows } = await product.database.pool.query<{ id: string }>('select id from users where email = $1', [
    account.email,
  ])
  await page.goto(`${product.origin}/page/login/forgot`)
  await expect(page.getByText('This installation sends no mail.')).toBeVisible()
  await page.goto(`${product.origin}/page/users/list/edit/${rows[0]?.id}`)
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = page.getByLabel('Link to choose a password')
  await expect(link).toHaveValue(/\/page\/login\/reset\?token=/)
  await page.goto(`${product.origin}/page/users/add`)
  const email = newEmail()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByLabel(`Link for ${email}`)).toHaveValue(/\/page\/login\/invitation\?token=/)
  // Whoever is logged in has to log out first.
  const { pathname, search } = new URL(await page.getByLabel(`Link for ${email}`).inputValue())
  // The browser of a test has the session of this name.
  await page.goto(product.origin + pathname + search)
  await expect(page.getByText(/^You are logged in as/)).toBeVisible()
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Logout' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Full Name', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('sign-up for a mail domain asks for an address there and goes on by mail', async ({
  page,
  openProductWithMail,
}) => {
  const { product, linkTo } = await openProductWithMail({ SIGN_UP: 'example.test' })
  await page.goto(`${product.origin}/page/login`)
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  // The login page has such a field too.
  await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible()
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('somebody@example.com')
  await page.keyboard.press('Enter')
  await expect(email).toHaveAccessibleDescription('Email must end in @example.test.')
  const own = newEmail()
  await email.fill(own)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Check your mail')).toBeVisible()
  await page.goto(await linkTo(own))
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(own)
  await expect(page.getByRole('button', { name: 'Create my account' })).toBeVisible()
})
