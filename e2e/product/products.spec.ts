import { viewBug } from '#shared/bugs/contract.ts'
import { addProductMember, createProduct } from '#shared/products/contract.ts'
import type { Product } from '#testing/browser-test.ts'
import { factParts, pickersLoaded } from '#e2e/parts/fact-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { dismissToasts, expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

/** A key that no other product of this database has. */
const newKey = () => newWord().slice(0, 8).toUpperCase()

/** A product that only these people see, so that the screens of all others stay as they are. */
async function aProduct(product: Product, ...memberIds: readonly string[]) {
  const admin = await product.person(['admin'])
  const key = newKey()
  const body = { key, name: `Product ${key}`, isOpen: false }
  const { result } = (await admin.call(createProduct, { body })).body
  for (const userId of memberIds) {
    await admin.call(addProductMember, { params: { productId: result._id, userId } })
  }
  return result
}

const listSwitch = (page: Page) => page.getByRole('main').getByRole('combobox', { name: 'Product' }).first()

test('an administrator makes a product for its members, adds one, and they alone meet it', async ({
  page,
  product,
  signIn,
}) => {
  const fullName = `Ada ${newWord()}`
  await signIn(['admin'], { fullName })
  const key = newKey()
  await page.goto('/page/users/list')
  await page.getByRole('link', { name: 'Products' }).click()
  await page.getByRole('button', { name: 'New product' }).click()
  const dialog = page.getByRole('dialog', { name: 'New product' })
  await expect(dialog.getByLabel('Key')).toBeFocused()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByLabel('Key')).toBeFocused()
  await dialog.getByLabel('Key').fill(key.toLowerCase())
  await dialog.getByLabel('Name').fill(`Moths ${key}`)
  await dialog.getByLabel('Who sees it').selectOption('Members alone')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'success', 'New Product Created!')
  const card = page.getByRole('listitem').filter({ hasText: key })
  await expect(card).toContainText('Members alone see it')
  await expect(card).toContainText('you don’t see its bugs')

  await card.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Add a member' }).click()
  await page.getByRole('combobox', { name: 'Add a member' }).fill(fullName)
  await page.getByRole('option', { name: fullName }).click()
  await expect(page.getByRole('list', { name: 'Members' })).toContainText(fullName)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(card).toContainText('0 open bugs')
  await page.goto('/page/bugs/list')
  await expect(listSwitch(page).locator('option')).toContainText(['All products', 'Bugs', `Moths ${key}`])

  const { rows } = await product.database.pool.query('select key, is_open from products where key = $1', [key])
  expect(rows).toEqual([{ key, is_open: false }])
})

test('a bug is reported to a product, found by its key, moved by a key press, and back', async ({
  context,
  page,
  product,
  signIn,
}) => {
  const person = await signIn(['staff'])
  const { key, name } = await aProduct(product, person.userId)
  const word = newWord()
  await page.goto('/page/bugs/report')
  const form = reportForm(page)
  await page
    .getByRole('main')
    .getByLabel('Product')
    .selectOption({ label: `${name} (${key})` })
  await form.fill(`${word} lamp`)
  await form.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')

  await page.goto(`/page/bugs/list?product=${key}`)
  await expect(listSwitch(page)).toHaveValue(key)
  await expect(page.locator('.bug-card')).toHaveCount(1)
  await expect(page.locator('.bug-card')).toContainText(`${key}-1`)
  await listSwitch(page).selectOption({ label: 'All products' })
  await expect(page).not.toHaveURL(/product=/)

  await page.goto(`/page/bugs/list/view/${key}-1?timeline=all`)
  await expect(page).toHaveURL(/\/view\/[0-9a-f]{24}\?timeline=all$/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('main').getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('main').getByText('Copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${product.origin}/${key}-1`)
  await page.goto(`/${key.toLowerCase()}-1?timeline=all`)
  await expect(page).toHaveURL(/\/view\/[0-9a-f]{24}\?timeline=all$/)
  await expect(page).toHaveTitle(new RegExp(`^${key}-1 ${word} lamp · `))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} lamp`)
  await dismissToasts(page)
  await pickersLoaded(page)
  await page.keyboard.press('r')
  const fact = factParts(page, 'product')
  await fact.field.fill('BUG')
  await page.keyboard.press('Enter')
  await expectToast(page, 'success', 'Product changed')
  await expect(fact.control).toHaveText('Product: Bugs')
  await expect(page.locator('.bug-key')).toContainText(/^BUG-\d+/)

  await expect(page.getByRole('main')).toContainText(`moved this bug from ${key}-1 to BUG-`)
  const former = (await page.locator('.bug-key').innerText()).trim()
  await page.keyboard.press('z')
  await expect(page.locator('.bug-key')).toContainText(`${key}-1`)
  await page.goto(`/page/bugs/list/view/${former}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} lamp`)
})

test('whoever sees one product meets the word nowhere', async ({ page, product, signIn }) => {
  const { userId } = await signIn(['staff'])
  const id = await aBug(product, userId)
  const main = page.getByRole('main')
  for (const path of ['/page/bugs/list', '/page/bugs/report', `/page/bugs/list/view/${id}`]) {
    await page.goto(path)
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main.getByText(/product/i)).toHaveCount(0)
  }
})

test('a key in a text is a link, and the palette jumps to it', async ({ page, product, signIn }) => {
  const person = await signIn(['staff'])
  const target = await aBug(product, person.userId, { title: 'The one that is meant' })
  const { key } = (await person.call(viewBug, { params: { bugId: target } })).body.result
  const id = await aBug(product, person.userId, { description: `Like ${key}, unlike UTF-8 and step-1` })
  await page.goto(`/page/bugs/list/view/${id}`)
  const link = page.getByRole('main').getByRole('link', { name: `${key} The one that is meant (open)` })
  await expect(link).toHaveText(key)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(key.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(target))
})
