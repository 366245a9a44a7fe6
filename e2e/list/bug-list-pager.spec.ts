import { expect, test } from '#e2e/parts/fixtures.ts'
import { aBug, daysAgo, newWord, numbered } from '#e2e/parts/sample-bug.ts'
import { settled } from '#e2e/parts/settled.ts'
import type { Page } from '@playwright/test'
import { bugList } from './bug-list-parts.ts'
import { expectSearch } from './list-parts.ts'

const step = (page: Page, name: string) =>
  bugList(page).pager.getByRole('button', { name: `${name} page`, exact: true })

/** Expects these page numbers, and which of them is the current one. */
async function expectNumbers(page: Page, numbers: readonly number[], current: number): Promise<void> {
  const buttons = bugList(page).pager.getByRole('button', { name: /^Page \d+$/ })
  await expect(buttons).toHaveText(numbers.map(String))
  await expect(bugList(page).pager.locator('[aria-current="page"]')).toHaveText([String(current)])
}

test('the pager offers two pages on either side, and its ends', async ({ page, signInWithBugs, openList }) => {
  const word = newWord()
  await signInWithBugs(['customer'], ...numbered(word, 17))
  const list = await openList(`keywords=${word}&pageSize=2`)
  await expect(list.range).toHaveText('Showing 1 to 2 of 17 results')
  await expectNumbers(page, [1, 2, 3], 1)
  await expect(step(page, 'First')).toBeDisabled()
  await expect(step(page, 'Previous')).toBeDisabled()

  await step(page, 'Next').click()
  await expect(list.range).toHaveText('Showing 3 to 4 of 17 results')
  await expectNumbers(page, [1, 2, 3, 4], 2)
  await list.pager.getByRole('button', { name: 'Page 4', exact: true }).click()
  await expect(list.titles).toHaveText([`${word} 7`, `${word} 8`])
  await expectNumbers(page, [2, 3, 4, 5, 6], 4)
  await expectSearch(page, { keywords: word, pageSize: '2', pageNumber: '4' })

  await step(page, 'Last').click()
  await expect(list.range).toHaveText('Showing 17 to 17 of 17 results')
  await expectNumbers(page, [7, 8, 9], 9)
  await expect(list.titles).toHaveText([`${word} 17`])
  await expect(step(page, 'Next')).toBeDisabled()
  await expect(step(page, 'Last')).toBeDisabled()

  await step(page, 'Previous').click()
  await expectNumbers(page, [6, 7, 8, 9], 8)
  await step(page, 'First').click()
  await expectNumbers(page, [1, 2, 3], 1)
  await expect(list.titles).toHaveText([`${word} 1`, `${word} 2`])
  await expectSearch(page, { keywords: word, pageSize: '2' })
})

test('on another page of many bugs nothing of those before stays: no open menu, no focus', async ({
  page,
  product,
  signIn,
  openList,
}) => {
  const { userId } = await signIn(['customer'])
  const word = newWord()
  const titles = Array.from({ length: 60 }, (_, index) => `${word} ${index + 1}`)
  for (const [index, title] of titles.entries()) {
    await aBug(product, userId, { title, createdOn: daysAgo(index) })
  }
  const list = await openList(`keywords=${word}&pageSize=30`)
  await expect(list.titles).toHaveText(titles.slice(0, 30))
  await list.cards.first().getByRole('button').click()
  await expect(page.getByRole('menu')).toBeVisible()

  // Not by a press elsewhere, which would close the menu by itself.
  await step(page, 'Next').evaluate((button) => (button as HTMLElement).click())
  await expect(list.titles).toHaveText(titles.slice(30))
  await expect(page.getByRole('menu')).toHaveCount(0)
  // The focus was on a bug that went.
  await settled(page)
  expect(await list.cards.evaluateAll((all) => all.some((card) => card.contains(document.activeElement)))).toBe(false)
  await list.card(titles[59] ?? '').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[59] ?? '')
})

test('a list of one page has no pager, and five is the size of a page', async ({
  page,
  product,
  signInWithBugs,
  openList,
}) => {
  const word = newWord()
  const { userId } = await signInWithBugs(['customer'], ...numbered(word, 5))
  const list = await openList(`keywords=${word}`)
  await expect(list.range).toHaveText('Showing 1 to 5 of 5 results')
  await expect(list.pager).toHaveCount(0)

  await aBug(product, userId, { title: `${word} 6`, createdOn: daysAgo(6) })
  await page.reload()
  await expect(list.range).toHaveText('Showing 1 to 5 of 6 results')
  await expect(list.cards).toHaveCount(5)
  await expectNumbers(page, [1, 2], 1)

  await page.getByLabel('Per page').selectOption('10')
  await expect(list.range).toHaveText('Showing 1 to 6 of 6 results')
  await expect(list.pager).toHaveCount(0)
  await expectSearch(page, { keywords: word, pageSize: '10' })

  // What was chosen is remembered, and a link may ask for something else.
  await page.goto(`/page/bugs/list?keywords=${word}`)
  await expect(list.range).toHaveText('Showing 1 to 6 of 6 results')
  await page.goto(`/page/bugs/list?keywords=${word}&pageSize=4`)
  await expect(list.range).toHaveText('Showing 1 to 4 of 6 results')
  await page.getByLabel('Per page').selectOption('5')
  await expect(list.range).toHaveText('Showing 1 to 5 of 6 results')
  await page.reload()
  await expect(list.range).toHaveText('Showing 1 to 5 of 6 results')
})

test('a page past the end leads to the last one, and Back does not lead there again', async ({
  page,
  product,
  signInWithBugs,
}) => {
  const word = newWord()
  await signInWithBugs(['customer'], ...numbered(word, 7))
  const list = bugList(page)
  await page.goto('/')
  await page.goto(`/page/bugs/list?keywords=${word}&pageNumber=99`)
  await expect(list.range).toHaveText('Showing 6 to 7 of 7 results')
  await expectNumbers(page, [1, 2], 2)
  await expectSearch(page, { keywords: word, pageNumber: '2' })
  await expect(list.none).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(product.origin + '/')
})

test('a search starts at its first page', async ({ page, signInWithBugs, openList }) => {
  const word = newWord()
  await signInWithBugs(['customer'], ...numbered(word, 7))
  const list = await openList(`keywords=${word}&pageNumber=2`)
  await expect(list.titles).toHaveText([`${word} 6`, `${word} 7`])
  await list.toggleFilters.click()
  await list.invert.check()
  await list.search.click()
  await expectSearch(page, { keywords: word, sortByInvert: 'true' })
  await expect(list.titles.first()).toHaveText(`${word} 7`)
})
