import { offerSetup } from '#server/features/setup/public.ts'
import { expect, test, type Product } from '#testing/browser-test.ts'
import { toasts } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { fillRegistration, newEmail } from './account.ts'

const create = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create administrator' })
const linkEnded = 'This set-up link can’t be used any more'

/** The address that a start without an administrator prints. */
async function setupLink(product: Product): Promise<string> {
  return `${product.origin}/page/setup?token=${await offerSetup(product.database.db, product.inTx)}`
}

test('the newest one-time link makes the first administrator, once', async ({ page, openProduct }) => {
  const product = await openProduct()
  const password = page.getByLabel('Password', { exact: true })
  const [older, newer] = [await setupLink(product), await setupLink(product)]
  await page.goto(older)
  await expect(page.getByText(linkEnded)).toBeVisible()
  await page.goto(newer)

  await test.step('the form has registration’s rules', async () => {
    await create(page).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/^Not Valid Email! Ex: \S+$/)
    await expect(password).toHaveAccessibleDescription('Must be at least 8 Character')
    await expect(page.getByText('Must be at least 1 Character')).toHaveCount(3)
    await expect(page.getByLabel('Email')).toBeFocused()
    const { rows } = await product.database.pool.query('select 1 from users')
    expect(rows).toEqual([])
  })

  const email = newEmail()
  await test.step('a password that is guessed first is refused beside its field, and the link still works', async () => {
    await fillRegistration(page, { email, password: '12345678', fullName: 'Ada Okafor' })
    await create(page).click()
    await expect(password).toHaveAccessibleDescription(
      'Password is one of the most common ones, which are tried first. Choose another, such as several unrelated words.',
    )
    await expect(password).toBeFocused()
    await expect(page.getByLabel('Full Name')).toHaveValue('Ada Okafor')
    await password.fill('moth-at-the-pane')
    await page.getByLabel('Confirm Password').fill('moth-at-the-pane')
    await create(page).click()
  })

  await expect(page).toHaveURL(product.origin + '/')
  await expect(toasts(page)).toHaveCount(1)
  await expect(page.getByRole('banner').getByText('Ada Okafor', { exact: true })).toBeVisible()
  const { rows } = await product.database.pool.query(
    'select full_name, array_agg(role) as roles from users join user_roles on user_id = id where email = $1 group by id',
    [email],
  )
  expect(rows).toEqual([{ full_name: 'Ada Okafor', roles: ['admin'] }])

  await page.goto(newer)
  await expect(page.getByText(linkEnded)).toBeVisible()
  await expect(create(page)).toHaveCount(0)
})

test('a link that was used while its form was open says so and makes nobody', async ({ page, openProduct }) => {
  const product = await openProduct()
  await page.goto(await setupLink(product))
  await fillRegistration(page, { email: newEmail() })
  await product.person(['admin'], { email: 'earlier@example.test' })
  await create(page).click()
  await expect(page.getByText(linkEnded)).toBeVisible()
  const { rows } = await product.database.pool.query('select email from users')
  expect(rows).toEqual([{ email: 'earlier@example.test' }])
})

test('a wrong link shows no form', async ({ page }) => {
  for (const query of ['?token=made-up', '?token=', '', `?token=${'x'.repeat(500)}`]) {
    await page.goto('/page/setup' + query)
    await expect(page.getByText(linkEnded), query).toBeVisible()
    await expect(create(page)).toHaveCount(0)
    await expect(page.getByLabel('Email')).toHaveCount(0)
  }
})
