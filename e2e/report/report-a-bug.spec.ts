import { logout } from '#shared/auth/contract.ts'
import { reportBug } from '#shared/bugs/contract.ts'
import { insertSession } from '#server/features/auth/public.ts'
import { giveSession, type Product } from '#testing/browser-test.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { boxOf } from '#e2e/parts/settled.ts'
import { dismissToasts, expectNoToast, expectToast } from '#e2e/parts/toasts.ts'
import { reportForm, watchReportButton } from './report-form.ts'

/** How many bugs have this title. */
async function count(product: Product, title: string): Promise<number> {
  const { rows } = await product.database.pool.query('select 1 from bugs where title = $1', [title])
  return rows.length
}

test('a report must have all three texts, none too long, and one that is sent settles what was said before', async ({
  page,
  openReport,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(reportBug.path)) calls.push(request.method())
  })
  const form = await openReport()
  await form.button.click()
  await expectToast(page, 'warning', 'Fields Must Not Be Empty')
  await expect(form.title).toBeFocused()

  for (const [left, title, description, steps] of [
    [form.title, '  ', 'text', 'text'],
    [form.description, 'text', '\n', 'text'],
    [form.steps, 'text', 'text', ''],
  ] as const) {
    await dismissToasts(page)
    await form.fill(title, description, steps)
    await form.button.click()
    await expectToast(page, 'warning', 'Fields Must Not Be Empty')
    await expect(left).toBeFocused()
    await expect(left).toHaveAttribute('aria-invalid', 'true')
  }

  await dismissToasts(page)
  await form.fill('x'.repeat(256))
  await form.button.click()
  await expect(form.title).toBeFocused()
  await expect(form.title).toHaveAttribute('aria-invalid', 'true')
  await expect(form.title).toHaveValue('x'.repeat(256))
  await expectNoToast(page)
  expect(calls).toEqual([])

  await form.fill('  ', 'text', 'text')
  await form.button.click()
  await expectToast(page, 'warning', 'Fields Must Not Be Empty')
  await form.fill(newWord())
  await form.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
})

test('what is said of a report does not lie over the countdown', async ({ page, signIn }) => {
  await signIn(['customer'])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/page/bugs/report')
  const form = reportForm(page)
  await form.fill(newWord())
  await form.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  await expect(form.button).toHaveText(/^Wait: \d$/)
  await boxOf(form.button)
  const isOnTop = await form.button.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isOnTop).toBe(true)
})

test('after a report the form is empty, links to the bug, and counts three seconds down', async ({
  page,
  product,
  signIn,
}) => {
  const person = await signIn(['customer'])
  const [title, second] = [newWord(), newWord()]
  await page.goto('/page/bugs/report')
  const form = reportForm(page)
  const seen = await watchReportButton(page)
  await form.fill(title, '  kept as typed \n', '1. One\n2. Two')
  await form.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  await expect(form.title).toHaveValue('')
  await expect(form.description).toHaveValue('')
  await expect(form.steps).toHaveValue('')

  const { rows } = await product.database.pool.query(
    'select id, description, steps_to_reproduce, created_by from bugs where title = $1',
    [title],
  )
  expect(rows).toMatchObject([
    { description: '  kept as typed \n', steps_to_reproduce: '1. One\n2. Two', created_by: person.userId },
  ])
  await expect(form.linkTo(title)).toHaveAttribute('href', `/page/bugs/list/view/${rows[0].id}`)

  // A second report within the three seconds is not sent.
  await dismissToasts(page)
  await form.fill(second)
  await form.button.click({ force: true })
  await expectToast(page, 'warning', 'Please wait before reporting another Bug!')
  await expect(form.title).toHaveValue(second)

  await expect(form.button).toHaveText('Report')
  expect(await seen()).toEqual(['Report', 'Wait: 3', 'Wait: 2', 'Wait: 1', 'Report'])
  expect(await count(product, second)).toBe(0)
  await dismissToasts(page)
  await form.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  expect(await count(product, second)).toBe(1)

  await form.linkTo(second).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second)
})

test('the server’s own cooldown is told like the page’s', async ({ page, product, signIn }) => {
  const person = await signIn(['customer'])
  const title = newWord()
  await page.goto('/page/bugs/report')
  const form = reportForm(page)
  await form.fill(title)
  const elsewhere = await person.call(reportBug, {
    body: { title: 'Elsewhere', description: 'Another tab', stepsToReproduce: 'Open two tabs' },
  })
  expect(elsewhere.status).toBe(200)
  await form.button.click()
  await expectToast(page, 'warning', 'Please wait before reporting another Bug!')
  await expect(form.button).toHaveText(/^Wait: \d$/)
  await expect(form.title).toHaveValue(title)
  await expect(page.getByText('Reporting New Bug Failed')).toHaveCount(0)

  await expect(form.button).toHaveText('Report')
  await dismissToasts(page)
  await form.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  expect(await count(product, title)).toBe(1)
})

test('a failing server keeps the texts, and the next attempt reports once', async ({
  page,
  product,
  whileEventsFail,
  openReport,
}) => {
  const title = newWord()
  const form = await openReport()
  await form.fill(title, 'A long description', 'Many steps')
  await whileEventsFail('bug-reported', async () => {
    await form.button.click()
    await expectToast(page, 'error', 'Reporting New Bug Failed')
  })
  await expect(form.title).toHaveValue(title)
  await expect(form.description).toHaveValue('A long description')
  await expect(form.steps).toHaveValue('Many steps')
  await expect(form.button).toHaveText('Report')
  expect(await count(product, title)).toBe(0)

  await dismissToasts(page)
  await form.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  expect(await count(product, title)).toBe(1)
})

test('a report whose answer was lost is not reported twice, not even after a reload', async ({
  page,
  product,
  quietConsole,
  openReport,
}) => {
  quietConsole.forgive(/net::ERR_FAILED/)
  const title = newWord()
  const form = await openReport()
  await form.fill(title)
  await page.route(`**${reportBug.path}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await form.button.click()
  await expectToast(page, 'error', 'Reporting New Bug Failed')
  expect(await count(product, title)).toBe(1)

  await page.unroute(`**${reportBug.path}`)
  await page.reload()
  await expect(form.title).toHaveValue(title)
  await form.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  await expect(form.linkTo(title)).toBeVisible()
  expect(await count(product, title)).toBe(1)
})

test('a session that ended meanwhile fails the report, and its texts outlast the next login', async ({
  page,
  context,
  product,
  signIn,
}) => {
  const person = await signIn(['customer'])
  const title = newWord()
  await page.goto('/page/bugs/report')
  const form = reportForm(page)
  await form.fill(title)
  await person.call(logout, {})
  await expect(page).toHaveURL(product.origin + '/page/login')
  expect(await count(product, title)).toBe(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible()

  const token = await product.inTx((tx) => insertSession(tx, person.userId, 'test'))
  await giveSession(context, product.origin, `mothlight_session=${token}`)
  await page.goto('/page/bugs/report')
  await expect(form.title).toHaveValue(title)
})
