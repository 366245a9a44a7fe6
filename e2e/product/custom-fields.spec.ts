import { reportBug, viewBug } from '#shared/bugs/contract.ts'
import { createField, createTemplate } from '#shared/custom-fields/contract.ts'
import { addProductMember, createProduct } from '#shared/products/contract.ts'
import type { Product } from '#testing/browser-test.ts'
import { factParts, pickersLoaded } from '#e2e/parts/fact-parts.ts'
import { bulkParts } from '#e2e/list/bulk-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { dismissToasts, expectNoToast, expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

/** A product that only these people see, so that the screens of all others stay as they are. */
async function aProduct(product: Product, ...memberIds: readonly string[]) {
  const admin = await product.person(['admin'])
  const key = newWord().slice(0, 8).toUpperCase()
  const body = { key, name: `Product ${key}`, isOpen: false }
  const { result } = (await admin.call(createProduct, { body })).body
  const params = { productId: result._id }
  for (const userId of memberIds) await admin.call(addProductMember, { params: { ...params, userId } })
  return { ...result, admin, params }
}

const chooseProduct = (page: Page, { key, name }: { key: string; name: string }) =>
  page
    .getByRole('main')
    .getByLabel('Product')
    .selectOption({ label: `${name} (${key})` })

test('an administrator defines a field and a template, and a reporter is led by them', async ({
  page,
  product,
  signIn,
}) => {
  const person = await signIn(['admin'])
  const made = await aProduct(product, person.userId)
  await page.goto('/page/products')
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: made.key })
  const manage = async (what: string) => {
    await card.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await manage('Custom fields')
  await page.getByRole('button', { name: 'Add a field' }).click()
  const form = page.getByRole('dialog', { name: /^New field/ })
  await form.getByLabel('Name').fill('Browser used')
  await expect(form.getByLabel('Key')).toHaveValue('browser-used')
  await form.getByLabel('Kind').selectOption('One of several choices')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByLabel('Choices')).toBeFocused()
  await form.getByLabel('Choices').fill('Firefox\nSafari 17')
  await form.getByLabel('Required').selectOption('When a bug is reported')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(page, 'success', 'New Field Created!')
  const fields = page.getByRole('list', { name: 'Custom fields' })
  await expect(fields).toContainText('One of several choices · Firefox, Safari 17 · required at report')
  await page.keyboard.press('Escape')
  await dismissToasts(page)

  await manage('Report templates')
  await page.getByRole('button', { name: 'Add a template' }).click()
  const template = page.getByRole('dialog', { name: /^New report template/ })
  await template.getByLabel('Name').fill('Crash')
  await template.getByLabel('Title').fill('Crash: ')
  await template.getByLabel('Description').fill('What crashed?')
  await template.getByLabel('Browser used').check()
  await template.getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(page, 'success', 'New Template Created!')
  await made.admin.call(createTemplate, {
    params: made.params,
    body: { name: 'Idea', title: 'Idea: ', stepsToReproduce: 'Imagine' },
  })

  await page.goto('/page/bugs/report')
  await chooseProduct(page, made)
  const report = reportForm(page)
  await expect(report.title).toHaveValue('')
  const choice = page.getByRole('main').getByLabel('Template')
  await choice.selectOption('Crash')
  await expect(report.title).toHaveValue('Crash: ')
  await report.title.fill('Crash: of the lamp')
  await report.steps.fill('Look')
  // What somebody has written stays, whatever they choose.
  await choice.selectOption('Idea')
  await expect(report.description).toHaveValue('')
  await expect(report.title).toHaveValue('Crash: of the lamp')
  await expect(report.steps).toHaveValue('Look')
  await choice.selectOption('Crash')
  await expect(report.description).toHaveValue('What crashed?')
  await report.button.click()
  const browser = page.getByRole('main').getByLabel('Browser used')
  await expect(browser).toBeFocused()
  await expect(page.getByText('Browser used is needed here.')).toBeVisible()
  await browser.selectOption('Safari 17')
  await report.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  const reported = (await person.call(viewBug, { params: { bugId: `${made.key}-1` } })).body.result
  expect(reported).toMatchObject({
    title: 'Crash: of the lamp',
    description: 'What crashed?',
    stepsToReproduce: 'Look',
    fields: { 'browser-used': 'Safari 17' },
  })
})

test('fields are changed where they stand, found and filtered by, and a move says what is lost', async ({
  page,
  product,
  signIn,
}) => {
  const person = await signIn(['staff'], { fullName: 'Ann Ash' })
  const made = await aProduct(product, person.userId)
  const field = (body: Parameters<typeof made.admin.call<typeof createField>>[1]['body']) =>
    made.admin.call(createField, { params: made.params, body })
  await field({ key: 'systems', kind: 'choices', name: 'Systems', choices: ['Linux', 'macOS'] })
  await field({ key: 'cost', kind: 'number', name: 'Cost' })
  await field({ key: 'ticket', kind: 'link', name: 'Ticket' })
  const word = newWord()
  const body = {
    ...{ title: `${word} lamp`, description: 'd', stepsToReproduce: 's', productId: made.key },
    fields: { ticket: 'https://help.example/7' },
  }
  const bugId = (await person.call(reportBug, { body })).body.result._id
  await page.goto(view(bugId))
  await expect(page.getByRole('link', { name: 'https://help.example/7' })).toBeVisible()
  const cost = page.getByRole('button', { name: 'Cost: None' })
  await cost.click()
  const editor = page.getByRole('group', { name: 'Cost' })
  await expect(editor.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('much')
  await page.keyboard.press('Enter')
  await expect(editor.getByText('Cost must be a number.')).toBeVisible()
  await editor.getByRole('textbox').fill('12,5')
  await page.keyboard.press('Enter')
  await expectToast(page, 'success', 'Cost changed')
  await expect(page.getByRole('button', { name: 'Cost: 12.5' })).toBeFocused()
  await page.keyboard.press('z')
  await expect(cost).toBeVisible()
  await expectToast(page, 'success', 'Change Undone!')
  await cost.click()
  await editor.getByRole('textbox').fill('12,5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cost: 12.5' })).toBeFocused()
  await dismissToasts(page)
  // What is refused stays in reach, with why.
  const fields = `**/api/bug/${bugId}/fields*`
  const refused = { error: { code: 'forbidden', message: 'You may not change this bug.' } }
  await page.route(fields, (route) => route.fulfill({ status: 403, json: refused }))
  await page.getByRole('button', { name: 'Cost: 12.5' }).click()
  await editor.getByRole('textbox').fill('99')
  await page.keyboard.press('Enter')
  const why = page.locator('.bug-side').getByRole('alert')
  await expect(why).toHaveText('Cost: Not changed. Your account may not do this. An administrator can change that.')
  await expect(page.getByRole('button', { name: 'Cost: 12.5' })).toBeVisible()
  await expectNoToast(page)
  await page.unroute(fields)
  await page.getByRole('button', { name: 'Edit again' }).click()
  await expect(editor.getByRole('textbox')).toHaveValue('99')
  await expect(why).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Systems: None' }).click()
  await page.getByRole('checkbox', { name: 'macOS' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main')).toContainText('Ann Ash changed the field Systems from none to macOS')

  await page.goto(`/page/bugs/list?product=${made.key}`)
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Cost').fill('>20')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.locator('.bug-card')).toHaveCount(0)
  await page.getByLabel('Cost').fill('>10')
  await page.getByLabel('Systems').selectOption('macOS')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.locator('.bug-card')).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear Search' }).click()
  const keywords = page.getByPlaceholder('Keywords or short id')
  await keywords.pressSequentially('field.sys')
  await page.getByRole('option', { name: /^field\.systems:/ }).click()
  await page.getByRole('option', { name: /^field\.systems:macOS/ }).click()
  await page.keyboard.press('Enter')
  await expect(page.locator('.bug-card')).toHaveCount(1)
  await expect(page.locator('.bug-card')).toContainText(`${word} lamp`)

  await page.goto(view(bugId))
  await dismissToasts(page)
  await pickersLoaded(page)
  await page.keyboard.press('r')
  await factParts(page, 'product').field.fill('BUG')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Move to Bugs?' })
  await expect(question.getByRole('listitem')).toHaveText([
    'Cost: 12.5',
    'Systems: macOS',
    'Ticket: https://help.example/7',
  ])
  await question.getByRole('button', { name: 'Move' }).click()
  await expectToast(page, 'success', 'Product changed')
  await expect(page.getByText('Systems', { exact: true })).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(page.getByRole('button', { name: 'Cost: 12.5' })).toBeVisible()
})

test('many bugs get a field at once, which is a column and the order of the list', async ({
  page,
  product,
  signIn,
}) => {
  const person = await signIn(['staff'])
  const made = await aProduct(product, person.userId)
  const field = (body: Parameters<typeof made.admin.call<typeof createField>>[1]['body']) =>
    made.admin.call(createField, { params: made.params, body })
  await field({ key: 'systems', kind: 'choices', name: 'Systems', choices: ['Linux', 'macOS'] })
  await field({ key: 'cost', kind: 'number', name: 'Cost' })
  for (const [title, cost] of [
    ['Wing', 30],
    ['Lamp', 4],
    ['Moth', null],
  ] as const) {
    // One person reports one bug at a time.
    const reporter = await product.person(['staff'])
    await made.admin.call(addProductMember, { params: { ...made.params, userId: reporter.userId } })
    const body = { title, description: 'd', stepsToReproduce: 's', productId: made.key }
    await reporter.call(reportBug, { body: { ...body, fields: { cost } } })
  }
  await page.goto(`/page/bugs/list?product=${made.key}`)
  const { bar, boxes, notices } = bulkParts(page)
  const titles = page.locator('.bug-card-link')
  await expect(titles).toHaveText(['Moth', 'Lamp', 'Wing'])

  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('option', { name: 'Cost' }).click()
  await page.keyboard.press('Escape')
  const chips = page.locator('.bug-field')
  await expect(chips).toHaveText(['Cost: 4', 'Cost: 30'])
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Sort by').selectOption('Cost')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(titles).toHaveText(['Lamp', 'Wing', 'Moth'])
  await expect(page).toHaveURL(/sortBy=field\.cost/)

  // All its buttons come at once: none moves under the pointer.
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      const shown = document.querySelector('.bulk-bar')
      if (!shown) return
      observer.disconnect()
      document.documentElement.dataset['firstBar'] = shown.textContent
    }).observe(document, { subtree: true, childList: true })
  })
  for (const index of [0, 2]) await boxes.nth(index).check()
  await expect(page.locator('html')).toHaveAttribute('data-first-bar', /Fields$/)
  await bar.getByRole('button', { name: 'Fields' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a field of 2 bugs' })
  await dialog.getByLabel('Field', { exact: true }).selectOption('Cost')
  await dialog.getByRole('textbox', { name: 'Cost' }).fill('much')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Cost must be a number.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Cost' }).fill('50')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(notices).toContainText('2 bugs changed · Cost: 50')
  await expect(chips).toHaveText(['Cost: 50', 'Cost: 30', 'Cost: 50'])
  await page.reload()
  await expect(titles.first()).toHaveText('Wing')
  await notices.getByRole('button', { name: 'Undo' }).click()
  await expect(notices).toContainText('2 bugs taken back')
  await page.reload()
  await expect(titles).toHaveText(['Lamp', 'Wing', 'Moth'])
})
