import { giveSession } from '#testing/browser-test.ts'
import { openChatClient } from '#testing/chat-client.ts'
import { tokenIn } from '#testing/rights/guests.ts'
import { expect, test } from '#e2e/mail/mail-fixtures.ts'
import { reportPage } from '#e2e/mail/reporter-link-parts.ts'
import { tabTo } from '#e2e/parts/focus.ts'
import { expectToast, toasts } from '#e2e/parts/toasts.ts'
import { chatParts, inboxParts } from './chat-parts.ts'

test('a visitor has their chat mailed, and the team mails them the link to the bug that it becomes', async ({
  browser,
  page,
  openProductWithMail,
}) => {
  const { product, mail } = await openProductWithMail()
  const address = 'rosa@example.test'
  const mailMe = page.getByRole('button', { name: 'Mail me this conversation' })
  const chat = chatParts(page)
  await page.goto(product.origin)
  await chat.open()
  await chat.say('The lamp flickers')
  await expect(mailMe).toHaveCount(0)
  await chat.box.getByRole('textbox', { name: 'E-mail for the answer' }).fill(address)
  await chat.box.getByRole('button', { name: 'Leave address' }).click()
  await expect(mailMe).toBeVisible()
  const support = await product.person(['support', 'staff'], { fullName: 'Sue Port' })
  const staff = await openChatClient(product.origin, support.cookie)
  const [{ id }] = (await product.database.pool.query<{ id: string }>('select id from conversations')).rows as [
    { id: string },
  ]
  await staff.say('Is it plugged in?', { conversationId: id })
  staff.close()
  await expect(chat.bubble('Is it plugged in?')).toBeVisible()
  await mailMe.click()
  await expectToast(page, 'success', 'This conversation is on its way to your address')
  await product.runJob('send-mails')
  expect(mail.to(address).at(-1)?.text).toContain('> Is it plugged in?')

  const context = await browser.newContext({ baseURL: product.origin })
  await giveSession(context, product.origin, support.cookie ?? '')
  const team = await context.newPage()
  const inbox = inboxParts(team)
  await team.goto(`/page/chat?conversation=${id}`)
  await expect(inbox.bubble('The lamp flickers')).toBeVisible()
  await inbox.choose('Mail the transcript to the visitor')
  await expect(toasts(team)).toHaveText(['It was mailed just now; 10 minutes later it can be again.'])
  await inbox.action('Make a bug').click()
  await team.getByRole('button', { name: 'Select all' }).click()
  await team.getByRole('button', { name: 'Continue' }).click()
  const dialog = team.getByRole('dialog', { name: 'Make a bug of this conversation' })
  await dialog.getByRole('checkbox', { name: `Mail a link to the report to ${address}` }).check()
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await context.close()
  await product.runJob('send-mails')
  await page.goto(`${product.origin}/page/report/${tokenIn(mail, address, 'report')}`)
  const report = reportPage(page)
  await expect(report.heading).toHaveText('The lamp flickers')
  // Nobody has confirmed the address until its owner wants mails there.
  await expect(report.mailMe).not.toBeChecked()
  await report.mailMe.check()
  const confirmed = 'select email_confirmed_on is not null as is from users where import_key = $1'
  await expect
    .poll(async () => (await product.database.pool.query(confirmed, [`contact:${address}`])).rows)
    .toEqual([{ is: true }])
})

test('a visitor who has gone is asked by mail whether the answer may be mailed, and gets it by one press', async ({
  page,
  openProductWithMail,
}) => {
  const { product, mail, linkTo } = await openProductWithMail()
  const address = 'rosa@example.test'
  const query = (text: string) => product.database.pool.query<{ id: string }>(text)
  const chat = chatParts(page)
  await page.goto(product.origin)
  await chat.open()
  await chat.say('The lamp flickers')
  await chat.box.getByRole('textbox', { name: 'E-mail for the answer' }).fill(address)
  await chat.box.getByRole('button', { name: 'Leave address' }).click()
  await expect(chat.box.getByText('once you say so in the first mail')).toBeVisible()
  await page.goto('about:blank')

  const support = await product.person(['support'], { fullName: 'Sue Port' })
  const staff = await openChatClient(product.origin, support.cookie)
  const { rows } = await query('select id from conversations')
  await staff.say('Is it plugged in?', { conversationId: rows[0]?.id ?? '' })
  staff.close()
  // As if ten minutes had passed: somebody whose page was open is given as long.
  await query(`update chat_lines set sent_on = sent_on - interval '11 minutes'`)
  await product.runJob('put-answer-mails')
  const link = await linkTo(address)
  expect(mail.to(address).map(({ text }) => text.includes('plugged'))).toEqual([false])

  await page.goto(link)
  const button = page.getByRole('button', { name: 'Mail me the answers' })
  await expect(page.getByRole('heading', { level: 1, name: 'Answers of the team by mail' })).toBeVisible()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Answers come by mail' })).toBeFocused()
  await expect(button).toHaveCount(0)
  await product.runJob('send-mails')
  expect(mail.to(address).at(-1)?.text).toContain('Sue Port wrote:\n\n> Is it plugged in?')
  await page.goto(link.slice(0, -3))
  await page.getByRole('button', { name: 'Mail me the answers' }).click()
  await expect(page.getByText('This link doesn’t work')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
