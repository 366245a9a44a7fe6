import { changeBugs, listBulks } from '#shared/bulk/contract.ts'
import { followBug } from '#shared/following/contract.ts'
import { createRole } from '#shared/roles/contract.ts'
import { setPreferences } from '#shared/users/contract.ts'
import { setBugStatus } from '#shared/bugs/contract.ts'
import { expect, test as base } from '#e2e/parts/fixtures.ts'
import { heading } from '#e2e/parts/page-parts.ts'
import { shortcutParts } from '#e2e/parts/palette-parts.ts'
import { aBug, daysAgo, newWord, numbered } from '#e2e/parts/sample-bug.ts'
import { boxesOf, settled } from '#e2e/parts/settled.ts'
import { toasts } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { bugList } from './bug-list-parts.ts'
import { bulkParts } from './bulk-parts.ts'

const test = base.extend<{
  /** Shows somebody with this role so many bugs, which are numbered from 1 in the order of the list. */
  openNumbered: (role: string, count: number, search?: string) => Promise<{ word: string; ids: readonly string[] }>
}>({
  openNumbered: async ({ page, product, signInWithBugs, openList }, use) => {
    await use(async (role, count, search = 'pageSize=20') => {
      const word = newWord()
      await signInWithBugs([role], ...numbered(word, count))
      const { rows } = await product.database.pool.query<{ id: string }>(
        'select id from bugs where title like $1 order by created_on desc',
        [`${word} %`],
      )
      await openList(`keywords=${word}&sortBy=createdOn&${search}`)
      await expect(link(page, `${word} 1`)).toBeVisible()
      return { word, ids: rows.map(({ id }) => id) }
    })
  },
})

function link(page: Page, title: string) {
  return bugList(page).cards.getByRole('link', { name: title, exact: true })
}

async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

/** Chooses a value for a fact of all bugs that are selected. */
async function set(page: Page, fact: string, value: string): Promise<void> {
  const bulk = bulkParts(page)
  await bulk.fact(fact).click()
  await bulk.option(value).click()
}

test('bugs are selected by keys and by the mouse, one by one and as ranges', async ({ page, openNumbered }) => {
  const { word } = await openNumbered('staff', 6)
  const bulk = bulkParts(page)
  await press(page, 'j j x')
  await expect(bulk.box(`${word} 2`)).toBeChecked()
  await expect(bulk.count).toHaveText('1 selected')
  await press(page, 'j j Shift+X')
  await expect(bulk.count).toHaveText('3 selected')
  await press(page, 'k x')
  await expect(bulk.box(`${word} 3`)).not.toBeChecked()
  await expect(bulk.count).toHaveText('2 selected')
  await expect(link(page, `${word} 3`)).toBeFocused()
  await press(page, 'Escape')
  await expect(bulk.bar).toHaveCount(0)
  await expect(link(page, `${word} 3`)).toBeFocused()

  await bulk.box(`${word} 1`).click()
  await bulk.box(`${word} 5`).click({ modifiers: ['Shift'] })
  await expect(bulk.count).toHaveText('5 selected')
  await bulk.box(`${word} 4`).click({ modifiers: ['Shift'] })
  await expect(bulk.count).toHaveText('3 selected')
  await expect(page).toHaveURL(/bugs\/list\?/)

  // Who clears it in the bar goes on in the list.
  await press(page, 'b')
  await expect(bulk.fact('Status')).toBeFocused()
  await press(page, 'Escape')
  await expect(bulk.bar).toHaveCount(0)
  await expect(link(page, `${word} 4`)).toBeFocused()
  // Where there is room for it, the list says how.
  await expect(page.getByText('x select', { exact: true })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Comfortable list' }).click({ force: true })
  await expect(page.getByText('x select', { exact: true })).toBeVisible()
})

test('the keys of facts are about all that are selected, and the focus stays in the list', async ({
  page,
  openNumbered,
}) => {
  const { word } = await openNumbered('staff', 3)
  const bulk = bulkParts(page)
  await press(page, 'j x j x p')
  await expect(page.getByRole('combobox', { name: 'Priority' })).toBeFocused()
  await page.keyboard.type('hi')
  await press(page, 'Enter')
  await expect(bulk.said).toHaveText('2 bugs changed')
  await expect(link(page, `${word} 2`)).toBeFocused()
  for (const number of [1, 2]) await expect(bugList(page).card(`${word} ${number}`)).toContainText('high')
  await expect(bugList(page).card(`${word} 3`)).not.toContainText('high')
  await press(page, 'i')
  await expect(bulk.notices).toContainText('2 bugs changed · Assignee: Person')
  await expect(link(page, `${word} 2`)).toBeFocused()
  await press(page, 's 3')
  await expect(bulk.notices).toContainText('2 bugs changed · Status: Closed')
  // Once nothing is selected, they are about the bug in work again.
  await press(page, 'Escape s')
  await expect(page.getByRole('combobox', { name: 'Change the status' })).toBeFocused()
})

test('a key for what is selected that comes before the bar waits for it, with what is typed after it', async ({
  page,
  openNumbered,
}) => {
  let letGo = () => {}
  const answer = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/bulk-dock[^/]*\.js$/, async (route) => {
    await answer
    await route.fallback()
  })
  const { word } = await openNumbered('staff', 3)
  await press(page, 'j x j x p')
  await page.keyboard.type('hi')
  await press(page, 'Enter')
  letGo()
  await expect(bulkParts(page).said).toHaveText('2 bugs changed')
  for (const number of [1, 2]) await expect(bugList(page).card(`${word} ${number}`)).toContainText('high')
  await expect(link(page, `${word} 2`)).toBeFocused()
})

test('x without a focused bug takes the one under the pointer, or the first one', async ({ page, openNumbered }) => {
  const { word } = await openNumbered('staff', 3)
  const bulk = bulkParts(page)
  await page.mouse.move(2, 2)
  await press(page, 'x')
  await expect(bulk.box(`${word} 1`)).toBeChecked()
  await expect(link(page, `${word} 1`)).toBeFocused()
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await bugList(page).card(`${word} 3`).hover()
  await press(page, 'x')
  await expect(bulk.box(`${word} 3`)).toBeChecked()
  await expect(bulk.count).toHaveText('2 selected')
})

test('beside a bug, the one that is open is selected, and keys of facts are about it; the bar is below the list', async ({
  page,
  openNumbered,
}) => {
  const { word } = await openNumbered('staff', 22)
  const bulk = bulkParts(page)
  await press(page, '\\ j')
  await expect(heading(page)).toHaveText(`${word} 1`)
  await press(page, 'x j')
  await expect(heading(page)).toHaveText(`${word} 2`)
  await press(page, 'j')
  await expect(heading(page)).toHaveText(`${word} 3`)
  await press(page, 'Shift+X')
  await expect(bulk.count).toHaveText('3 selected')
  await press(page, 's')
  await expect(page.getByRole('combobox', { name: 'Change the status' })).toBeFocused()
  await press(page, 'Escape b')
  await expect(bulk.fact('Status')).toBeFocused()
  const [bar, pager, chat] = [bulk.bar, bugList(page).pager, page.getByRole('button', { name: /chat/i }).last()]
  const [barBox, pagerBox, chatBox] = await boxesOf(bar, pager, chat)
  expect(barBox.x + barBox.width).toBeLessThan(440)
  expect(pagerBox.y + pagerBox.height).toBeLessThanOrEqual(barBox.y)
  expect(chatBox.y + chatBox.height).toBeGreaterThan(770)
  await set(page, 'Priority', 'low')
  await expect(bulk.said).toHaveText('3 bugs changed')
  await expect(page.getByRole('main')).toContainText('Priority: low')
})

test('a box moves nothing and adds nothing to the height of its row', async ({ page, openNumbered }) => {
  const { word } = await openNumbered('staff', 3)
  const title = link(page, `${word} 2`)
  const card = bugList(page).card(`${word} 2`)
  for (const form of ['Compact list', 'Comfortable list']) {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.getByRole('radio', { name: form }).check({ force: true })
      await page.mouse.move(2, 2)
      await expect(page.getByRole('radio', { name: form })).toBeChecked()
      const before = await boxesOf(card, title)
      if (form === 'Compact list' && width === 1280) expect(before[0].height).toBeLessThanOrEqual(37)
      await title.focus()
      await press(page, 'x')
      await expect(bulkParts(page).box(`${word} 2`)).toHaveCSS('opacity', '1')
      expect(await boxesOf(card, title)).toEqual(before)
      await press(page, 'Escape')
      await expect(bulkParts(page).bar).toHaveCount(0)
    }
  }
})

test('what is selected stays while pages are turned and a bug is looked at, and ends with another search', async ({
  page,
  openNumbered,
}) => {
  const { word } = await openNumbered('staff', 5, 'pageSize=2')
  const bulk = bulkParts(page)
  await press(page, 'j x n')
  await expect(link(page, `${word} 3`)).toBeFocused()
  await press(page, 'x')
  await expect(bulk.count).toHaveText('2 selected')
  await press(page, 'Enter')
  await expect(heading(page)).toHaveText(`${word} 3`)
  await page.goBack()
  await expect(bulk.count).toHaveText('2 selected')
  await press(page, 'Shift+N')
  await expect(bulk.box(`${word} 1`)).toBeChecked()
  await bugList(page).keywords.fill(`${word} -nothing`)
  await expect(page).toHaveURL(/nothing/)
  await expect(bulk.bar).toHaveCount(0)
})

test('a search for the same by another field ends what is selected', async ({ page, openNumbered }) => {
  const { word } = await openNumbered('staff', 2, 'author=@me')
  await press(page, 'j x')
  await expect(bulkParts(page).count).toHaveText('1 selected')
  const { toggleFilters, search, none } = bugList(page)
  await toggleFilters.click()
  await page.getByLabel('Reported by', { exact: true }).fill('')
  await page.getByLabel('Assignee', { exact: true }).fill('Me')
  await search.click()
  await expect(none).toBeVisible()
  await expect(bulkParts(page).bar).toHaveCount(0)
  await page.goBack()
  await expect(bulkParts(page).box(`${word} 1`)).not.toBeChecked()
})

test('a change of many is painted before the server has answered, goes on over a reload, and is taken back', async ({
  page,
  product,
  openNumbered,
  holdCalls,
}) => {
  const { word, ids } = await openNumbered('staff', 4)
  const bulk = bulkParts(page)
  await press(page, 'j x j j Shift+X')
  const held = await holdCalls(/bug\/bulk$/)
  await set(page, 'Status', 'Resolved')
  for (const number of [1, 2, 3]) await expect(bugList(page).card(`${word} ${number}`)).toContainText('Resolved')
  await expect(bugList(page).card(`${word} 4`)).toContainText('Open')
  await expect(bulk.notices).toHaveCount(0)
  await held.letGo()
  await expect(bulk.said).toHaveText('3 bugs changed')
  await expect(bulk.notices).toContainText('Status: Resolved')
  await expect(bulk.count).toHaveText('3 selected')
  const kept = async () => {
    const { rows } = await product.database.pool.query<{ status: string }>(
      'select status from bugs where id = any($1) order by created_on desc',
      [ids],
    )
    return rows.map(({ status }) => status)
  }
  expect(await kept()).toEqual(['Resolved', 'Resolved', 'Resolved', 'Open'])

  await page.reload()
  await expect(bulk.said).toHaveText('3 bugs changed')
  await expect(bulk.bar).toHaveCount(0)
  const other = await product.person(['staff'])
  await other.call(setBugStatus, { params: { bugId: ids[1] ?? '' }, body: { status: 'Closed' } })
  await bulk.undo.click()
  await expect(bulk.said).toHaveText('2 bugs taken back, 1 not, because they changed since')
  expect(await kept()).toEqual(['Open', 'Closed', 'Open', 'Open'])
  await bulk.showRefused.click()
  await expect(bulk.refused).toHaveCount(1)
  await expect(bulk.refused).toContainText(`${word} 2`)
  await expect(bugList(page).card(`${word} 1`)).toContainText('Open')
  await bulk.dismiss.click()
  await expect(bulk.notices).toHaveCount(0)

  // The key takes back what was set last, be it of one bug or of many.
  for (const number of [3, 4]) await bulk.box(`${word} ${number}`).check()
  await set(page, 'Status', 'In Progress')
  await expect(bulk.said).toHaveText('2 bugs changed')
  await press(page, 'z')
  await expect(bulk.said).toHaveText('2 bugs taken back')
  expect(await kept()).toEqual(['Open', 'Closed', 'Open', 'Open'])
  await bulk.dismiss.click()
  await expect(bulk.notices).toHaveCount(0)
  const told = page.waitForResponse(
    (response) => new URL(response.url()).pathname === listBulks.path && response.request().method() === 'GET',
  )
  await page.reload()
  await expect(link(page, `${word} 1`)).toBeVisible()
  await (await told).finished()
  await settled(page)
  await expect(bulk.notices).toHaveCount(0)
})

test('who comes back meanwhile sees how far it is, and which bugs were refused and why', async ({
  page,
  product,
  openNumbered,
}) => {
  const { word, ids } = await openNumbered('staff', 60, 'pageSize=100')
  const bulk = bulkParts(page)
  const chosen = await product.person(['staff'], { fullName: `Ada ${word}` })
  await press(page, 'j x')
  await bulk.selectPage.click()
  await expect(bulk.count).toHaveText('60 selected')
  // The second transaction waits for the newest bug.
  const client = await product.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from bugs where id = $1 for update', [ids[0]])
    await bulk.fact('Assignee').click()
    await page.getByRole('combobox', { name: 'Assignee' }).fill(`Ada ${word}`)
    await bulk.option(`Ada ${word}`).click()
    await expect(bulk.notices).toContainText(`Changing 60 bugs: 50 done · Assignee: Ada ${word}`)
    await page.reload()
    await expect(bulk.notices).toContainText('Changing 60 bugs: 50 done')
    await expect(bulk.notices.getByRole('progressbar')).toHaveAttribute('value', '50')
    await client.query('update users set deactivated_on = now() where id = $1', [chosen.userId])
  } finally {
    await client.query('commit')
    client.release()
  }
  await expect(bulk.said).toHaveText('50 bugs changed, 10 refused')
  await bulk.showRefused.click()
  await expect(bulk.refused).toHaveCount(10)
  const first = bulk.refused.filter({ has: page.getByRole('link', { name: `${word} 10`, exact: true }) })
  await expect(first).toContainText('Assignee: The assignee must be a person with an active account.')
  await first.getByRole('link').click()
  await expect(heading(page)).toHaveText(`${word} 10`)
})

test('all that a search finds are changed, where it still finds as many; otherwise the new number is asked about', async ({
  page,
  product,
  openNumbered,
}) => {
  const { word } = await openNumbered('staff', 7, 'pageSize=5&closed=open')
  const bulk = bulkParts(page)
  await press(page, 'j x')
  await bulk.selectPage.click()
  await expect(bulk.count).toHaveText('5 selected')
  await bulk.selectAll.click()
  await expect(bulk.count).toHaveText('All 7 found')
  // One more that the page does not know of.
  await aBug(product, (await product.person(['customer'])).userId, { title: `${word} late`, createdOn: daysAgo(99) })
  await set(page, 'Status', 'Closed')
  const question = page.getByRole('alertdialog', { name: '8 bugs are found now' })
  await expect(question).toContainText('7 were found when you selected all.')
  // The page behind has no roles while the question stands.
  await expect(page.locator('.bug-row').first()).toContainText('Open')
  await expect(page.locator('.bulk-bar-count')).toHaveText('All 7 found')
  await question.getByRole('button', { name: 'Change all 8' }).click()
  await expect(bulk.said).toHaveText('8 bugs changed')
  await expect(bulk.bar).toHaveCount(0)
  const { rows } = await product.database.pool.query('select 1 from bugs where title like $1 and is_closed', [
    `${word}%`,
  ])
  expect(rows).toHaveLength(8)
})

test('whoever has left meanwhile is told that a search finds another number now', async ({
  page,
  product,
  openNumbered,
  holdCalls,
  quietConsole,
}) => {
  const { word } = await openNumbered('staff', 6, 'pageSize=5')
  quietConsole.forgive(/status of 409/)
  const bulk = bulkParts(page)
  await press(page, 'j x')
  await bulk.selectPage.click()
  await bulk.selectAll.click()
  await aBug(product, (await product.person(['customer'])).userId, { title: `${word} late`, createdOn: daysAgo(99) })
  const held = await holdCalls(/bug\/bulk$/)
  await set(page, 'Status', 'Closed')
  await held.arrived
  await bulk.clear.click()
  await expect(bulk.bar).toHaveCount(0)
  await held.letGo()
  await expect(toasts(page)).toHaveText(['The bugs were not changed'])
  await expect(page.getByText('7 bugs are found now.')).toBeVisible()
})

test('what could not be sent loses nothing, and is tried again', async ({ page, openNumbered, holdCalls }) => {
  const { word } = await openNumbered('staff', 2)
  const bulk = bulkParts(page)
  await press(page, 'j x')
  const held = await holdCalls(/bug\/bulk$/)
  await set(page, 'Priority', 'urgent')
  await expect(bugList(page).card(`${word} 1`)).toContainText('urgent')
  await held.cutOff()
  await expect(toasts(page)).toHaveText(['The bugs were not changed'])
  await expect(bugList(page).card(`${word} 1`)).not.toContainText('urgent')
  await expect(bulk.count).toHaveText('1 selected')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(bulk.said).toHaveText('1 bug changed')
  await expect(bugList(page).card(`${word} 1`)).toContainText('urgent')
})

test('the bar offers what its reader may set, and who may set nothing has no box and no key', async ({
  page,
  product,
  signIn,
  openNumbered,
}) => {
  const { word } = await openNumbered('customer', 2)
  const bulk = bulkParts(page)
  await press(page, 'j x')
  await expect(bulk.boxes).toHaveCount(0)
  await expect(bulk.bar).toHaveCount(0)
  await expect(page.getByText('x select', { exact: true })).toHaveCount(0)

  const role = newWord()
  const admin = await product.person(['admin'])
  await admin.call(createRole, { body: { name: role, permissions: ['canViewData', 'canClassifyAnyBug'] } })
  await signIn([role])
  await page.goto(`/page/bugs/list?keywords=${word}`)
  await bulk.box(`${word} 2`).click()
  await expect(bulk.bar.getByRole('group').getByRole('button')).toHaveText([
    'Classification',
    'Priority',
    'Severity',
    'Labels',
    'Private',
    'Waiting for reporter',
  ])
  await press(page, '?')
  const offered = ['Select the bug: x', 'Select all up to the bug: Shift X', 'Clear the selection: Esc']
  await expect.poll(shortcutParts(page).all).toEqual(expect.arrayContaining(offered))
})

test('who follows the bugs is told once, of all of them, and finds each', async ({ page, product, signIn }) => {
  const me = await signIn(['customer'])
  const ada = await product.person(['staff'], { fullName: 'Ada Ash' })
  const word = newWord()
  const ids: string[] = []
  for (const facts of numbered(word, 3)) ids.push(await aBug(product, me.userId, facts))
  await me.call(setPreferences, { body: { newsLevel: 'everything' } })
  for (const bugId of ids) await me.call(followBug, { params: { bugId }, body: { following: true } })
  await page.goto('/')
  await ada.call(changeBugs, { body: { ids, fields: { status: 'Closed', priority: 'high' } } })
  const words = 'Ada Ash closed and changed the details of 3 bugs'
  const news = page.getByRole('region', { name: 'Notifications about bugs you follow' }).getByRole('listitem')
  await expect(news).toHaveCount(1)
  await expect(news).toContainText(words)
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications: 1 entry')
  await bell.click()
  const entry = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').getByRole('link')
  await expect(entry).toContainText('3 bugs')
  await expect(entry).toContainText(words)
  await entry.click()

  await expect(heading(page)).toHaveText('Bugs changed at once')
  const rows = page.getByRole('list', { name: 'Changed bugs' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  const seen = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/seen'))
  await rows.getByRole('link', { name: `${word} 2`, exact: true }).click()
  await expect(heading(page)).toHaveText(`${word} 2`)
  await seen
  await page.goBack()
  await expect(heading(page)).toHaveText('Bugs changed at once')
  // A bug that was looked at is seen, also for whoever comes later.
  await page.reload()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Mark all as done' }).click()
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(page.getByText('Nothing new here')).toBeVisible()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } })

  test('the first bug is selected by its menu, further ones by their boxes', async ({ page, openNumbered }) => {
    const { word } = await openNumbered('staff', 3)
    const bulk = bulkParts(page)
    await expect(bulk.box(`${word} 1`)).toHaveCSS('opacity', '0')
    await bugList(page)
      .card(`${word} 1`)
      .getByRole('button', { name: /^Actions/ })
      .tap()
    await page.getByRole('menuitem', { name: 'Select' }).tap()
    await expect(bulk.count).toHaveText('1 selected')
    await bulk.box(`${word} 3`).tap()
    await expect(bulk.count).toHaveText('2 selected')
    await bulk.fact('Classification').tap()
    await bulk.option('approved').tap()
    await expect(bulk.said).toHaveText('2 bugs changed')
  })
})
