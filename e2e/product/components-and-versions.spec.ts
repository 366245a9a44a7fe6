import { setBugFields, viewBug } from '#shared/bugs/contract.ts'
import { createComponent, createVersion } from '#shared/parts/contract.ts'
import { addProductMember, createProduct } from '#shared/products/contract.ts'
import type { Product } from '#testing/browser-test.ts'
import type { Caller } from '#testing/test-app.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { factParts, pickersLoaded } from '#e2e/parts/fact-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { expectSearch } from '#e2e/list/list-parts.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { timelineParts } from '#e2e/parts/timeline-parts.ts'
import { dismissToasts, expectToast } from '#e2e/parts/toasts.ts'

/** A product that only these people see, so that the screens of all others stay as they are. */
async function aProduct(product: Product, ...memberIds: readonly string[]) {
  const admin = await product.person(['admin'])
  const key = newWord().slice(0, 8).toUpperCase()
  const body = { key, name: `Product ${key}`, isOpen: false }
  const { result } = (await admin.call(createProduct, { body })).body
  for (const userId of memberIds) {
    await admin.call(addProductMember, { params: { productId: result._id, userId } })
  }
  const params = { productId: result._id }
  const component = async (name: string, defaultAssignee: string | null = null) =>
    (await admin.call(createComponent, { params, body: { name, defaultAssignee } })).body.result
  const version = async (name: string, dueOn: string | null = null) =>
    (await admin.call(createVersion, { params, body: { name, dueOn } })).body.result
  return { ...result, component, version }
}

const partsOf = async (caller: Pick<Caller, 'call'>, bugId: string) => {
  const { component, fixedVersion } = (await caller.call(viewBug, { params: { bugId } })).body.result
  return [component?.name, fixedVersion?.name]
}

/** Reports a bug there by somebody new. */
async function aBugOf(product: Product, { _id }: { _id: string }, reporterId: string, title: string) {
  const bugId = await aBug(product, reporterId, { title })
  await product.database.pool.query(
    `update bugs set product_number = p.number, number = nextval(('bug_numbers_' || p.number)::regclass)
      from products p where p.id = $2 and bugs.id = $1`,
    [bugId, _id],
  )
  return bugId
}

test('a report names a component, goes to its assignee, and is changed where it stands', async ({
  page,
  product,
  signIn,
}) => {
  const ann = await signIn(['staff'], { fullName: 'Ann Ash' })
  const ben = await product.person(['staff'], { fullName: 'Ben Birch' })
  const target = await aProduct(product, ann.userId, ben.userId)
  await target.component('Wings', ben.userId)
  await target.component('Lamp')
  await target.version('1.0')
  await page.goto('/page/bugs/report')
  const form = reportForm(page)
  const main = page.getByRole('main')
  await expect(main.getByLabel('Component')).toHaveCount(0)
  await main.getByLabel('Product').selectOption({ label: `${target.name} (${target.key})` })
  await main.getByLabel('Component').selectOption('Wings')
  await main.getByLabel('Found in version').selectOption('1.0')
  await form.fill(`${newWord()} hums`)
  await form.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  await page.goto(`/page/bugs/list/view/${target.key}-1?timeline=all`)
  const told =
    'Ann Ash reported this bug, with the component Wings, with the found version 1.0, which assigned it to Ben Birch'
  await expect(timelineParts(page).change(told)).toBeVisible()

  await dismissToasts(page)
  await pickersLoaded(page)
  await page.keyboard.press('t')
  const { control, field, options } = factParts(page, 'component')
  await expect(options).toHaveText([/^Lamp/, /^Wings/, 'No component'])
  await field.fill('la')
  await page.keyboard.press('Enter')
  await expectToast(page, 'success', 'Component changed')
  await expect(control).toHaveText('Component: Lamp')
  await expect(timelineParts(page).change('Ann Ash changed the component from Wings to Lamp')).toBeVisible()
  await page.keyboard.press('z')
  await expect(control).toHaveText('Component: Wings')
  await expectToast(page, 'success', 'Change Undone!')

  // What the other product has not is said before, and comes back.
  await dismissToasts(page)
  await page.keyboard.press('r')
  await factParts(page, 'product').field.fill('BUG')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('listitem')).toHaveText(['Component: Wings', 'Found version: 1.0'])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('r')
  await factParts(page, 'product').field.fill('BUG')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Move' }).click()
  await expectToast(page, 'success', 'Product changed')
  await expect(main).toContainText('and the component from Wings to none')
  // The other product has nothing to choose from.
  await expect(control).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(control).toHaveText('Component: Wings')
})

test('the list filters by components and versions, completes them, and sets them on many bugs', async ({
  page,
  product,
  signIn,
  openList,
}) => {
  const ann = await signIn(['staff'])
  const target = await aProduct(product, ann.userId)
  const word = newWord()
  const [lamp] = [await target.component(`${word} lamp`), await target.version(`${word} 2.0`)]
  const one = await aBugOf(product, target, ann.userId, `${word} one`)
  const two = await aBugOf(product, target, ann.userId, `${word} two`)
  await ann.call(setBugFields, { params: { bugId: one }, body: { component: lamp._id } })
  await openList(`keywords=${word}`)
  const list = bugList(page)
  await expect(list.cards.filter({ hasText: `${word} one` })).toContainText(`${word} lamp`)
  await page.getByRole('checkbox', { name: `Select ${word} one` }).check({ force: true })
  await page.getByRole('button', { name: 'Select all on this page' }).click()
  await page.keyboard.press('d')
  const picker = page.getByRole('dialog', { name: 'Fixed version' })
  await picker.getByRole('combobox').fill(word)
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => [await partsOf(ann, one), await partsOf(ann, two)])
    .toEqual([
      [`${word} lamp`, `${word} 2.0`],
      [undefined, `${word} 2.0`],
    ])
  await page.keyboard.press('Escape')
  const version = list.card(`${word} two`).getByTitle(`Fixed version: ${word} 2.0`)
  await expect(version).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.keyboard.type('fixed')
  await page.keyboard.press('Enter')
  await expect(version).toBeVisible()
  await page.keyboard.press('Escape')

  await list.keywords.fill(`${word} component:${word}`)
  await page.getByRole('option', { name: `${word} lamp` }).click()
  await expectSearch(page, { keywords: `${word} component:"${word} lamp"` })
  await expect(list.cards).toHaveCount(1)
  await openList(`keywords=${word}&component=none`)
  await expect(list.cards).toHaveCount(1)
  await expect(list.cards).toContainText(`${word} two`)
  await expect(page.getByRole('main')).toContainText('Component: none')
})

test('an administrator keeps versions, releases one, and what is left goes to the next', async ({
  page,
  product,
  signIn,
}) => {
  const ada = await signIn(['admin'])
  const target = await aProduct(product, ada.userId)
  const first = await target.version('1.0', '2031-01-31')
  const ids = [
    await aBugOf(product, target, ada.userId, 'Left over'),
    await aBugOf(product, target, ada.userId, 'Left over too'),
    await aBugOf(product, target, ada.userId, 'Done'),
  ]
  for (const bugId of ids) await ada.call(setBugFields, { params: { bugId }, body: { fixedVersion: first._id } })
  await product.database.pool.query(`update bugs set status = 'Closed', is_closed = true where id = $1`, [ids[2]])
  await page.goto('/page/products')
  const card = page.getByRole('listitem').filter({ hasText: target.key })
  await card.getByRole('link', { name: 'Components and versions' }).click()
  await page.getByRole('button', { name: 'New version' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('1.0')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText(/already/)).toBeVisible()
  await dialog.getByLabel('Name').fill('1.1')
  await dialog.getByLabel('Day').fill('2031-06-30')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toHaveCount(0)
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(row('1.1')).toContainText('Due 6/30/2031')
  await expect(row('1.0')).toContainText('1 of 3 bugs closed')
  await expect(row('1.0').getByRole('link', { name: '2 left' })).toHaveAttribute('href', /fixed.*1\.0.*is.*open/)
  await dismissToasts(page)

  await row('1.0')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Release' }).click()
  await expect(dialog).toContainText('2 bugs are still open in it')
  await expect(dialog.getByLabel('What is left goes to').locator('option:checked')).toHaveText('1.1')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(row('1.0')).toContainText('Released 1/31/2031')
  await expect(page.getByRole('status').filter({ hasText: '2 bugs moved to 1.1' })).toBeVisible()
  await expect(row('1.1')).toContainText('0 of 2 bugs closed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 bugs moved back from 1.1' })).toBeVisible()
  await expect(row('1.0')).toContainText('1 of 3 bugs closed')

  await page.getByRole('button', { name: 'New component' }).click()
  await dialog.getByLabel('Name').fill('Wings')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(row('Wings')).toBeVisible()
})

test('a component that an earlier import kept as a word is made by one press, and taken back', async ({
  page,
  product,
  signIn,
}) => {
  const ann = await signIn(['admin'])
  const house = await aProduct(product, ann.userId)
  const word = newWord()
  const bugId = await aBugOf(product, house, ann.userId, word)
  await product.database.pool.query('update bugs set component = $2 where id = $1', [bugId, word])
  await page.goto(`/page/products/${house._id}`)
  const imported = page.getByRole('region', { name: 'Words of imported components' })
  const row = imported.getByRole('listitem').filter({ hasText: word })
  await expect(row).toContainText('1 bug')
  await row.getByRole('button', { name: 'Make a component of it' }).click()
  const told = imported.getByRole('status').filter({ hasText: word })
  await expect(told).toHaveText(`1 bug given the component ${word}.`)
  await expect(told).toBeFocused()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Components' })).toContainText(word)
  expect(await partsOf(ann, bugId)).toEqual([word, undefined])
  await imported.getByRole('button', { name: 'Undo' }).click()
  await expect(told).toHaveText(`1 bug no longer in the component ${word}.`)
  await expect(row).toBeVisible()
  expect(await partsOf(ann, bugId)).toEqual([undefined, undefined])
})
