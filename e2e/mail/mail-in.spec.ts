import { addComment } from '#shared/comments/contract.ts'
import { giveSession } from '#testing/browser-test.ts'
import { aReader, commentsOn } from '#testing/mail-in-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { tabTo } from '#e2e/parts/focus.ts'
import { dismissToasts, expectToast } from '#e2e/parts/toasts.ts'
import { aMailThatCame, anAnswerFromElsewhere, mailInSettings, receivedMails } from './mail-in-parts.ts'

const path = '/page/users/mail'

test('an administrator reads what is held as text, accepts one mail, has another looked at again and deletes it, by keyboard', async ({
  page,
  context,
  openProduct,
}) => {
  const product = await openProduct(mailInSettings)
  const administrator = await product.person(['admin', 'staff'])
  await giveSession(context, product.origin, administrator.cookie ?? '')
  const { bugId, key, person } = await anAnswerFromElsewhere(product)
  const harm = { from: 'eve@elsewhere.test', to: 'mothlight@bugs.mothlight.example', subject: 'Harm' }
  await aMailThatCame(product, { ...harm, text: '<img src="https://elsewhere.test/x.png"><b>bold</b>' })
  await page.goto(product.origin + path)
  const mails = receivedMails(page)
  await expect(mails.held).toHaveCount(2)
  await expect(mails.counts).toHaveText('2 held · 0 waiting · 0 taken and 0 dropped in 24 hours')

  await tabTo(page, mails.show('Harm'))
  await page.keyboard.press('Enter')
  await expect(mails.original.getByText('<img src="https://elsewhere.test/x.png"><b>bold</b>').first()).toBeVisible()
  await expect(mails.original.locator('img, b')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(mails.show('Harm')).toBeFocused()

  await tabTo(page, mails.actions('Re: The lamp flickers'))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Accept' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Accept this mail?' })
  await expect(question).toContainText('It came from eve@elsewhere.test')
  await tabTo(page, question.getByRole('button', { name: 'Accept' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'success', 'Mail Taken!')
  await expect(mails.held).toHaveCount(1)
  await expect(mails.counts).toBeFocused()
  await dismissToasts(page)
  expect((await commentsOn(product, bugId)).map(({ user_id }) => user_id)).toEqual([person.userId])

  await mails.actions('Harm').press('Enter')
  await page.getByRole('menuitem', { name: 'Try again' }).press('Enter')
  await expectToast(page, 'success', 'Mail Is Looked At Again!')
  await dismissToasts(page)
  await product.runJob('handle-received-mails')
  await expect(mails.held).toHaveCount(1)
  await mails.actions('Harm').press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  const sure = page.getByRole('alertdialog', { name: 'Delete this mail?' })
  await tabTo(page, sure.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'success', 'Mail Deleted!')
  await expect(mails.none).toBeVisible()

  await page.goto(`${product.origin}/page/bugs/list/view/${key}`)
  await expect(page.getByText(' · by mail')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for the comment by' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Original mail' }).press('Enter')
  await expect(mails.original.getByText('It is the *left* one.').first()).toBeVisible()
})

test('who may not edit bugs sees that a comment came by mail, and no way to the mail; the page says when none comes in', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(['admin'])
  await page.goto(path)
  await expect(receivedMails(page).off).toBeVisible()
  await expect(receivedMails(page).counts).toHaveCount(0)

  await signIn(['customer'])
  const { bugId, person } = await aReader(product)
  await person.call(addComment, { params: { bugId }, body: { message: 'Written here' } })
  await product.database.pool.query(
    `update events set payload = payload || '{"byMail": true}' where type = 'comment-added'`,
  )
  await page.goto(`/page/bugs/list/view/${bugId}`)
  await expect(page.getByText(' · by mail')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for the comment by' })).toHaveCount(0)
})
