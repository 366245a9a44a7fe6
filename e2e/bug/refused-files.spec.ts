import { commentParts } from '#e2e/parts/comment-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { expectToast } from '#e2e/parts/toasts.ts'
import { aFile, aScreenshot, pick, uploads } from './attachment-parts.ts'

test('what was refused with a report goes with it', async ({ page, openReport }) => {
  const form = await openReport()
  const title = newWord()
  await form.fill(title)
  await pick(form.description, [aFile('empty.txt', '')])
  await expect(uploads(page)).toContainText(['This file is empty.'])
  await form.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  await expect(form.description).toHaveValue('')
  await expect(uploads(page)).toHaveCount(0)
})

test('what was refused stays while somebody writes, also where they take all words back, and goes with the comment', async ({
  page,
  openOwnBug,
}) => {
  await openOwnBug(['customer'])
  const { newComment, submit, entries } = commentParts(page)
  await newComment.fill('words')
  await pick(newComment, [aFile('empty.txt', '')])
  await newComment.fill('')
  await expect(newComment).toHaveValue('')
  await newComment.fill('other words')
  await expect(uploads(page)).toHaveCount(1)
  await submit.click()
  await expect(entries).toContainText(['other words'])
  await expect(uploads(page)).toHaveCount(0)
})

test('a file that did not get there can still be tried again when the comment does not get there either', async ({
  page,
  openOwnBug,
  holdCalls,
}) => {
  const { id } = await openOwnBug(['customer'])
  const { newComment, submit, entry } = commentParts(page)
  const file = await holdCalls('**/api/attachments?*')
  await newComment.fill('words')
  await pick(newComment, [await aScreenshot()])
  await file.cutOff()
  await expect(uploads(page)).toContainText(['The server could not be reached.'])

  const comment = await holdCalls(`**/api/bug/${id}/comments/new`)
  await submit.click()
  await expect(entry('words')).toContainText('Sending…')
  await expect(newComment).toHaveValue('')
  await comment.cutOff()
  await expectToast(page, 'error', 'New Comment Add FAILED!')
  await expect(newComment).toHaveValue('words')
  await expect(uploads(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(newComment).toHaveValue(/!\[shot\.png\]\(attachment:[0-9a-f]{24}\)/)
  await expect(uploads(page)).toHaveCount(0)
})
