import { expect, test } from '#e2e/chat/chat-fixtures.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { boxesOf } from '#e2e/parts/settled.ts'
import type { Locator } from '@playwright/test'

test.use({ viewport: { width: 1280, height: 400 } })

/** What is offered stands above or below its field, whole in the window. */
async function expectBeside(offered: Locator, field: Locator): Promise<void> {
  await expect(offered).toBeVisible()
  const [list, own] = await boxesOf(offered, field)
  expect(list.y + list.height <= own.y || list.y >= own.y + own.height, JSON.stringify({ list, own })).toBe(true)
  expect(list.y).toBeGreaterThanOrEqual(0)
  expect(list.y + list.height).toBeLessThanOrEqual(400)
}

test('in a low window what a field offers covers neither the field nor leaves the window', async ({
  page,
  signIn,
  openInbox,
  visitorSays,
}) => {
  const word = newWord()
  await signIn(['admin'])

  await test.step('terms of a search', async () => {
    await page.goto('/page/bugs/list')
    const field = page.getByRole('searchbox', { name: 'Keywords' })
    await field.fill('is:')
    await field.press('End')
    await expectBeside(page.getByRole('listbox', { name: 'Suggestions' }), field)
  })
  await test.step('canned answers', async () => {
    await visitorSays(word)
    const { input } = await openInbox(word)
    await input.press('/')
    await expectBeside(page.getByRole('menu'), input)
  })
})
