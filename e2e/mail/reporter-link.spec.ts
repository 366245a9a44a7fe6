import { setBugStatus } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { accessibilityDefects } from '#testing/axe.ts'
import { giveSession, type Product } from '#testing/browser-test.ts'
import { newMail, received, reportedByMail, tokenIn } from '#testing/rights/guests.ts'
import type { MailServer } from '#testing/mail-server.ts'
import { commentParts } from '#e2e/parts/comment-parts.ts'
import { view } from '#e2e/parts/page-parts.ts'
import type { Browser } from '@playwright/test'
import { expect, test } from './mail-fixtures.ts'
import { reportPage } from './reporter-link-parts.ts'

/** Another browser, in which somebody of the team is signed in. */
async function teamAt(browser: Browser, product: Product) {
  const person = await product.person(['staff'], { fullName: 'Sue Staff' })
  const context = await browser.newContext({ baseURL: product.origin })
  await giveSession(context, product.origin, person.cookie ?? '')
  return { person, page: await context.newPage(), close: () => context.close() }
}

const addressOf = (product: Product, token: string) => `${product.origin}/page/report/${token}`

test('a mail becomes a report by its sender’s press, who answers with a file on its page; the team sees it at once and closes it', async ({
  browser,
  page,
  openProductWithMail,
}) => {
  const { product, mail } = await openProductWithMail()
  await received(product, newMail({ from: { address: 'rosa@example.test', name: 'Rosa' }, subject: 'Saving crashes' }))
  await product.runJob('send-mails')
  const main = page.getByRole('main')
  await page.goto(`${product.origin}/page/confirm-report/${tokenIn(mail, 'rosa@example.test', 'confirm-report')}`)
  await expect(main.getByRole('heading', { level: 1, name: 'Send your report' })).toBeVisible()
  expect(await accessibilityDefects(page), 'the mail before it is sent').toEqual([])
  await main.getByRole('textbox', { name: 'Title' }).fill('')
  await main.getByRole('button', { name: 'Send report' }).click()
  await expect(main.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await main.getByRole('textbox', { name: 'Title' }).fill('Saving crashes the window')
  await main.getByRole('textbox', { name: 'Your name' }).fill('Rosa Guest')
  await main.getByRole('button', { name: 'Send report' }).click()

  await expect(page).toHaveURL(/\/page\/report\//)
  const report = reportPage(page)
  await expect(report.heading).toHaveText('Saving crashes the window')
  await expect(report.noAnswers).toBeVisible()
  const { rows } = await product.database.pool.query<{ id: string }>('select id from bugs')
  const bugId = rows[0]?.id ?? ''
  const team = await teamAt(browser, product)
  await team.page.goto(view(bugId))
  await expect(team.page.getByText('reported by Rosa Guest (without an account)')).toBeVisible()

  await report.files.setInputFiles({ name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('a log') })
  await expect(report.field).toHaveValue(/\[log\.txt\]\(attachment:/)
  await report.field.press('End')
  await report.field.pressSequentially(' is the log')
  await report.field.press('ControlOrMeta+Enter')
  await expect(report.answers).toHaveCount(1)
  await expect(report.answers.first()).toContainText('Rosa Guest (you)')
  await expect(report.field).toHaveValue('')
  await expect(commentParts(team.page).entries.first()).toContainText('is the log')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    report.answers
      .first()
      .getByRole('link', { name: /log\.txt/ })
      .click(),
  ])
  expect(download.suggestedFilename()).toBe('log.txt')

  await team.person.call(addComment, { params: { bugId }, body: { message: 'Fixed in the next version' } })
  await team.person.call(setBugStatus, { params: { bugId }, body: { status: 'Resolved' } })
  await page.reload()
  await expect(page.getByText('The team has set this to Resolved')).toBeVisible()
  await expect(report.answers).toHaveCount(2)
  expect(await accessibilityDefects(page), 'the report').toEqual([])
  await team.close()
})

test('what a reporter types is kept, a failure says so, and the page reads again what became of the report', async ({
  page,
  openProductWithMail,
  quietConsole,
}) => {
  const { product, mail } = await openProductWithMail()
  const { token, bugId } = await reportedByMail(product, mail)
  await page.clock.install()
  await page.goto(addressOf(product, token))
  const report = reportPage(page)
  await report.field.fill('Half an ans')
  await page.reload()
  await expect(report.field).toHaveValue('Half an ans')
  quietConsole.forgive(/ERR_CONNECTION_REFUSED/)
  await page.route('**/comments', (route) => route.abort('connectionrefused'))
  await report.send.click()
  await expect(page.getByText('Your answer was not sent; it is kept here')).toBeVisible()
  await expect(report.field).toHaveValue('Half an ans')
  await page.unroute('**/comments')
  await report.send.click()
  await expect(report.answers).toHaveCount(1)
  const staff = await product.person(['staff'])
  await staff.call(addComment, { params: { bugId }, body: { message: 'Thank you' } })
  await page.clock.runFor(25_000)
  await expect(report.answers).toHaveCount(2)
})

test('a reporter ends their link, and the team sends a new one, which it never sees', async ({
  browser,
  page,
  openProductWithMail,
}) => {
  const { product, mail } = await openProductWithMail()
  const { token, bugId, address } = await reportedByMail(product, mail)
  await page.goto(addressOf(product, token))
  const report = reportPage(page)
  await expect(report.mailMe).toBeChecked()
  // The box shows what was pressed in the same moment, before anything is answered.
  const press = (box: HTMLInputElement) => (box.click(), box.checked)
  expect(await report.mailMe.evaluate(press)).toBe(false)
  await expect.poll(() => isMailed(product, bugId)).toBe(false)
  await report.end.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End the link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The link has ended' })).toBeFocused()
  await page.reload()
  await expect(report.gone).toBeVisible()

  const team = await teamAt(browser, product)
  await team.page.goto(view(bugId))
  await team.page.getByRole('button', { name: 'Reporter’s link' }).click()
  const dialog = team.page.getByRole('dialog', { name: 'Reporter’s link' })
  await expect(dialog.getByText('has no account, and no link to this bug')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send a link' }).click()
  await expect(dialog.getByRole('button', { name: 'End the link' })).toBeVisible()
  expect(await team.page.content()).not.toContain(address)
  await team.close()
  await sendLinks(product, mail)
  await page.goto(addressOf(product, tokenIn(mail, address, 'report')))
  await expect(report.heading).toBeVisible()
})

async function isMailed(product: Product, bugId: string): Promise<boolean | undefined> {
  const { rows } = await product.database.pool.query<{ is: boolean }>(
    'select mail_ended_on is null as is from reporter_links where bug_id = $1',
    [bugId],
  )
  return rows[0]?.is
}

async function sendLinks(product: Product, mail: MailServer): Promise<void> {
  mail.mails.length = 0
  await product.runJob('send-mails')
}
