import { newWord } from '#e2e/parts/sample-bug.ts'
import { expect, test } from './chat-fixtures.ts'
import { inboxParts } from './chat-parts.ts'

test('a conversation that is taken by answering stays in the list until one goes on', async ({
  page,
  signIn,
  visitorSays,
}) => {
  const [first, second] = [newWord(), newWord()]
  await visitorSays(first)
  await visitorSays(second)
  await signIn(['support'])
  await page.goto('/page/chat')
  const inbox = inboxParts(page)
  await expect(inbox.row(second)).toBeVisible()
  await expect(inbox.row(first)).toBeVisible()
  const place = (await inbox.rows.allTextContents()).findIndex((text) => text.includes(first))
  expect(place).toBeGreaterThanOrEqual(0)
  await inbox.open(first)
  const answer = newWord()
  await inbox.answer(answer)
  const row = inbox.row(answer)
  await expect(row).toContainText('Taken by you')
  await expect(row.getByRole('link')).toHaveAttribute('aria-current', /page|true/)
  // Only what belongs to the view is counted and read; the one that stays is shown beside it, where it stood.
  await expect(inbox.rows.nth(place)).toContainText(answer)
  await inbox.open(second)
  await expect(row).toHaveCount(0)
  await expect(inbox.row(second).getByRole('link')).toHaveAttribute('aria-current', /page|true/)
})
