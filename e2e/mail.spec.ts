import { giveSession } from '#testing/browser-test.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './focus.ts'
import { aRefusedMail, holdMail, mailPage } from './mail-parts.ts'
import { dismissToasts, expectToast } from './toasts.ts'

const path = '/page/users/mail'

test('an administrator releases what a restore held, has a mail tried again and tests the rest, by keyboard', async ({
  page,
  context,
  openProduct,
}) => {
  const server = await startMailServer()
  try {
    const product = await openProduct(server.settings)
    const administrator = await product.person(['admin'])
    await giveSession(context, product.origin, administrator.cookie ?? '')
    await holdMail(product)
    await aRefusedMail(product)
    await page.goto(`${product.origin}/page/users/list`)
    await page.getByRole('link', { name: 'Mail', exact: true }).click()
    const mail = mailPage(page)
    await expect(mail.heading).toBeFocused()
    await expect(mail.held).toBeVisible()
    await expect(mail.test).toBeHidden()
    await tabTo(page, mail.release)
    await page.keyboard.press('Enter')
    await expectToast(page, 'success', 'Mail Released!')
    await expect(mail.held).toBeHidden()
    await expect(mail.counts).toBeFocused()
    await dismissToasts(page)

    await expect(mail.unsent).toHaveCount(1)
    await expect(mail.unsent).toContainText('Test mail to ann@example.test')
    await expect(mail.unsent).toContainText('550 5.1.1 No such user')
    await tabTo(page, mail.tryAgain('ann@example.test'))
    await page.keyboard.press('Enter')
    await expectToast(page, 'success', 'Mail Is Tried Again!')
    await expect(mail.none).toBeVisible()
    await expect(mail.counts).toBeFocused()
    await dismissToasts(page)

    await tabTo(page, mail.test)
    await page.keyboard.press('Enter')
    await expectToast(page, 'success', `Test Mail Is On Its Way to ${administrator.email}!`)
    await product.runJob('send-mails')
    expect(server.mails.map(({ to }) => to[0])).toEqual(['ann@example.test', administrator.email])
    await expect(mail.counts).toHaveText('0 failed · 0 waiting · 2 sent in 24 hours')
  } finally {
    await server.close()
  }
})

test('the page says why no mail goes out; nobody else gets there', async ({ page, product, signIn }) => {
  await signIn(['admin'])
  await page.goto(path)
  await expect(mailPage(page).off).toBeVisible()
  await expect(page.getByText('SMTP_URL')).toBeVisible()
  await expect(mailPage(page).test).toBeHidden()

  await signIn(['staff', 'customer'])
  await page.goto(`${product.origin}/page/users/list`)
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Mail', exact: true })).toHaveCount(0)
  await page.goto(path)
  await expectToast(page, 'warning', 'Invalid Permission')
  await expect(mailPage(page).heading).toHaveCount(0)
})
