import { classifyBug, setBugStatus } from '#shared/bugs/contract.ts'
import type { Person } from '#testing/browser-test.ts'
import { comments } from '#e2e/parts/comment-parts.ts'
import { factParts, pickersLoaded } from '#e2e/parts/fact-parts.ts'
import { expect, test as base } from '#e2e/parts/fixtures.ts'
import { stopOf } from '#e2e/parts/focus.ts'
import { heading, view } from '#e2e/parts/page-parts.ts'
import { aBug, newWord, numbered } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { boxesOf, boxOf } from '#e2e/parts/settled.ts'
import { timelineParts } from '#e2e/parts/timeline-parts.ts'
import { expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { bugList } from './bug-list-parts.ts'

interface Queue {
  readonly me: Person
  /** The bugs are called by this word and their number, from 1 in the order of the list. */
  readonly word: string
  readonly ids: readonly string[]
  /** The address of their list. */
  readonly list: string
}

const test = base.extend<{ queue: (count: number, search?: string) => Promise<Queue> }>({
  queue: async ({ product, signIn }, use) => {
    await use(async (count, search = '') => {
      const me = await signIn(['staff'])
      const word = newWord()
      const ids: string[] = []
      for (const facts of numbered(word, count)) ids.push(await aBug(product, me.userId, facts))
      return { me, word, ids, list: `/page/bugs/list?keywords=${word}${search}` }
    })
  },
})

const link = (page: Page, title: string) => bugList(page).cards.getByRole('link', { name: title, exact: true })
const current = (page: Page) => page.locator('.bug-card-link[aria-current]')
const place = (page: Page) => page.getByRole('group', { name: 'Bugs of the list' })
const theSwitch = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Split view', exact: true })
const newComment = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'New comment' })

async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

/** Expects this bug beside the list, with the focus on its title and its row marked and in sight. */
async function expectBeside(page: Page, title: string): Promise<void> {
  await expect(heading(page)).toHaveText(title)
  await expect(heading(page)).toBeFocused()
  await expect(current(page)).toHaveText(title)
  await expect(current(page)).toBeInViewport()
  await expect(page).toHaveTitle(new RegExp(`^BUG-\\d+ ${title} ·`))
}

/** Shows the list, and with split view on its first bug beside it. */
async function openSplit(page: Page, { list, word }: Queue): Promise<void> {
  await page.goto(list)
  await expect(link(page, `${word} 1`)).toBeVisible()
  await press(page, '\\ j')
  await expectBeside(page, `${word} 1`)
}

test('the list stands beside the bug when that is chosen, which is remembered', async ({ page, queue }) => {
  const { word, list, ids } = await queue(4)
  await page.goto(list)
  await link(page, `${word} 2`).click()
  await expect(heading(page)).toHaveText(`${word} 2`)
  await expect(bugList(page).cards).toHaveCount(0)

  // From a bug, its list comes beside it; from there the bug stands alone again.
  await press(page, '\\')
  await expectBeside(page, `${word} 2`)
  await expect(bugList(page).cards).toHaveCount(4)
  await press(page, '\\')
  await expect(bugList(page).cards).toHaveCount(0)
  await expect(heading(page)).toBeFocused()
  expect(new URL(page.url()).search).toBe('')
  await theSwitch(page).click()
  await expect(bugList(page).cards).toHaveCount(4)
  await expect(theSwitch(page)).toBeFocused()
  await expect(theSwitch(page)).toHaveAttribute('aria-pressed', 'true')

  // Remembered: the list by itself has the place for a bug, and a press shows one there.
  await page.goto(list)
  await expect(page.getByText('Choose a bug to read it here.')).toBeVisible()
  await link(page, `${word} 3`).click()
  await expectBeside(page, `${word} 3`)
  await link(page, `${word} 1`).click()
  await expectBeside(page, `${word} 1`)
  // Who goes on to the forms of a bug comes back to it beside its list.
  await press(page, 'e')
  await expect(heading(page)).not.toHaveText(`${word} 1`)
  await page.goBack()
  await expectBeside(page, `${word} 1`)

  // A bug that is opened from elsewhere stands alone.
  await page.goto(view(ids[0] ?? ''))
  await expect(heading(page)).toHaveText(`${word} 1`)
  await expect(bugList(page).cards).toHaveCount(0)

  // On the list the focus stays with its row, when the place beside it goes.
  await page.goto(list)
  await link(page, `${word} 3`).focus()
  await press(page, '\\')
  await expect(page.getByText('Choose a bug to read it here.')).toHaveCount(0)
  await expect(link(page, `${word} 3`)).toBeFocused()
  await page.reload()
  await link(page, `${word} 3`).click()
  await expect(heading(page)).toHaveText(`${word} 3`)
  await expect(bugList(page).cards).toHaveCount(0)

  // When it comes, the bug of the row with the focus is shown there.
  await page.goto(list)
  await link(page, `${word} 2`).focus()
  await press(page, '\\')
  await expectBeside(page, `${word} 2`)
})

test('the address holds the list and the bug, and Back leads out of the queue at once', async ({
  page,
  product,
  queue,
  openBrowser,
}) => {
  const all = await queue(6, '&pageSize=10')
  const { word, ids } = all
  await openSplit(page, all)
  await press(page, 'j')
  await expectBeside(page, `${word} 2`)
  await press(page, 'j')
  await expectBeside(page, `${word} 3`)
  await press(page, 'k')
  await expectBeside(page, `${word} 2`)
  const { pathname, searchParams } = new URL(page.url())
  expect(pathname).toBe(view(ids[1] ?? ''))
  expect(Object.fromEntries(searchParams)).toEqual({ keywords: word, pageSize: '10', split: 'true' })

  await page.reload()
  await expect(heading(page)).toHaveText(`${word} 2`)
  await expect(current(page)).toHaveText(`${word} 2`)
  const colleague = await openBrowser((await product.person(['customer'])).cookie)
  await colleague.goto(page.url())
  await expect(heading(colleague)).toHaveText(`${word} 2`)
  await expect(bugList(colleague).cards).toHaveCount(6)
  await expect(current(colleague)).toHaveText(`${word} 2`)
  await press(colleague, 'j')
  await expectBeside(colleague, `${word} 3`)

  await page.goBack()
  await expect(page.getByText('Choose a bug to read it here.')).toBeVisible()
  await expect(heading(page)).toHaveText('Bugs')
  await expect(link(page, `${word} 2`)).toBeFocused()
  await page.goForward()
  await expect(heading(page)).toHaveText(`${word} 2`)
  await expect(current(page)).toHaveText(`${word} 2`)
  // Another search keeps the bug that is being read.
  await page.getByRole('searchbox', { name: 'Keywords' }).fill(`"${word} 5"`)
  await page.keyboard.press('Enter')
  await expect(bugList(page).cards).toHaveCount(1)
  await expect(heading(page)).toHaveText(`${word} 2`)
  await heading(page).focus()
  await press(page, 'j')
  await expectBeside(page, `${word} 5`)
})

test('a queue is worked through over the ends of its pages while its bugs leave it', async ({ page, queue }) => {
  const all = await queue(12, '&classification=unclassified&pageSize=5&sortBy=createdOn')
  const { me, word, ids } = all
  await openSplit(page, all)
  for (let n = 1; n <= 12; n++) {
    await expectBeside(page, `${word} ${n}`)
    await expect(place(page)).toContainText(`${n} of 12`)
    const bugId = ids[n - 1] ?? ''
    // Some are left as they are.
    if (n % 4 !== 0) await me.call(classifyBug, { params: { bugId }, body: { classification: 'approved' } })
    if (n === 5) {
      // Whoever goes back sees what was dealt with; whoever goes on passes by it.
      await expect(bugList(page).card(`${word} 5`)).toContainText('No longer in this list')
      await press(page, 'k')
      await expectBeside(page, `${word} 4`)
    }
    if (n < 12) await press(page, 'j')
  }
  await press(page, 'j')
  await expectToast(page, 'warning', 'This is the last bug of the list')
  await expect(heading(page)).toHaveText(`${word} 12`)
  await expect(place(page).getByRole('button', { name: 'Next bug' })).toHaveAttribute('aria-disabled', 'true')
})

test('what has left the list stays, told apart and passed by; with auto-advance the next bug opens by itself', async ({
  page,
  queue,
}) => {
  const all = await queue(6, '&classification=unclassified&sortBy=createdOn&pageSize=10')
  const { word } = all
  const card = (n: number) => bugList(page).card(`${word} ${n}`)
  const advance = place(page).getByRole('button', { name: 'Auto-advance' })
  await openSplit(page, all)
  await pickersLoaded(page)
  await press(page, 'c 2')
  await expect(card(1)).toContainText('No longer in this list')
  await expectBeside(page, `${word} 1`)

  await advance.click()
  await expect(advance).toHaveAttribute('aria-pressed', 'true')
  await heading(page).focus()
  await press(page, 'j')
  await expectBeside(page, `${word} 2`)
  // What the list does not ask for leaves one where one is.
  await press(page, 'p 4')
  await expect(factParts(page, 'priority').control).toHaveText('Priority: high')
  await press(page, 'c 3')
  await expectBeside(page, `${word} 3`)
  await expect(card(2)).toContainText('No longer in this list')
  // The question for the original comes first.
  await press(page, 'c 4')
  await expect(factParts(page, 'duplicateOf').field).toBeFocused()
  await expect(card(3)).toContainText('No longer in this list')
  await press(page, 'Escape')
  await expectBeside(page, `${word} 3`)
  // What is taken back belongs to the list again.
  await press(page, 'z')
  await expect(card(3)).not.toContainText('No longer in this list')
  await expectBeside(page, `${word} 3`)
  await press(page, 'k k')
  await expectBeside(page, `${word} 1`)
  await press(page, 'j')
  await expectBeside(page, `${word} 3`)

  await page.reload()
  await expect(heading(page)).toHaveText(`${word} 3`)
  await expect(advance).toHaveAttribute('aria-pressed', 'true')
})

test('keys that come faster than the bugs lose none of them', async ({ page, queue }) => {
  const all = await queue(9, '&pageSize=4')
  await openSplit(page, all)
  // At once: the browser would have shown each of them between two keys of a test.
  await heading(page).evaluate((title) => {
    for (let n = 0; n < 3; n++) title.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
  })
  await expectBeside(page, `${all.word} 4`)
  await press(page, 'j')
  await expectBeside(page, `${all.word} 5`)
  await expect(bugList(page).range).toHaveText('Showing 5 to 8 of 9 results')
  await press(page, 'k k')
  await expectBeside(page, `${all.word} 3`)
  await expect(bugList(page).range).toHaveText('Showing 1 to 4 of 9 results')
})

test('the page of a bug from a list says which it is, and leads to the next and the previous one', async ({
  page,
  queue,
}) => {
  const { word, list, ids } = await queue(5, '&pageSize=2')
  await page.goto(list)
  await link(page, `${word} 1`).click()
  const next = place(page).getByRole('button', { name: 'Next bug' })
  const previous = place(page).getByRole('button', { name: 'Previous bug' })
  await expect(place(page)).toContainText('1 of 5')
  await expect(previous).toHaveAttribute('aria-disabled', 'true')
  for (const n of [2, 3, 4, 5]) {
    await next.click()
    await expect(heading(page)).toHaveText(`${word} ${n}`)
    await expect(place(page)).toContainText(`${n} of 5`)
    await expect(heading(page)).toBeFocused()
  }
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await previous.click()
  await expect(heading(page)).toHaveText(`${word} 4`)
  await press(page, 'k')
  await expect(heading(page)).toHaveText(`${word} 3`)
  await press(page, 'j')
  await expect(heading(page)).toHaveText(`${word} 4`)
  // One step leads back to the list, by the link to the page of it that the bug stands on.
  await page.locator('.bug-back').click()
  await expect(link(page, `${word} 4`)).toBeFocused()
  await page.goto(view(ids[2] ?? ''))
  await expect(heading(page)).toHaveText(`${word} 3`)
  await expect(place(page)).toHaveCount(0)
})

test('a window without room for both shows the bug alone', async ({ page, queue }) => {
  const all = await queue(3)
  await openSplit(page, all)
  await page.setViewportSize({ width: 999, height: 800 })
  await expect(bugList(page).cards).toHaveCount(0)
  await expect(heading(page)).toHaveText(`${all.word} 1`)
  await expect(theSwitch(page)).toHaveCount(0)
  await press(page, '\\')
  await page.reload()
  await expect(heading(page)).toHaveText(`${all.word} 1`)
  await expect(bugList(page).cards).toHaveCount(0)
  await page.goto(all.list)
  await link(page, `${all.word} 2`).click()
  await expect(heading(page)).toHaveText(`${all.word} 2`)
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(bugList(page).cards).toHaveCount(3)
  await expect(current(page)).toHaveText(`${all.word} 2`)
  await press(page, 'Shift+B')
  await expect(bugList(page).cards).toHaveCount(0)
  await expect(heading(page)).toHaveText(`${all.word} 2`)
})

test.describe('where fingers point', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('a bug stands alone, however wide the window is', async ({ page, queue }) => {
    const { list, ids, word } = await queue(2)
    await page.goto(view(ids[0] ?? '') + list.replace('/page/bugs/list', '') + '&split=true')
    await expect(heading(page)).toHaveText(`${word} 1`)
    await expect(newComment(page)).toBeVisible()
    await expect(bugList(page).cards).toHaveCount(0)
    await expect(theSwitch(page)).toHaveCount(0)
  })
})

test('filters that are not searched for yet stay while the bug beside them shows its comments alone', async ({
  page,
  queue,
}) => {
  const all = await queue(3)
  await openSplit(page, all)
  await bugList(page).toggleFilters.click()
  await bugList(page).filter('status').selectOption('Closed')
  await timelineParts(page).choose('Comments')
  await expect(page).toHaveURL(/timeline=comments/)
  await expect(bugList(page).filter('status')).toHaveValue('Closed')
  await heading(page).focus()
  await press(page, 'j')
  await expectBeside(page, `${all.word} 2`)
  await expect(bugList(page).filter('status')).toHaveValue('Closed')
})

test('what is written of a comment waits for its bug, and keys in it are letters', async ({ page, queue }) => {
  const all = await queue(3)
  await openSplit(page, all)
  await press(page, 'm')
  await page.keyboard.type('just looking')
  await expect(newComment(page)).toHaveValue('just looking')
  await press(page, 'Escape')
  expect(await stopOf(page)).toBeDefined()
  await press(page, 'j')
  await expectBeside(page, `${all.word} 2`)
  await expect(newComment(page)).toHaveValue('')
  await press(page, 'k')
  await expectBeside(page, `${all.word} 1`)
  await expect(newComment(page)).toHaveValue('just looking')
})

test('the list and the bug beside it follow what others do', async ({ page, product, queue }) => {
  const all = await queue(3)
  const { word, ids } = all
  const other = await product.person(['staff'])
  await openSplit(page, all)
  await press(page, 'j')
  await expectBeside(page, `${word} 2`)
  await expect(page.locator('.live-strip')).toHaveAttribute('data-live', 'live')
  await other.call(setBugStatus, {
    params: { bugId: ids[2] ?? '' },
    body: { status: 'Resolved' },
  })
  await expect(bugList(page).card(`${word} 3`).getByText('Resolved')).toBeAttached()
  await aComment(other, ids[1] ?? '', 'It hums as well.')
  await expect(comments(page)).toHaveCount(1)
  await expect(bugList(page).card(`${word} 2`)).toContainText('1 comment')
  await expectBeside(page, `${word} 2`)

  await aBug(product, other.userId, { title: `${word} new` })
  await other.call(setBugStatus, { params: { bugId: ids[0] ?? '' }, body: { status: 'In Progress' } })
  await page.getByRole('button', { name: '1 new bug' }).click()
  await expect(bugList(page).cards).toHaveCount(4)
  await expect(link(page, `${word} 2`)).toBeFocused()
  await expect(current(page)).toHaveText(`${word} 2`)
})

test('keys for facts are about the bug that is shown, wherever the focus is; x selects its row', async ({
  page,
  queue,
}) => {
  const all = await queue(3)
  await openSplit(page, all)
  await press(page, 'j')
  await expectBeside(page, `${all.word} 2`)
  await press(page, 'x')
  await expect(page.getByRole('main').getByText('1 selected')).toBeVisible()
  await expect(heading(page)).toBeFocused()
  // The bar of what is selected leaves the list's end in sight.
  const [bar, end] = [page.locator('.bulk-dock'), page.locator('.list-footer')]
  const [dock, footer] = await boxesOf(bar, end)
  expect(footer.y + footer.height).toBeLessThanOrEqual(dock.y)
  await press(page, 'Escape')
  await press(page, 'c')
  const option = page.getByRole('option', { name: 'approved', exact: true })
  await expect(option).toBeVisible()
  const { x, y, width, height } = await boxOf(option)
  const top = await page.evaluate(
    ([left, middle]) => document.elementFromPoint(left ?? 0, middle ?? 0)?.closest('[role="option"]')?.textContent,
    [x + width * 0.3, y + height / 2],
  )
  expect(top).toContain('approved')
  await option.click()
  await expect(page.locator('.bug-facts')).toContainText('approved')
  await expect(bugList(page).card(`${all.word} 2`)).toContainText('approved')
  await press(page, 'j')
  await expectBeside(page, `${all.word} 3`)
  await expect(page.locator('.bug-facts')).toContainText('unclassified')
})

test('a bug that can’t be shown leaves the list beside it, and the keys', async ({ page, queue, quietConsole }) => {
  quietConsole.forgive(/404|500/)
  const all = await queue(3)
  const { word, ids } = all
  await openSplit(page, all)
  await page.goto(view('0123456789abcdef01234567') + new URL(page.url()).search)
  await expect(heading(page)).toHaveText('Invalid Bug Id!')
  await expect(bugList(page).cards).toHaveCount(3)
  await expect(current(page)).toHaveCount(0)
  await press(page, 'j')
  await expectBeside(page, `${word} 1`)

  const second = new RegExp(`/api/bug/${ids[1]}(\\?|$)`)
  await page.route(second, (route) => route.fulfill({ status: 500, json: { error: 'no', code: 'internal' } }))
  await page.goto(view(ids[1] ?? '') + new URL(page.url()).search)
  await expect(page.getByText('The bug could not be loaded')).toBeVisible()
  await press(page, 'k')
  await expectBeside(page, `${word} 1`)
  await page.unroute(second)
  await press(page, 'j')
  await expectBeside(page, `${word} 2`)
})
