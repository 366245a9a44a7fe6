import { createField } from '#shared/custom-fields/contract.ts'
import { createComponent } from '#shared/parts/contract.ts'
import { addProductMember, createProduct } from '#shared/products/contract.ts'
import type { Product } from '#testing/browser-test.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { bulkParts } from '#e2e/list/bulk-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'

/** A product that one person sees, with a field, two components and 60 bugs of which 50 are alike in five ways. */
async function aBusyProduct(product: Product, userId: string) {
  const admin = await product.person(['admin'])
  const key = newWord().slice(0, 8).toUpperCase()
  const { result } = (await admin.call(createProduct, { body: { key, name: `Product ${key}`, isOpen: false } })).body
  const params = { productId: result._id }
  await admin.call(addProductMember, { params: { ...params, userId } })
  await admin.call(createField, { params, body: { key: 'customer', kind: 'text', name: 'Customer' } })
  const component = async (name: string) => (await admin.call(createComponent, { params, body: { name } })).body.result
  const [lamp, wings] = [await component('Lamp'), await component('Wings')]
  const word = newWord()
  const alike = { priority: 'high', severity: 'major', status: 'Open' } as const
  const others = [{ priority: 'low' }, { severity: 'minor' }, { status: 'In Progress' }] as const
  for (let n = 1; n <= 60; n++) {
    const differs = n > 50 ? others[n % 5] : undefined
    const id = await aBug(product, userId, { title: `${word} ${n}`, ...alike, ...differs })
    const part = n > 50 && n % 5 === 3 ? wings : lamp
    const customer = n > 50 && n % 5 === 4 ? 'Brass' : 'Acme'
    await product.database.pool.query(
      `update bugs set product_number = p.number, number = nextval(('bug_numbers_' || p.number)::regclass),
         component_id = $3, fields = jsonb_build_object('customer', $4::text)
       from products p where p.id = $2 and bugs.id = $1`,
      [id, result._id, part._id, customer],
    )
  }
  const counted = async () => {
    const { rows } = await product.database.pool.query<{ priority: string; bugs: number }>(
      'select priority, count(*)::integer as bugs from bugs where title like $1 group by 1 order by 1',
      [`${word} %`],
    )
    return Object.fromEntries(rows.map(({ priority, bugs }) => [priority, bugs]))
  }
  return { ...result, counted }
}

test('staff find fifty bugs by five filters, change them all, and take it back', async ({
  page,
  product,
  signIn,
  openList,
}) => {
  const ann = await signIn(['staff'])
  const { key, counted } = await aBusyProduct(product, ann.userId)
  await openList('pageSize=50')
  const list = bugList(page)
  await list.toggleFilters.click()
  const main = page.getByRole('main')
  await main.locator('.filter-fields').getByLabel('Product', { exact: true }).selectOption(key)
  await list.filter('status').selectOption('Open')
  await list.filter('priority').selectOption('high')
  await list.filter('severity').selectOption('major')
  await main.getByLabel('Component', { exact: true }).selectOption('Lamp')
  await main.getByLabel('Customer', { exact: true }).fill('Acme')
  await list.search.click()
  await expect(list.range).toHaveText('Showing 1 to 50 of 50 results')

  const bulk = bulkParts(page)
  await bulk.boxes.first().click()
  await bulk.selectPage.click()
  await expect(bulk.count).toHaveText('50 selected')
  await bulk.fact('Priority').click()
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /^urgent/ })
    .click()
  await expect(bulk.said).toHaveText('50 bugs changed')
  expect(await counted()).toEqual({ high: 8, low: 2, urgent: 50 })
  await bulk.undo.click()
  await expect.poll(counted).toEqual({ high: 58, low: 2 })
})
