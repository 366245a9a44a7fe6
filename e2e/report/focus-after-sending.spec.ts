import { login } from '#shared/auth/contract.ts'
import { reportBug } from '#shared/bugs/contract.ts'
import { anAccount, signInByForm } from '#e2e/people/account.ts'
import { classify, classifyForm } from '#e2e/parts/classify-form.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { aPerson } from '#e2e/people/sample-person.ts'
import { dismissToasts, expectToast, toasts } from '#e2e/parts/toasts.ts'
import type { Locator, Page } from '@playwright/test'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** Presses a button by key, and again while what it began is under way, which must not matter. */
async function pressTwice(target: Locator, arrived: Promise<void>): Promise<void> {
  await target.press('Enter')
  await arrived
  await expect(target).toHaveAttribute('aria-disabled', 'true')
  await expect(target).toBeFocused()
  await target.press('Enter')
  await target.press(' ')
  await target.click({ force: true })
}

/** Counts the calls of the page that write. */
function watchWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) writes.push(request.url())
  })
  return writes
}

test('a report is sent once, and where the focus is then depends on what came of it', async ({
  page,
  openReport,
  holdCalls,
}) => {
  const form = await openReport()
  const title = newWord()
  await form.fill(title)

  await test.step('one that fails leaves it on its button', async () => {
    const held = await holdCalls(`**${reportBug.path}`)
    await button(page, 'Report').press('Enter')
    await held.cutOff()
    await expectToast(page, 'error', 'Reporting New Bug Failed')
    await expect(button(page, 'Report')).toBeFocused()
    await expect(button(page, 'Report')).not.toHaveAttribute('aria-disabled')
    await dismissToasts(page)
  })

  await test.step('one that is sent moves it to what tells where the new bug is', async () => {
    const writes = watchWrites(page)
    const held = await holdCalls(`**${reportBug.path}`)
    await pressTwice(button(page, 'Report'), held.arrived)
    await held.letGo()
    await expectToast(page, 'success', 'New Bug has been Reported!')
    expect(writes).toHaveLength(1)
    await expect(page.getByRole('group', { name: 'The last report' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(form.linkTo(title)).toBeFocused()
  })
})

test('a report that is sent from a field leaves the focus there', async ({ page, openReport }) => {
  const form = await openReport()
  await form.fill(newWord())
  await form.steps.press('Control+Enter')
  await expectToast(page, 'success', 'New Bug has been Reported!')
  await expect(form.steps).toHaveValue('')
  await expect(form.steps).toBeFocused()
})

test('a classification is sent once, and its button keeps the focus', async ({ page, signInWithBug, holdCalls }) => {
  const { id } = await signInWithBug(['staff'])
  await page.goto(classify(id))
  const form = classifyForm(page)
  await form.classification.selectOption('approved')
  const writes = watchWrites(page)
  const held = await holdCalls(/\/api\/bug\//)
  await pressTwice(form.submit, held.arrived)
  await held.letGo()
  await expect(form.submit).not.toHaveAttribute('aria-disabled')
  await expect(form.submit).toBeFocused()
  expect(writes).toHaveLength(1)
})

test('a duplicate that is sent leaves the focus in the form', async ({ page, product, signInWithBug }) => {
  for (const key of ['Control+Enter', 'Enter on Submit']) {
    await test.step(`a duplicate that is sent by ${key} leaves the focus in the form`, async () => {
      const { id, person } = await signInWithBug(['staff'])
      const original = await aBug(product, person.userId, { title: `Original ${newWord()}` })
      await page.goto(classify(id))
      const form = classifyForm(page)
      await form.classification.selectOption('duplicate')
      await form.original.fill(original)
      await form.found.first().click()
      await expect(form.chosen.getByRole('button')).toBeFocused()
      if (key === 'Control+Enter') await page.keyboard.press(key)
      else {
        await form.submit.focus()
        await page.keyboard.press('Enter')
      }
      await expectToast(page, 'success', 'Updated Bug Successfully')
      await expect(form.close).toBeVisible()
      await expect(form.chosen).toBeVisible()
      const isInForm = () => page.evaluate(() => document.activeElement?.closest('form') !== null)
      await expect.poll(isInForm).toBe(true)
      // What comes later takes it away no more.
      await page.waitForLoadState('networkidle')
      expect(await isInForm()).toBe(true)
    })
  }
})

test('an account is changed once, and the button keeps the focus', async ({ page, product, signIn, holdCalls }) => {
  await signIn(['admin'])
  const userId = await aPerson(product, { fullName: newWord() })
  await page.goto(`/page/users/list/edit/${userId}`)
  await page.getByLabel('Given Name', { exact: true }).fill('Rosa')
  const writes = watchWrites(page)
  const held = await holdCalls(/\/api\/user\//)
  await pressTwice(button(page, 'Submit Updates'), held.arrived)
  await held.letGo()
  await expectToast(page, 'success', 'Updated User Successfully')
  await expect(button(page, 'Submit Updates')).toBeFocused()
  expect(writes).toHaveLength(1)
})

test('searching for somebody and assigning them leave the focus on their buttons', async ({
  page,
  product,
  signIn,
  holdCalls,
}) => {
  const staff = await signIn(['staff'])
  const bugId = await aBug(product, staff.userId)
  const fullName = newWord()
  const userId = await aPerson(product, { fullName })
  await page.goto(`/page/bugs/assignUser/${bugId}`)
  await page.getByLabel('User Id', { exact: true }).fill(userId)
  await button(page, 'Search by Id').press('Enter')
  await expect(page.getByRole('radio', { name: fullName })).toBeChecked()
  await expect(button(page, 'Search by Id')).toBeFocused()

  const writes = watchWrites(page)
  const held = await holdCalls(/\/api\/bug\//)
  await pressTwice(button(page, 'Assign User'), held.arrived)
  await held.letGo()
  await expect(toasts(page)).toContainText(['Assigned User!'])
  await expect(button(page, 'Assign User')).toBeFocused()
  expect(writes).toHaveLength(1)
})

test('a login that is refused leaves the focus on its button', async ({ page, openProduct }) => {
  const product = await openProduct({ LIMIT_FAILED_LOGINS: '1' })
  const { email, password } = await anAccount(product)
  await product.stranger.call(login, { body: { email, password: 'not-the-password' } })
  await page.goto(product.origin + '/page/login')
  await signInByForm(page, email, password)
  await expectToast(page, 'error', 'Login Request Failed!')
  await expect(button(page, 'Sign In')).toBeFocused()
})
