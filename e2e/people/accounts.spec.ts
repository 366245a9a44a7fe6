import { forgotPassword } from '#shared/accounts/contract.ts'
import { tabTo } from '#e2e/parts/focus.ts'
import { expect, test } from '#e2e/mail/mail-fixtures.ts'
import { dismissToasts, expectToast } from '#e2e/parts/toasts.ts'
import { anAccount, newEmail, signInByForm } from './account.ts'

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
  await expect(invited).toHaveURL(`${product.origin}/page/bugs/list`)
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

test('pasted people are invited one after the other, and what failed stays in the field with its reason', async ({
  page,
  context,
  signInWithMail,
  holdCalls,
}) => {
  const { product, linkTo } = await signInWithMail(['admin'], { LIMIT_ACCOUNT_MAILS: '3' })
  const account = await anAccount(product)
  const [good, other, late] = [newEmail(), newEmail(), newEmail()]
  await page.goto(`${product.origin}/page/users/add`)
  const field = page.getByLabel('Email', { exact: true })
  const answers = page.getByRole('list', { name: 'What became of each address' }).getByRole('listitem')
  const answerTo = (address: string) => answers.filter({ hasText: address })
  const invitations = page.getByRole('list', { name: 'Open invitations' }).getByRole('listitem')

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const pasted = `Ines Invited <${good}>; ${account.email}\nnot-an-address`
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(field).toHaveValue(pasted)
  await page.getByRole('checkbox', { name: 'staff' }).check()
  const held = await holdCalls(/\/api\/user\/invite$/)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Inviting 1 of 3…')).toBeVisible()
  await expect(answerTo(good)).toContainText('Waiting')
  await held.letGo()
  await expectToast(page, 'warning', '1 of 3 Invitations Sent!')
  await expect(answers).toHaveCount(3)
  await expect(answerTo(good)).toContainText('Ines Invited')
  await expect(answerTo(good).getByText('Invited', { exact: true })).toBeVisible()
  await expect(answerTo(account.email)).toContainText('Has an account')
  await expect(answerTo(account.email)).toContainText('customer')
  const holder = page.getByRole('link', { name: `${account.fullName} in a new tab` })
  await expect(holder).toHaveAttribute('href', /^\/page\/users\/list\/edit\/[0-9a-f]{24}$/)
  await expect(answerTo('not-an-address')).toContainText('Not an address')
  await expect(field).toHaveValue(`${account.email}\nnot-an-address`)
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/^Not invited yet: the reasons are below\./)
  await expect(invitations).toHaveCount(1)
  await expect(invitations).toContainText(good)
  await expect(invitations).toContainText('staff')
  expect(await linkTo(good)).toContain('/page/login/invitation?token=')
  await dismissToasts(page)

  // What could not be invited would be lost.
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await page.getByRole('button', { name: 'Keep editing' }).click()

  await field.fill(`${good}, ${other}, ${late}`)
  await field.press('Enter')
  await expectToast(page, 'warning', '2 of 3 Invitations Sent!')
  await expect(answerTo(good)).toContainText('Already invited')
  await expect(answerTo(other).getByText('Invited', { exact: true })).toBeVisible()
  await expect(answerTo(late)).toContainText('Limit reached')
  await expect(answerTo(late)).toContainText(/Try again in \d+ seconds/)
  await expect(field).toHaveValue(late)
  await dismissToasts(page)

  await field.fill(account.email)
  await field.press('Enter')
  await expectToast(page, 'error', 'Invitation FAILED!')
  await dismissToasts(page)
  await expect(answers).toHaveCount(0)
  await expect(field).toHaveAccessibleDescription(/^An account has this e-mail address\. It is Rosa Lindqvist/)
  await expect(holder).toBeVisible()

  const away = await holdCalls(/\/api\/user\/invite$/)
  await field.fill(`${late}\n${other}`)
  await field.press('Enter')
  await away.cutOff()
  await expectToast(page, 'warning', '0 of 2 Invitations Sent!')
  await expect(answerTo(late)).toContainText('The server could not be reached.')
  await expect(answerTo(other)).toContainText('Not tried')
  await expect(field).toHaveValue(`${late}\n${other}`)
  await dismissToasts(page)

  const many = Array.from({ length: 51 }, (_, index) => `n${index}@example.test`)
  await field.fill(many.join('\n'))
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(field).toHaveAccessibleDescription(
    /^At most 50 addresses at once; these are 51\. Nobody was invited yet\./,
  )
  await expect(invitations).toHaveCount(2)
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
