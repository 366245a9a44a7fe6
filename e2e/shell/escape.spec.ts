import { chatParts, inboxParts } from '#e2e/chat/chat-parts.ts'
import { test } from '#e2e/chat/chat-fixtures.ts'
import { commentParts } from '#e2e/parts/comment-parts.ts'
import { expect } from '#e2e/parts/fixtures.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'

test('Escape ends the choice of messages, and only then leaves the conversation', async ({
  page,
  visitorSays,
  openInbox,
}) => {
  const word = newWord()
  await visitorSays(word)
  const inbox = await openInbox(word)
  await inbox.action('Make a bug').click()
  const message = inbox.conversation.getByRole('checkbox', { name: new RegExp(word) })
  await message.check()
  await expect(inbox.conversation.getByText('1 message chosen')).toBeVisible()
  await message.press('Escape')
  await expect(inbox.conversation.getByRole('group', { name: 'Messages for the bug' })).toHaveCount(0)
  await expect(inbox.bubble(word)).toBeVisible()
  await expect(inbox.input).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(inboxParts(page).input).toHaveCount(0)
})

test('Escape leaves the new comment, whose text is kept, and the keys of the page work again', async ({
  page,
  openOwnBug,
}) => {
  await openOwnBug(['customer'])
  const { newComment } = commentParts(page)
  await newComment.click()
  await newComment.pressSequentially('half a thought')
  await page.keyboard.press('Escape')
  await expect(newComment).not.toBeFocused()
  await expect(newComment).toHaveValue('half a thought')
  await page.keyboard.press('m')
  await expect(newComment).toBeFocused()
  await expect(newComment).toHaveValue('half a thought')
})

test('Escape closes what is open in the new comment first, and the chat beside it stays', async ({
  page,
  openOwnBug,
}) => {
  const word = newWord()
  await openOwnBug(['customer'], {}, { fullName: `${word} Lind` })
  const chat = chatParts(page)
  await chat.open()
  const { newComment } = commentParts(page)
  await newComment.click()
  await newComment.pressSequentially(`@${word}`)
  const suggestions = page.getByRole('listbox')
  await expect(suggestions.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(suggestions).toHaveCount(0)
  await expect(newComment).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(newComment).not.toBeFocused()
  await expect(newComment).toHaveValue(`@${word}`)
  await expect(chat.box).toBeVisible()
})
