import { reportBug } from '#shared/bugs/contract.ts'
import { createField, createTemplate, editField } from '#shared/custom-fields/contract.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { createComponent, createVersion } from '#shared/parts/contract.ts'
import { addProductMember, createProduct } from '#shared/products/contract.ts'
import { setPreferences } from '#shared/users/contract.ts'
import { expect } from '#testing/browser-test.ts'
import { bulkParts } from '#e2e/list/bulk-parts.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import type { Stage } from './screens.ts'

const longName = 'Maximiliana Konstantinopolitanska-Featherstonehaugh'
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const fields: readonly BodyOf<typeof createField>[] = [
  { key: 'customer', kind: 'text', name: 'Customer', help: `As the contract says: ${longName}` },
  { key: 'cost', kind: 'number', name: 'Cost' },
  { key: 'due', kind: 'date', name: 'Due' },
  { key: 'browser', kind: 'choice', name: longWord.slice(0, 60), choices: ['Firefox', longWord.slice(0, 60)] },
  { key: 'systems', kind: 'choices', name: 'Systems', choices: ['Linux', 'macOS', longWord.slice(0, 60)] },
  { key: 'tester', kind: 'person', name: 'Tester' },
  { key: 'ticket', kind: 'link', name: 'Ticket', required: 'close' },
  { key: 'paid', kind: 'yes-no', name: 'Paid', required: 'report' },
]

/**
 * A product with all that a product can have, and bugs with all of its fields, of those who see it alone: the screens of all
 * others stay as they are.
 */
async function aProduct({ product, signIn }: Stage, role: string) {
  const person = await signIn([role], { fullName: longName })
  const admin = await product.person(['admin'], { fullName: longName })
  const key = newWord().slice(0, 8).toUpperCase()
  const body = { key, name: longWord.slice(0, 60), isOpen: false }
  const { _id: productId } = (await admin.call(createProduct, { body })).body.result
  const params = { productId }
  for (const userId of [person.userId, admin.userId])
    await admin.call(addProductMember, { params: { productId, userId } })
  for (const field of fields) await admin.call(createField, { params, body: field })
  const retired = (
    await admin.call(createField, { params, body: { key: 'gone', kind: 'text', name: longWord.slice(0, 60) } })
  ).body
  await admin.call(editField, { params: { fieldId: retired.result._id }, body: { isRetired: true } })
  const text = { about: longName, title: 'Crash: ', description: longWord, fields: ['browser', 'cost'] }
  await admin.call(createTemplate, { params, body: { name: longWord.slice(0, 60), ...text } })
  await admin.call(createTemplate, { params, body: { name: 'Idea' } })
  await admin.call(createComponent, {
    params,
    body: { name: longWord.slice(0, 100), description: longName, defaultAssignee: admin.userId },
  })
  await admin.call(createVersion, { params, body: { name: '1.0', dueOn: '2020-01-31' } })
  const values = {
    ...{ customer: `${longWord} ${longName}`, cost: 1234567.5, due: '2026-12-24', browser: longWord.slice(0, 60) },
    ...{ systems: ['Linux', longWord.slice(0, 60)], tester: person.userId, paid: true },
    ticket: `https://help.example/${longWord}`,
  }
  for (const given of [values, { paid: false, cost: -3 }, { paid: false, tester: admin.userId }]) {
    const reporter = await product.person(['admin'], { fullName: longName })
    await reporter.call(addProductMember, { params: { productId, userId: reporter.userId } })
    const texts = { title: `The lamp ${longWord}`, description: longWord, stepsToReproduce: 'Look' }
    const { status } = await reporter.call(reportBug, { body: { ...texts, productId, fields: given } })
    expect(status).toBe(200)
  }
  return { key, productId, person, admin }
}

/** Opens one of a product's dialogs. */
async function aDialog(stage: Stage, what: string) {
  const { page } = stage
  const { key } = await aProduct(stage, 'admin')
  await page.goto('/page/products')
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: key })
  await card.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

/** Opens a dialog of the page of a product. @param what what is pressed; in a menu after its button */
async function aPartDialog(stage: Stage, ...what: readonly (string | RegExp)[]) {
  const { page } = stage
  const { productId } = await aProduct(stage, 'admin')
  await page.goto(`/page/products/${productId}`)
  const [first = '', item] = what
  await page.getByRole('button', { name: first }).click()
  if (item) await page.getByRole('menuitem', { name: item, exact: true }).click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog).toBeVisible()
  return dialog
}

/** Shows a member of the staff the bugs of the product, all of which are selected. */
async function allSelected(stage: Stage) {
  const { page } = stage
  const { key } = await aProduct(stage, 'staff')
  await page.goto(`/page/bugs/list?product=${key}`)
  const { bar, boxes } = bulkParts(page)
  for (const index of [0, 1, 2]) await boxes.nth(index).check()
  const button = bar.getByRole('button', { name: 'Fields' })
  await expect(button).toBeVisible()
  return { bar, button }
}

/** Products, what belongs to them, and bugs with it, in every state that looks different. */
export const productScreens: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'a new product': async (stage) => {
    await stage.signIn(['admin'])
    await stage.page.goto('/page/products')
    await stage.page.getByRole('button', { name: 'New product' }).click()
    const dialog = stage.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
  },
  'a product being edited': async (stage) => {
    await aDialog(stage, 'Edit')
  },
  'the members of a product': async (stage) => {
    const dialog = await aDialog(stage, 'Members')
    await expect(dialog.getByText(longName).first()).toBeVisible()
  },
  'the custom fields of a product': async (stage) => {
    const dialog = await aDialog(stage, 'Custom fields')
    await expect(dialog.getByText('Retired', { exact: true })).toBeVisible()
  },
  'a new custom field without what it needs': async (stage) => {
    const dialog = await aDialog(stage, 'Custom fields')
    await dialog.getByRole('button', { name: 'Add a field' }).click()
    await dialog.getByLabel('Kind').selectOption('One of several choices')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
  },
  'the report templates of a product': async (stage) => {
    const dialog = await aDialog(stage, 'Report templates')
    await expect(dialog.getByText('Idea')).toBeVisible()
  },
  'a new report template': async (stage) => {
    const dialog = await aDialog(stage, 'Report templates')
    await dialog.getByRole('button', { name: 'Add a template' }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
  },
  'a component being edited': async (stage) => {
    await aPartDialog(stage, /^Actions for the component/, 'Edit')
  },
  'a new version without a name': async (stage) => {
    const dialog = await aPartDialog(stage, 'New version')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
  },
  'a version being released': async (stage) => {
    await aPartDialog(stage, /^Actions for the version/, 'Release')
  },
  'report form of a product with fields, refused': async (stage) => {
    const { key } = await aProduct(stage, 'customer')
    await stage.page.goto('/page/bugs/report')
    const main = stage.page.getByRole('main')
    await main.getByLabel('Product').selectOption({ label: `${longWord.slice(0, 60)} (${key})` })
    await main.getByLabel('Template').selectOption('Idea')
    await expect(main.getByLabel('Tester')).toBeVisible()
    await reportForm(stage.page).fill('The lamp hums')
    await reportForm(stage.page).button.click()
    await expect(main.getByText('Paid is needed here.')).toBeVisible()
  },
  'bug with custom fields, one of which is being changed': async (stage) => {
    const { key } = await aProduct(stage, 'staff')
    const { page } = stage
    await page.goto(`/page/bugs/list/view/${key}-1`)
    await page.getByRole('button', { name: /^Cost: / }).click()
    await page.getByRole('textbox', { name: 'Cost' }).fill('much')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Cost must be a number.')).toBeVisible()
  },
  'bug list with custom fields as columns, in the order of one': async (stage) => {
    const { key, person } = await aProduct(stage, 'staff')
    const own = fields.map((field) => `field.${field.key}` as const)
    await person.call(setPreferences, { body: { listColumns: ['priority', 'assignee', 'created', ...own] } })
    await stage.page.goto(`/page/bugs/list?product=${key}&sortBy=field.cost`)
    await expect(stage.page.locator('.bug-card')).toHaveCount(3)
    await expect(stage.page.locator('.bug-card').first()).toContainText('Paid')
  },
  'bug list with a custom field of the selected bugs': async (stage) => {
    const { button } = await allSelected(stage)
    await button.click()
    const dialog = stage.page.getByRole('dialog', { name: 'Set a field of 3 bugs' })
    await dialog.getByLabel('Field', { exact: true }).selectOption('Systems')
    await expect(dialog.getByRole('checkbox', { name: 'macOS' })).toBeVisible()
  },
}
