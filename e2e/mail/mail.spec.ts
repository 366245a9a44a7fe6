import { mailBody } from '#server/features/mail/public.ts'
import { giveSession } from '#testing/browser-test.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { tabTo } from '#e2e/parts/focus.ts'
import { sticksOut } from '#e2e/parts/sticks-out.ts'
import { dismissToasts, expectToast } from '#e2e/parts/toasts.ts'
import { aRefusedMail, holdMail, mailPage } from './mail-parts.ts'

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
    await page.getByText('The last 2 mails that were sent').click()
    await expect(mail.sent).toHaveText([/^Test mail to .*@/, /^Test mail to ann@example\.test/])
  } finally {
    await server.close()
  }
})

test('a mail reads well on a narrow phone and in the dark, whatever its words', async ({ page }) => {
  const address = `https://bugs.example.com/${'very-'.repeat(40)}long`
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
  const { html } = mailBody(long, [
    { heading: long },
    { paragraph: `${long} ${long}` },
    { title: long, address },
    { quote: `${long}\n${long}` },
    { list: [long, address] },
    { button: long, address },
    { small: long, link: { text: long, address } },
  ])
  // A page of the product would let it have no styles of its own.
  await page.goto('about:blank')
  await page.setViewportSize({ width: 360, height: 740 })
  const colours = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('body, body *')].map((element) => {
        const { color, backgroundColor, fontSize } = getComputedStyle(element)
        return { color, backgroundColor, isSmall: parseFloat(fontSize) < 13 }
      }),
    )
  for (const [colorScheme, ink] of [
    ['light', 'rgb(0, 0, 0)'],
    ['dark', 'rgb(255, 255, 255)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setContent(html)
    expect(await sticksOut(page)).toEqual([])
    // What has a ground of its own has an ink of its own; all else has those of the reader's scheme.
    const all = await colours()
    expect(all.filter(({ isSmall }) => isSmall)).toEqual([])
    const [grounded, others] = [true, false].map((wanted) =>
      all.filter(({ backgroundColor }) => (backgroundColor !== 'rgba(0, 0, 0, 0)') === wanted),
    )
    expect(grounded).toMatchObject([{ color: 'rgb(255, 255, 255)', backgroundColor: 'rgb(147, 92, 0)' }])
    expect(new Set(others?.map(({ color }) => color))).toEqual(new Set([ink]))
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
