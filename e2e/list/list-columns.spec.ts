import { expect, test } from '#e2e/parts/fixtures.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { boxesOf, boxOf } from '#e2e/parts/settled.ts'
import type { Page } from '@playwright/test'
import { bugList } from './bug-list-parts.ts'

const columns = (page: Page) => page.getByRole('button', { name: 'Columns', exact: true })

test('somebody chooses by keys what rows show, finds it again, and goes back to the usual', async ({
  page,
  product,
  signIn,
  openList,
}) => {
  const word = newWord()
  const { userId } = await signIn(['staff'], { fullName: 'Rea Porter' })
  await aBug(product, userId, { title: word, priority: 'urgent', component: 'Bulb', assignedTo: userId })
  await openList(`keywords=${word}`)
  const row = bugList(page).card(word)
  const priority = row.getByText('urgent')
  const reporter = row.getByTitle('Reported by Rea Porter', { exact: true })
  const assignee = row.getByTitle('Rea Porter', { exact: true })
  await expect(priority).toBeVisible()
  await expect(reporter).toHaveCount(0)

  await columns(page).press('Enter')
  const chosen = page.getByRole('option', { name: /chosen/ })
  await expect(chosen).toHaveCount(9)
  for (const column of ['prio', 'report', 'assign']) {
    await page.keyboard.type(column)
    await page.keyboard.press('Enter')
  }
  await expect(priority).toBeHidden()
  await expect(assignee).toBeHidden()
  await expect(reporter).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(columns(page)).toBeFocused()
  expect((await boxOf(row)).height).toBeLessThanOrEqual(36)

  // Kept with the account; what has no mark in the row is still set by its key.
  await page.reload()
  await expect(reporter).toBeVisible()
  await expect(priority).toBeHidden()
  await row.getByRole('link', { name: word }).focus()
  await page.keyboard.press('p')
  const picker = page.getByRole('listbox', { name: /priority/i })
  await expect(picker).toBeVisible()
  const [place, opened] = await boxesOf(row, picker)
  expect(opened.y).toBeGreaterThanOrEqual(place.y + 20)
  await page.keyboard.press('Escape')

  // Narrow rows show what they do for everybody.
  await page.setViewportSize({ width: 700, height: 800 })
  await expect(priority).toBeVisible()
  await expect(assignee).toBeVisible()
  await expect(reporter).toBeHidden()
  await expect(columns(page)).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  await columns(page).press('Enter')
  await page.keyboard.type('reset')
  await page.keyboard.press('Enter')
  await expect(priority).toBeVisible()
  await expect(reporter).toHaveCount(0)
  await page.reload()
  await expect(priority).toBeVisible()
  await expect(assignee).toBeVisible()
})
