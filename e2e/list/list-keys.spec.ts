import { closeBug } from '#shared/bugs/contract.ts'
import { classifyForm } from '#e2e/parts/classify-form.ts'
import { expect, test as base } from '#e2e/parts/fixtures.ts'
import { stopOf } from '#e2e/parts/focus.ts'
import { heading } from '#e2e/parts/page-parts.ts'
import { paletteParts, shortcutParts } from '#e2e/parts/palette-parts.ts'
import { newWord, numbered } from '#e2e/parts/sample-bug.ts'
import { expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { bugList } from './bug-list-parts.ts'
import { viewParts } from './views-parts.ts'

const test = base.extend<{
  /** Shows somebody with this role a list of so many bugs, which are numbered from 1 in its order. */
  openNumbered: (role: string, count: number, search: string) => Promise<{ word: string }>
}>({
  openNumbered: async ({ page, signInWithBugs, openList }, use) => {
    await use(async (role, count, search) => {
      const word = newWord()
      await signInWithBugs([role], ...numbered(word, count))
      await openList(`keywords=${word}&sortBy=createdOn&${search}`)
      await expect(link(page, `${word} 1`)).toBeVisible()
      return { word }
    })
  },
})

function link(page: Page, title: string) {
  return bugList(page).cards.getByRole('link', { name: title, exact: true })
}

async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

/** Expects the card of this bug to have the focus, where somebody who looks finds it. */
async function expectOnCard(page: Page, title: string): Promise<void> {
  await expect(link(page, title)).toBeFocused()
  await expect(async () => expect((await stopOf(page))?.faults).toEqual([])).toPass()
}

test('back in the list, j and k go on from the bug that was opened', async ({ page, openNumbered }) => {
  const { word } = await openNumbered('customer', 12, 'pageSize=20')
  await press(page, 'j j j j j j j j Enter')
  await expect(heading(page)).toHaveText(`${word} 8`)
  await page.goBack()
  await expectOnCard(page, `${word} 8`)
  await press(page, 'j')
  await expectOnCard(page, `${word} 9`)

  await press(page, 'Enter')
  await expect(heading(page)).toHaveText(`${word} 9`)
  await page.locator('.bug-back').focus()
  await press(page, 'Enter')
  await expectOnCard(page, `${word} 9`)
  await press(page, 'k')
  await expectOnCard(page, `${word} 8`)

  await press(page, 'Enter')
  await expect(heading(page)).toHaveText(`${word} 8`)
  await page.keyboard.press(']')
  await expect(heading(page)).toHaveText(`${word} 9`)
  await page.locator('.bug-back').click()
  await expect(link(page, `${word} 9`)).toBeFocused()
})

test('who comes to the list, or to what was typed there, finds the focus where they look', async ({
  page,
  product,
  openNumbered,
}) => {
  await test.step('who comes to the list by another way finds the focus on its heading', async () => {
    const { word } = await openNumbered('customer', 2, 'pageSize=5')
    await press(page, 'j Enter')
    await expect(heading(page)).toHaveText(`${word} 1`)
    await press(page, 'g b')
    await expect(heading(page)).toHaveText('Bugs')
    await expect(heading(page)).toBeFocused()
  })

  await test.step('Enter in the keywords goes to the bugs found, once they are what is typed', async () => {
    const { word } = await openNumbered('customer', 2, 'pageSize=5')
    const { keywords, cards } = bugList(page)
    // As a phrase: the id of the other bug may begin with a 2.
    await keywords.fill(`"${word} 2"`)
    await press(page, 'Enter')
    await expect(cards).toHaveCount(1)
    await expect(keywords).toBeFocused()
    await press(page, 'Enter')
    await expectOnCard(page, `${word} 2`)
  })

  await test.step('a list that changes later does not take somebody back to the bug they came from', async () => {
    const { word } = await openNumbered('customer', 2, 'pageSize=5')
    const staff = await product.person(['staff'])
    const second = bugList(page).card(`${word} 2`)
    const bugId = (await second.getAttribute('data-bug')) ?? ''
    await press(page, 'j Enter')
    await expect(heading(page)).toHaveText(`${word} 1`)
    await page.goBack()
    await expectOnCard(page, `${word} 1`)
    await link(page, `${word} 1`).blur()
    await staff.call(closeBug, { params: { bugId }, body: { closed: true } })
    await expect(second).toContainText('Closed')
    await expect(link(page, `${word} 1`)).not.toBeFocused()
  })
})

test('where the bug has left the list meanwhile, the next one has the focus', async ({ page, openNumbered }) => {
  const { word } = await openNumbered('staff', 4, 'pageSize=5&classification=unclassified')
  await bugList(page)
    .card(`${word} 2`)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Classify' }).click()
  await expect(heading(page)).toBeFocused()
  await expect(classifyForm(page).card.getByRole('heading', { name: `${word} 2` })).toBeVisible()
  await press(page, '2 Enter')
  await expect(page.getByRole('button', { name: /^Next/ }).first()).toBeVisible()
  await page.goBack()
  await expect(link(page, `${word} 2`)).toHaveCount(0)
  await expectOnCard(page, `${word} 3`)
  await press(page, 'j')
  await expectOnCard(page, `${word} 4`)
})

test('j and k go on over the ends of a page, n and N turn it', async ({ page, openNumbered }) => {
  const { word } = await openNumbered('customer', 5, 'pageSize=2')
  const { range } = bugList(page)
  await press(page, 'j j')
  await expectOnCard(page, `${word} 2`)
  await press(page, 'j')
  await expect(range).toHaveText('Showing 3 to 4 of 5 results')
  await expectOnCard(page, `${word} 3`)
  await press(page, 'k')
  await expect(range).toHaveText('Showing 1 to 2 of 5 results')
  await expectOnCard(page, `${word} 2`)

  await press(page, 'n')
  await expectOnCard(page, `${word} 3`)
  await press(page, 'ArrowDown ArrowDown')
  await expectOnCard(page, `${word} 5`)
  await press(page, 'n j')
  await expectOnCard(page, `${word} 5`)
  await expect(range).toHaveText('Showing 5 to 5 of 5 results')
  await press(page, 'Shift+N')
  await expectOnCard(page, `${word} 3`)
  await press(page, 'Shift+N')
  await expectOnCard(page, `${word} 1`)
  await press(page, 'Shift+N k')
  await expectOnCard(page, `${word} 1`)
})

test('f goes to the filters and folds them away, v opens the saved views', async ({ page, openNumbered }) => {
  await openNumbered('customer', 1, 'pageSize=5')
  const list = bugList(page)
  await press(page, 'f')
  await expect(list.filter('status')).toBeFocused()
  await press(page, 'Escape')
  await expect(list.filter('status')).toBeHidden()
  await expect(list.toggleFilters).toBeFocused()
  await press(page, 'f')
  await expect(list.filter('status')).toBeFocused()
  await list.invert.focus()
  await press(page, 'f')
  await expect(list.toggleFilters).toBeFocused()

  const views = viewParts(page)
  await press(page, 'v')
  await expect(views.listed('Untriaged')).toBeFocused()
  await press(page, 'ArrowDown Enter')
  await expect(views.toggle).toContainText('Mine')
  await press(page, 'v')
  await expect(views.listed('Mine')).toBeFocused()
  await press(page, 'v')
  await expect(views.listed('Mine')).toHaveCount(0)
  await expect(views.toggle).toBeFocused()
})

test('a customer has no keys for what they may not do', async ({ page, openNumbered }) => {
  const { word } = await openNumbered('customer', 2, 'pageSize=1')
  await press(page, 'j c a x')
  await expectOnCard(page, `${word} 1`)
  await press(page, '?')
  const keys = () => shortcutParts(page).all()
  // The keys of the list come with its bugs, and that of the views with their own answer.
  await expect.poll(keys).toEqual(expect.arrayContaining(['Next page: n', 'Filters: f', 'Saved views: v']))
  const refused = /classification|assign|priority|original|select/i
  expect((await keys()).filter((row) => refused.test(row))).toEqual([])
  await press(page, 'Escape')
  await paletteParts(page).open()
  await page.keyboard.type('next page')
  await expect(paletteParts(page).chosen).toContainText('Next page')
  await press(page, 'Enter')
  await expectOnCard(page, `${word} 2`)
})

test('who closes a bug in a list of open ones goes on from it', async ({ page, openNumbered }) => {
  const { word } = await openNumbered('staff', 5, 'closed=open&pageSize=5')
  const { titles, card } = bugList(page)
  await press(page, 'j j s 3')
  await expect(card(`${word} 2`)).toContainText('Closed')
  await expectToast(page, 'success', 'Status changed')
  await expect(page.getByRole('main').getByRole('button', { name: 'The list has changed' })).toBeVisible()
  await expect(titles).toHaveText([1, 2, 3, 4, 5].map((number) => `${word} ${number}`))
  await expect(card(`${word} 2`)).toContainText('Closed')
  await press(page, 'j')
  await expectOnCard(page, `${word} 3`)
})

test('over the beginning of a long page the focus is on its last card, and that is in sight', async ({
  page,
  openNumbered,
}) => {
  const { word } = await openNumbered('customer', 41, 'pageSize=20')
  const { range } = bugList(page)
  await press(page, 'n')
  await expectOnCard(page, `${word} 21`)
  await press(page, 'k')
  await expect(range).toHaveText('Showing 1 to 20 of 41 results')
  await expectOnCard(page, `${word} 20`)
  await expect(link(page, `${word} 20`)).toBeInViewport()
  await press(page, 'j')
  await expect(range).toHaveText('Showing 21 to 40 of 41 results')
  await expectOnCard(page, `${word} 21`)
})

test('f goes to filters that are open already', async ({ page, openNumbered }) => {
  const { word } = await openNumbered('customer', 1, 'pageSize=5')
  const status = bugList(page).filter('status')
  await press(page, 'f')
  await expect(status).toBeFocused()
  await link(page, `${word} 1`).focus()
  await press(page, 'f')
  await expect(status).toBeFocused()
})
