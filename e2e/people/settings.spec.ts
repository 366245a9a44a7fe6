import { openApp } from '#server/app.ts'
import { openLog } from '#server/config/log.ts'
import { changeSettings, listSettings } from '#shared/site/settings-contract.ts'
import { giveSession } from '#testing/browser-test.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { expectToast, dismissToasts } from '#e2e/parts/toasts.ts'

const path = '/page/users/settings'

test('an administrator says what the installation is called and who may join it, and never over what somebody else has set', async ({
  page,
  context,
  browser,
  openProduct,
}) => {
  const product = await openProduct({ HOME_TITLE: 'Lamps of the world' })
  const [ada, ben] = [await product.person(['admin']), await product.person(['admin'], { fullName: 'Ben Birch' })]
  await giveSession(context, product.origin, ada.cookie ?? '')
  await page.goto(`${product.origin}/page/users/list`)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const main = page.getByRole('main')
  const field = (name: string) => main.getByLabel(name, { exact: true })
  const save = main.getByRole('button', { name: 'Save settings' })
  await expect(main.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
  await expect(field('Title of the home page')).toHaveValue('Lamps of the world')
  await expect(field('Title of the home page')).toHaveAttribute('readonly')
  await expect(main.getByText('Set by HOME_TITLE, which wins.')).toBeVisible()
  await expect(save).toBeDisabled()

  await field('Product name').fill('x'.repeat(41))
  await save.click()
  await expect(main.getByText('Product name must be at most 40 characters.')).toBeVisible()
  await field('Product name').fill('Acme Bugs')
  await field('Banner').fill('')
  await field('Reported by them').selectOption('Status')
  await field('Who may create an account').selectOption('Whoever has an address of a named domain')
  await expect(main.getByText('Nobody can create an account this way yet')).toBeVisible()
  await save.click()
  await expect(main.getByText('Name at least one domain, such as example.com.')).toBeVisible()
  await expect(field('Domains')).toBeFocused()
  // On its way it is a word that means something else.
  await field('Domains').pressSequentially('open.example.com, example.org')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'success', 'Settings Saved!')
  await dismissToasts(page)
  await expect(page.getByRole('banner')).toContainText('Acme Bugs')
  await expect(page).toHaveTitle('Settings · Acme Bugs')
  await expect(page.getByText('school portfolio project, made for')).toHaveCount(0)
  await expect(field('Text of the home page')).toHaveValue(/^Acme Bugs is /)
  await expect(save).toBeDisabled()

  // Somebody else sets three of them: two that are being changed here, and one that is not.
  const textNow = async () =>
    (await ben.call(listSettings, {})).body.result.find(({ name }) => name === 'homeText')?.value ?? ''
  await field('Banner').fill('Mine')
  await field('Text of the home page').fill('Mine too')
  await ben.call(changeSettings, {
    body: {
      changes: [
        { name: 'bannerText', value: 'Ben’s', was: '' },
        { name: 'homeText', value: 'Ben’s text', was: await textNow() },
        { name: 'homeAbout', value: 'Of Ben', was: await field('About').inputValue() },
      ],
    },
  })
  await save.click()
  await expectToast(page, 'error', 'Settings Save FAILED!')
  await expect(
    main.getByText('Somebody else has set this to ‘Ben’s’ meanwhile. Save again to replace it.'),
  ).toBeVisible()
  await expect(main.getByText('Somebody else has set this to ‘Ben’s text’ meanwhile.')).toBeVisible()
  await expect(field('Banner')).toBeFocused()
  await expect(field('Banner')).toHaveValue('Mine')
  await expect(field('About')).toHaveValue('Of Ben')
  await dismissToasts(page)
  await save.click()
  await expectToast(page, 'success', 'Settings Saved!')
  await main.getByRole('button', { name: 'Take the default of Product name' }).click()
  await expect(field('Product name')).toHaveValue('Mothlight')
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(field('Product name')).toHaveValue('Mothlight')

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${product.origin}/page/login/register`)
  await expect(stranger.getByRole('banner')).toContainText('Acme Bugs')
  await expect(stranger).toHaveTitle(/Acme Bugs/)
  await expect(stranger.getByText('Mine', { exact: true })).toBeVisible()
  await expect(stranger.getByRole('main')).toContainText('open.example.com')
  await stranger.context().close()

  // The product is started again, with a variable for what is being changed here.
  const settings = { ...product.config.settings, bannerText: 'Of the operator' }
  const again = await openApp({ ...product.config, settings }, openLog('silent'), product.database)
  await page.route('**/api/settings', async (route) => {
    const request = route.request()
    const answer = await again.http.inject({
      ...{ url: '/api/settings', method: request.method() as 'GET' | 'PUT' },
      headers: { ...(await request.allHeaders()), host: new URL(product.origin).host },
      payload: request.postData() ?? '',
    })
    await route.fulfill({ status: answer.statusCode, contentType: 'application/json', body: answer.body })
  })
  await field('Banner').fill('Mine again')
  await save.click()
  await expect(main.getByText('A variable of the environment sets this now.')).toBeVisible()
  await expect(field('Banner')).toHaveValue('Of the operator')
  await expect(field('Banner')).toHaveAttribute('readonly')
  await expect(field('Product name')).toHaveValue('Mothlight')
  await dismissToasts(page)
  await save.click()
  await expectToast(page, 'success', 'Settings Saved!')
  await page.unroute('**/api/settings')
  await again.close()
  await page.goto(`${product.origin}/page/users/me`)
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await expect(notifications).toContainText('Reported by youStatus')
})

test('nobody else gets there', async ({ page, product, signIn }) => {
  await signIn(['staff', 'customer'])
  await page.goto(`${product.origin}/page/users/list`)
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(0)
  await page.goto(path)
  await expectToast(page, 'warning', 'Invalid Permission')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toHaveCount(0)
})
