import { login } from '#shared/auth/contract.ts'
import { seedDemo } from '#server/features/demo/public.ts'
import { expect, test } from '#testing/browser-test.ts'
import { expectNoToast, expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { anAccount, newEmail, signInByForm } from './account.ts'

const email = (page: Page) => page.getByLabel('Email', { exact: true })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true })
/** The message inside the form that is about the whole of it. */
const inline = (page: Page) => page.getByRole('form', { name: 'Login' }).getByRole('alert')

test('right credentials lead home, logged in', async ({ page, product }) => {
  const account = await anAccount(product, 'Rosa Lindqvist')
  await page.goto('/page/login')
  await signInByForm(page, account.email.toUpperCase(), account.password)

  await expect(page).toHaveURL(product.origin + '/')
  await expectToast(page, 'success', 'Login Successful!')
  const bar = page.getByRole('banner')
  await expect(bar.getByText('Rosa Lindqvist', { exact: true })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Login', exact: true })).toHaveCount(0)
})

test('what is refused is told in the form and beside it, and the next attempt works', async ({
  page,
  product,
  quietConsole,
}) => {
  await test.step('a wrong password and an unknown e-mail get the same answer', async () => {
    const account = await anAccount(product)
    await page.goto('/page/login')
    for (const address of [account.email, newEmail()]) {
      await signInByForm(page, address, 'not-the-password')
      await expectToast(page, 'warning', 'Invalid Login Credentials!')
      await expect(inline(page)).toHaveText('Invalid login credentials!')
      await expect(email(page)).toHaveValue(address)
      await page.reload()
    }
    await expect(page).toHaveURL(product.origin + '/page/login')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  })

  await test.step('a request that the server finds malformed is any other failure', async () => {
    await page.goto('/page/login')
    await signInByForm(page, `${'x'.repeat(250)}@example.test`, 'long-enough')
    await expectToast(page, 'error', 'Login Request Failed!')
    await expect(inline(page)).toHaveText('Login request failed. Please check your email format!')
  })

  await test.step('an unreachable server is any other failure, and the next attempt works', async () => {
    quietConsole.forgive(/net::ERR_CONNECTION_REFUSED/)
    const account = await anAccount(product)
    await page.goto('/page/login')
    await page.route(`**${login.path}`, (route) => route.abort('connectionrefused'))
    await signInByForm(page, account.email, account.password)
    await expectToast(page, 'error', 'Login Request Failed!')
    await expect(inline(page)).toHaveText('Login request failed. Please check your email format!')

    await page.unroute(`**${login.path}`)
    await signInButton(page).click()
    await expect(page).toHaveURL(product.origin + '/')
    await expectToast(page, 'success', 'Login Successful!')
  })
})

test('too many failed logins ask for patience, also with the right password', async ({ page, openProduct }) => {
  const product = await openProduct({ LIMIT_FAILED_LOGINS: '1' })
  const account = await anAccount(product)
  await product.stranger.call(login, { body: { email: account.email, password: 'not-the-password' } })

  await page.goto(product.origin + '/page/login')
  await signInByForm(page, account.email, account.password)
  await expectToast(page, 'error', 'Login Request Failed!')
  await expect(inline(page)).toHaveText(
    /^Login request failed\. Please check your email format! Too many attempts\. Try again in \d+ second/,
  )
  await expect(page.getByText('Invalid login credentials!')).toHaveCount(0)
  await expect(page).toHaveURL(product.origin + '/page/login')
})

test('somebody who is logged in finds the form switched off, and can log out there', async ({ page, signIn }) => {
  await signIn(['customer'])
  await page.goto('/page/login')
  const main = page.getByRole('main')
  await expect(main.getByText('Already logged in! Please logout first.', { exact: true })).toBeVisible()
  await expect(email(page)).toBeDisabled()
  await expect(password(page)).toBeDisabled()
  await expect(signInButton(page)).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Register' })).toHaveCount(0)
  await expectNoToast(page)

  await main.getByRole('button', { name: 'Logout', exact: true }).click()
  await expectToast(page, 'success', 'Logout Successful!')
  await expect(page.getByText('Already logged in! Please logout first.')).toHaveCount(0)
  await expect(email(page)).toBeEnabled()
  await expect(password(page)).toBeEnabled()
  await expect(signInButton(page)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Logout', exact: true })).toHaveCount(0)
})

test('what a stranger finds, what they are told is missing, and where the page leads', async ({ page, product }) => {
  await test.step('with the demo off there is no hint box', async () => {
    await page.goto('/page/login')
    await expect(signInButton(page)).toBeVisible()
    await expect(page.getByText(/demo/i)).toHaveCount(0)
  })

  await test.step('an empty or short entry says what is missing, and sends nothing', async () => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(login.path)) calls.push(request.method())
    })
    await page.goto('/page/login')
    await signInButton(page).click()
    await expect(email(page)).toHaveAccessibleDescription('Email must be at least 1 character')
    await expect(password(page)).toHaveAccessibleDescription('Password must be at least 8 characters')
    await expect(email(page)).toBeFocused()

    await email(page).fill('x')
    await password(page).fill('seven77')
    await signInButton(page).click()
    await expect(page.getByText('Email must be at least 1 character')).toHaveCount(0)
    await expect(password(page)).toHaveAccessibleDescription('Password must be at least 8 characters')
    await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(password(page)).toBeFocused()
    await expectNoToast(page)
    expect(calls).toEqual([])
  })

  await test.step('the login page leads to registration', async () => {
    await page.goto('/page/login')
    await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).click()
    await expect(page).toHaveURL(product.origin + '/page/login/register')
  })
})

test('with the demo on the hint box shows credentials that work', async ({ page, openProduct }) => {
  const product = await openProduct({
    DEMO: 'on',
    DEMO_EMAIL: 'guest@example.test',
    DEMO_PASSWORD: 'come-to-the-lamp',
  })
  if (!product.config.demo) throw new Error('The demo is off.')
  await seedDemo(product.database.db, product.inTx, product.config.demo, () => {})

  await page.goto(product.origin + '/page/login')
  await expect(page.getByText('guest@example.test', { exact: true })).toBeVisible()
  await expect(page.getByText('come-to-the-lamp', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Use these' }).click()
  await expect(email(page)).toHaveValue('guest@example.test')
  await signInButton(page).click()
  await expect(page).toHaveURL(product.origin + '/')
  await expectToast(page, 'success', 'Login Successful!')

  await page.goto(product.origin + '/page/login')
  await expect(page.getByText('Already logged in! Please logout first.')).toBeVisible()
  await expect(page.getByText('come-to-the-lamp')).toHaveCount(0)
})
