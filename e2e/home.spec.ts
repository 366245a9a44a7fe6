import { expect, test } from '#testing/browser-test.ts'

test('the home page says what the product is, what it offers and what it is made of', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(page).toHaveTitle(/Mothlight/)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(['Every bug, brought to light'])
  await expect(main).toContainText('a bug tracker for people who report problems and people who solve them')
  await expect(main.getByRole('heading', { level: 3 })).toHaveText([
    /bug management/i,
    /user management/i,
    /live chat/i,
  ])
  await expect(main).toContainText(/school/i)
  for (const name of ['TypeScript', 'React', 'Node.js', 'PostgreSQL']) {
    await expect(main.getByRole('list', { name: 'Technologies' }).getByText(name, { exact: true })).toBeVisible()
  }
  await expect(main.getByRole('link', { name: 'Login', exact: true })).toHaveAttribute('href', '/page/login')
})

test('somebody who is logged in is led on to bugs, and not to the login', async ({ page, signIn }) => {
  await signIn(['customer'], { fullName: 'Rosa Lindqvist' })
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main).toContainText('Rosa Lindqvist')
  await expect(main.getByRole('link', { name: 'Login', exact: true })).toHaveCount(0)

  await main.getByRole('searchbox').fill('lamp 404')
  await main.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\/page\/bugs\/list\?keywords=lamp(\+|%20)404$/)
  await expect(page.getByRole('searchbox', { name: 'Keywords' })).toHaveValue('lamp 404')
})

test('somebody without the view permission is offered no list', async ({ page, product, signIn }) => {
  await product.database.pool.query(
    `insert into roles (name, permissions) values ('guest', '{}') on conflict do nothing`,
  )
  await signIn(['guest'], { fullName: 'Rosa Lindqvist' })
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main).toContainText('Rosa Lindqvist')
  await expect(main.getByRole('searchbox')).toHaveCount(0)
  await expect(main.locator('a[href^="/page/bugs/list"]')).toHaveCount(0)
  await expect(main.locator('a[href="/page/bugs/report"]').first()).toBeVisible()
})
