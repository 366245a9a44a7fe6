import { register } from '#shared/auth/contract.ts'
import { giveSession } from '#testing/browser-test.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { expectNoToast, expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { anAccount, fillRegistration, newEmail } from './account.ts'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Register', exact: true })
const invalidEmail = /^Not Valid Email! Ex: \S+@\S+\.\S+$/

/** Registrations that the page sends. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(register.path)) calls.push(request.method())
  })
  return calls
}

test('what a field needs stands at it, and nothing is sent before all have it', async ({ page }) => {
  await test.step('an empty form says what each field needs, and sends nothing', async () => {
    const calls = watchCalls(page)
    await page.goto('/page/login/register')
    await submit(page).click()

    await expect(field(page, 'Email')).toHaveAccessibleDescription(invalidEmail)
    await expect(field(page, 'Password')).toHaveAccessibleDescription('Must be at least 8 Character')
    for (const name of ['Full Name', 'Given Name', 'Family Name']) {
      await expect(field(page, name)).toHaveAccessibleDescription('Must be at least 1 Character')
    }
    // Two empty passwords are equal.
    await expect(page.getByText('Passwords Must Match')).toHaveCount(0)
    await expect(field(page, 'Email')).toBeFocused()
    await expectNoToast(page)
    expect(calls).toEqual([])
  })

  await test.step('an e-mail has at least 5 characters, an @ and a full stop', async () => {
    await page.goto('/page/login/register')
    for (const email of ['a@b.', 'abc.de', 'abc@de', ' a@b. ']) {
      await field(page, 'Email').fill(email)
      await submit(page).click()
      await expect(field(page, 'Email')).toHaveAccessibleDescription(invalidEmail)
      await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true')
    }
    await field(page, 'Email').fill('a@b.c')
    await submit(page).click()
    await expect(page.getByText(invalidEmail)).toHaveCount(0)
    await expect(field(page, 'Email')).not.toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('a password needs 8 characters and an equal confirmation', async () => {
    const calls = watchCalls(page)
    await page.goto('/page/login/register')
    await fillRegistration(page, { email: newEmail(), password: 'seven77' })
    await submit(page).click()
    await expect(field(page, 'Password')).toHaveAccessibleDescription('Must be at least 8 Character')
    await expect(field(page, 'Password')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'Password')).toBeFocused()

    await field(page, 'Password').fill('eight888')
    await submit(page).click()
    await expect(field(page, 'Confirm Password')).toHaveAccessibleDescription('Passwords Must Match')
    await expect(page.getByText('Must be at least 8 Character')).toHaveCount(0)
    await expect(field(page, 'Confirm Password')).toBeFocused()
    expect(calls).toEqual([])

    await field(page, 'Confirm Password').fill('eight888')
    await submit(page).click()
    await expectToast(page, 'success', 'Register User Successful! LoggedIn!')
  })
})

test('a stranger registers, is logged in and is led home', async ({ page, product }) => {
  const email = newEmail()
  await page.goto('/page/login/register')
  await fillRegistration(page, { email, fullName: 'Rosa Full', givenName: 'Rosa Given', familyName: 'Rosa Family' })
  await submit(page).click()

  await expect(page).toHaveURL(product.origin + '/')
  await expectToast(page, 'success', 'Register User Successful! LoggedIn!')
  const bar = page.getByRole('banner')
  await expect(bar.getByText('Rosa Full', { exact: true })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Logout', exact: true })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Login', exact: true })).toHaveCount(0)

  const { rows } = await product.database.pool.query(
    `select full_name, given_name, family_name, array_agg(role) as roles
     from users join user_roles on user_id = id where email = $1 group by id`,
    [email],
  )
  expect(rows).toEqual([
    { full_name: 'Rosa Full', given_name: 'Rosa Given', family_name: 'Rosa Family', roles: ['customer'] },
  ])

  await page.reload()
  await expect(bar.getByText('Rosa Full', { exact: true })).toBeVisible()
})

test('a second account with the same e-mail is refused, and the form keeps what was typed', async ({
  page,
  product,
}) => {
  const { email } = await anAccount(product)
  await page.goto('/page/login/register')
  await fillRegistration(page, { email: email.toUpperCase() })
  await submit(page).click()

  await expectToast(page, 'warning', 'Duplicate Email Found!')
  await expect(field(page, 'Email')).toHaveAccessibleDescription('User with Email Exists Already?')
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Full Name')).toHaveValue('Rosa M. Lindqvist')
  await expect(field(page, 'Password')).toHaveValue('moth-at-the-pane')
  await expect(page).toHaveURL(product.origin + '/page/login/register')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible()

  await field(page, 'Email').fill(newEmail())
  await expect(page.getByText('User with Email Exists Already?')).toHaveCount(0)
  await submit(page).click()
  await expect(page).toHaveURL(product.origin + '/')
  await expectToast(page, 'success', 'Register User Successful! LoggedIn!')
})

test('who is logged in already is told so, before the form or after it', async ({ page, context, product, signIn }) => {
  await test.step('somebody who logged in elsewhere meanwhile is told so', async () => {
    const email = newEmail()
    await page.goto('/page/login/register')
    await fillRegistration(page, { email })
    const person = await product.person(['customer'])
    await giveSession(context, product.origin, person.cookie ?? '')
    await submit(page).click()

    await expectToast(page, 'warning', 'Already Logged In! Register User Failed!')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout', exact: true })).toBeVisible()
    const { rows } = await product.database.pool.query('select 1 from users where email = $1', [email])
    expect(rows).toEqual([])
  })

  await test.step('somebody who is logged in is sent to the login page', async () => {
    await signIn(['customer'])
    await page.goto('/page/login/register')
    await expect(page).toHaveURL(product.origin + '/page/login')
    await expectToast(page, 'warning', 'Must NOT be LoggedIn!')
    await expect(page.getByText('Already logged in! Please logout first.', { exact: true })).toBeVisible()
  })
})

test('a refused registration says so in a toast and beside the form', async ({ page, openProduct }) => {
  const product = await openProduct({ LIMIT_REGISTRATIONS: '1' })
  await anAccount(product)
  await page.goto(product.origin + '/page/login/register')
  await fillRegistration(page, { email: newEmail() })
  await submit(page).click()

  await expectToast(page, 'error', 'Register Account Failed')
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'Login Request Failed' })).toBeVisible()
  await expect(field(page, 'Full Name')).toHaveValue('Rosa M. Lindqvist')
  await expect(page).toHaveURL(product.origin + '/page/login/register')
})

test('a password that is guessed first is refused with the reason beside it, and what was typed stays', async ({
  page,
  product,
}) => {
  const email = newEmail()
  await page.goto('/page/login/register')
  await fillRegistration(page, { email, password: '12345678' })
  await submit(page).click()

  await expectToast(page, 'error', 'Register Account Failed')
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'Login Request Failed' })).toBeVisible()
  await expect(field(page, 'Password')).toHaveAccessibleDescription(
    'Password is one of the most common ones, which are tried first. Choose another, such as several unrelated words.',
  )
  await expect(field(page, 'Password')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Password')).toBeFocused()
  await expect(field(page, 'Password')).toHaveValue('12345678')
  await expect(field(page, 'Email')).toHaveValue(email)
  await expect(field(page, 'Full Name')).toHaveValue('Rosa M. Lindqvist')
  await expect(page).toHaveURL(product.origin + '/page/login/register')

  for (const name of ['Password', 'Confirm Password']) await field(page, name).fill('rosa lindqvist')
  await submit(page).click()
  await expect(field(page, 'Password')).toHaveAccessibleDescription(
    'Password must not be the account’s name or e-mail address. Choose another, such as several unrelated words.',
  )
  for (const name of ['Password', 'Confirm Password']) await field(page, name).fill('moth-at-the-pane')
  await submit(page).click()
  await expectToast(page, 'success', 'Register User Successful! LoggedIn!')
})

test('a failing server is told beside the form only, and nothing is created', async ({
  page,
  product,
  whileEventsFail,
}) => {
  const email = newEmail()
  await page.goto('/page/login/register')
  await fillRegistration(page, { email })
  await whileEventsFail('user-registered', async () => {
    await submit(page).click()
    await expect(page.getByRole('main').getByText('Login Request Failed', { exact: true })).toBeVisible()
  })
  await expectNoToast(page)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible()

  await submit(page).click()
  await expectToast(page, 'success', 'Register User Successful! LoggedIn!')
  const { rows } = await product.database.pool.query('select 1 from users where email = $1', [email])
  expect(rows).toHaveLength(1)
})

test('where sign-up is closed nothing leads to it, and its page says who makes accounts, or invites people', async ({
  page,
  openProduct,
}) => {
  const product = await openProduct({ SIGN_UP: 'closed' })
  await page.goto(product.origin)
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('link', { name: /account|register/i })).toHaveCount(0)
  await page.goto(`${product.origin}/page/login`)
  await expect(page.getByText('Ask an administrator for one.')).toBeVisible()
  await expect(page.getByRole('link', { name: /register/i })).toHaveCount(0)
  await page.goto(`${product.origin}/page/login/register`)
  await expect(page.getByText('Administrators make the accounts of this installation.')).toBeVisible()
  await expect(submit(page)).toHaveCount(0)

  const byInvitation = await openProduct({ SIGN_UP: 'invitation' })
  await page.goto(`${byInvitation.origin}/page/login/register`)
  await expect(page.getByText('Administrators invite people to this installation. Ask one of them')).toBeVisible()
  await expect(submit(page)).toHaveCount(0)
})
