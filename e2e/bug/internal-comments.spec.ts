import { addComment, addInternalComment } from '#shared/comments/contract.ts'
import { accessibilityDefects } from '#testing/axe.ts'
import { anotherBrowser } from '#e2e/chat/chat-parts.ts'
import { commentParts, comments } from '#e2e/parts/comment-parts.ts'
import { expect, test } from '#e2e/chat/chat-fixtures.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { paletteParts } from '#e2e/parts/palette-parts.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { dismissToasts, expectToast } from '#e2e/parts/toasts.ts'
import { reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import type { Page } from '@playwright/test'

const kind = (page: Page) => page.getByRole('group', { name: 'Kind of comment' })
const internalBox = (page: Page) => page.getByRole('textbox', { name: 'New internal comment' })
const add = (page: Page) => page.getByRole('button', { name: 'Add internal comment', exact: true })
const live = (page: Page) => expect(page.locator('.live-strip')).toHaveAttribute('data-live', 'live')

test('what the team says among itself reaches no customer, live, later or by search', async ({
  page,
  product,
  signIn,
  browser,
}) => {
  const staff = await signIn(['staff'], { fullName: 'Ina Insider' })
  const customer = await product.person(['customer'])
  const colleague = await product.person(['support'])
  const bugId = await reported(customer)
  const [outside, inside] = [
    await anotherBrowser(browser, product, customer),
    await anotherBrowser(browser, product, colleague),
  ]
  for (const window of [page, outside, inside]) {
    await window.goto(view(bugId))
    await live(window)
  }
  await expect(kind(outside)).toHaveCount(0)
  const word = newWord()
  await kind(page).getByText('Internal comment').click()
  await internalBox(page).fill(`They never pay, says ${word}`)
  await add(page).click()
  await expectToast(page, 'success', 'Internal Comment Added!')
  for (const window of [page, inside]) {
    await expect(comments(window)).toHaveCount(1)
    await expect(comments(window)).toContainText('Internal')
    await expect(comments(window)).toContainText(word)
  }
  // Told after it: had anything of it been told, it would stand here by now.
  await staff.call(addComment, { params: { bugId }, body: { message: 'for everybody' } })
  await expect(comments(outside)).toHaveText(/for everybody/)
  await outside.reload()
  await expect(comments(outside)).toHaveText(/for everybody/)

  for (const [window, places] of [
    [inside, ['In an internal comment']],
    [outside, []],
  ] as const) {
    await window.goto(`/page/bugs/list?keywords=${word}`)
    await expect(window.getByRole('main').locator('.snippet-place')).toHaveText([...places])
    if (places.length === 0) await expect(window.getByRole('list', { name: 'What was asked' })).toBeVisible()
  }
})

test('a deleted internal comment comes back by the timeline', async ({ page, product, signIn }) => {
  const staff = await signIn(['staff'], { fullName: 'Ina Insider' })
  const bugId = await reported(await product.person(['customer']))
  await staff.call(addInternalComment, { params: { bugId }, body: { message: 'kept among us' } })
  await page.goto(view(bugId))
  const parts = commentParts(page)
  await parts.menus.click()
  await parts.item('Delete').click()
  await parts.answer('Delete').click()
  await expectToast(page, 'success', 'Comment Deleted!')
  await dismissToasts(page)
  await expect(comments(page)).toHaveText(/^Deleted internal comment by Ina Insider/)
  const timeline = timelineParts(page)
  await timeline.menuOf('Ina Insider deleted their internal comment').click()
  await timeline.item('Undo').click()
  await timeline.confirm.click()
  await expectToast(page, 'success', 'Change Undone!')
  await expect(comments(page)).toHaveText(/kept among us/)
  await expect(comments(page)).toContainText('Internal')
})

test('each kind keeps its own text, and the palette changes between them', async ({ page, openOwnBug }) => {
  await openOwnBug(['staff'])
  const box = page.getByRole('textbox', { name: 'New comment' })
  await box.fill('for everybody')
  await kind(page).getByText('Internal comment').click()
  await expect(internalBox(page)).toHaveValue('')
  await internalBox(page).fill('for us')
  expect(await accessibilityDefects(page)).toEqual([])
  await internalBox(page).press('Escape')
  const palette = paletteParts(page)
  await palette.open()
  await palette.field.fill('comment for everybody')
  await expect(palette.chosen).toHaveText(/Write a comment for everybody/)
  await palette.field.press('Enter')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('for everybody')
  await page.reload()
  await expect(box).toHaveValue('for everybody')
  await kind(page).getByText('Internal comment').click()
  await expect(internalBox(page)).toHaveValue('for us')
})

test('an @ in an internal comment offers only who may read it', async ({ page, product, openOwnBug }) => {
  const name = newWord()
  await product.person(['customer'], { fullName: `Zed ${name}` })
  await product.person(['support'], { fullName: `Yan ${name}` })
  await openOwnBug(['staff'])
  const offered = page.getByRole('listbox').getByRole('option')
  const box = page.getByRole('textbox', { name: 'New comment' })
  await box.pressSequentially(`@${name}`)
  await expect(offered).toHaveCount(2)
  await box.fill('')
  await kind(page).getByText('Internal comment').click()
  await internalBox(page).pressSequentially(`@${name}`)
  await expect(offered).toHaveText([new RegExp(`Yan ${name}`)])
})

test('a note on a conversation is read by the team alone, in its place among the messages', async ({
  visitorSays,
  openInbox,
  staffOpens,
  page,
}) => {
  const words = `Is it you ${newWord()}`
  const visitor = await visitorSays(words)
  const inbox = await openInbox(words)
  const colleague = await staffOpens(words)
  await inbox.conversation.getByText('Note', { exact: true }).click()
  const field = inbox.conversation.getByRole('textbox', { name: 'Note' })
  await field.fill('They ask every week.')
  expect(await accessibilityDefects(page)).toEqual([])
  await inbox.conversation.getByRole('button', { name: 'Add note' }).click()
  await expect(field).toHaveValue('')
  await inbox.conversation.getByText('Answer', { exact: true }).click()
  await inbox.answer('Yes, it is.')
  for (const { bubbles } of [inbox, colleague])
    await expect(bubbles).toContainText([words, 'They ask every week.', 'Yes, it is.'])
  await expect(visitor.bubble('Yes, it is.')).toBeVisible()
  await expect(visitor.box).not.toContainText('They ask')
  await inbox.action('Make a bug').click()
  await expect(inbox.conversation.getByRole('checkbox')).toHaveCount(2)
})
