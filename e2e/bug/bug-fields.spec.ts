import { setBugFields, viewBug } from '#shared/bugs/contract.ts'
import { bugFields } from '#shared/bugs/fields.ts'
import { setPreferences } from '#shared/users/contract.ts'
import type { Product } from '#testing/browser-test.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { staleQuestion } from '#e2e/parts/clash-parts.ts'
import { factParts } from '#e2e/parts/fact-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { expectSearch } from '#e2e/list/list-parts.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { paletteParts } from '#e2e/parts/palette-parts.ts'
import { aBug, daysAgo, newWord } from '#e2e/parts/sample-bug.ts'
import { sticksOut } from '#e2e/parts/sticks-out.ts'
import { reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import { dismissToasts, expectNoToast, expectToast, toastDetail } from '#e2e/parts/toasts.ts'

async function storedPriority(product: Product, id: string): Promise<unknown> {
  return (await product.database.pool.query('select priority from bugs where id = $1', [id])).rows[0]?.priority
}

test('a priority is set on the bug’s page, others see it at once, the timeline tells it and takes it back', async ({
  page,
  openBrowser,
  product,
  signIn,
}) => {
  const ann = await signIn(['staff'], { fullName: 'Ann Ash' })
  const cleo = await product.person(['customer'])
  const bugId = await reported(ann)
  const other = await openBrowser(cleo.cookie)
  await page.goto(view(bugId))
  await other.goto(view(bugId))
  await expect(other.locator('.live-strip')).toHaveAttribute('data-live', 'live')
  const [mine, theirs] = [factParts(page, 'priority'), factParts(other, 'priority')]
  await expect(mine.control).toHaveText('Priority: none')
  await expect(theirs.fact).toHaveText(/none$/)

  await mine.control.focus()
  await page.keyboard.press('Enter')
  await expect(mine.options).toHaveText(bugFields.priority.values.map((value) => new RegExp(`^${value}`)))
  await page.keyboard.press('h')
  await page.keyboard.press('Enter')
  await expectToast(page, 'success', 'Priority changed')
  await expect(toastDetail(page)).toHaveText('Set to high')
  await expect(mine.control).toHaveText('Priority: high')
  await expect(mine.control).toBeFocused()
  await expect(theirs.fact).toHaveText(/high$/)
  const [timeline, seen] = [timelineParts(page), timelineParts(other)]
  await expect(seen.change('Ann Ash changed the priority from none to high')).toBeVisible()
  expect(await storedPriority(product, bugId)).toBe('high')

  await dismissToasts(page)
  const told = 'changed the priority from none to high'
  await timeline.menuOf(told).click()
  await timeline.item('Undo').click()
  await expect(timeline.dialog).toContainText('The priority will be none again.')
  await timeline.confirm.click()
  await expectToast(page, 'success', 'Change Undone!')
  await expect(mine.control).toHaveText('Priority: none')
  await expect(timeline.change('Ann Ash took back a change of the priority: from high to none')).toBeVisible()
  await expect(theirs.fact).toHaveText(/none$/)

  await timeline.menuOf(told).click()
  await timeline.item('Bug as it was then').click()
  await expect(page.locator('.as-of-facts')).toContainText('Priority: high')
})

test('a bug’s notifications say that its details were changed', async ({ page, product, signIn }) => {
  const ann = await signIn(['customer'])
  await ann.call(setPreferences, { body: { newsLevel: 'everything' } })
  const bugId = await reported(ann, { title: newWord() })
  const ben = await product.person(['staff'], { fullName: 'Ben Birch' })
  await ben.call(setBugFields, { params: { bugId }, body: { priority: 'low' } })
  await page.goto('/')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(
    page.getByRole('dialog', { name: 'Notifications' }).getByText('Ben Birch changed its details'),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notifications about bugs you follow' })).toContainText(
    'changed its details',
  )
})

test('the list shows, filters, sorts and searches by priority', async ({ page, product, signIn, openList }) => {
  const { userId } = await signIn(['customer'])
  const word = newWord()
  for (const [index, priority] of (['low', 'urgent', 'none', 'high'] as const).entries()) {
    await aBug(product, userId, { title: `${word} ${priority}`, priority, createdOn: daysAgo(index) })
  }
  const titles = (...names: string[]) => names.map((name) => `${word} ${name}`)
  const list = await openList(`keywords=${word}`)
  await expect(list.titles).toHaveText(titles('low', 'urgent', 'none', 'high'))
  await expect(list.card(`${word} urgent`).getByText('Priority: urgent')).toBeVisible()
  await expect(list.card(`${word} none`)).not.toContainText('Priority')

  await list.toggleFilters.click()
  await list.sortBy.selectOption({ label: 'Priority' })
  await list.search.click()
  await expect(list.titles).toHaveText(titles('urgent', 'high', 'low', 'none'))
  await list.invert.check()
  await list.search.click()
  await expect(list.titles).toHaveText(titles('none', 'low', 'high', 'urgent'))
  await expectSearch(page, { keywords: word, sortBy: 'priority', sortByInvert: 'true' })

  await list.filter('priority').selectOption('high')
  await list.search.click()
  await expect(list.titles).toHaveText(titles('high'))
  await expectSearch(page, { keywords: word, priority: 'high', sortBy: 'priority', sortByInvert: 'true' })
  await page.reload()
  await expect(list.titles).toHaveText(titles('high'))
  await expect(list.chips).toHaveText([
    `Remove Keywords: ${word}`,
    'Remove Priority: high',
    'Remove Sorted by: Priority, inverted',
  ])
  await list.chips.filter({ hasText: 'Priority: high' }).click()
  await expect(list.titles).toHaveCount(4)

  await list.clear.click()
  await list.keywords.fill(`${word} prio`)
  await expect(list.options).toHaveText([/^priority:/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(list.options).toHaveCount(bugFields.priority.values.length)
  await list.keywords.fill(`${word} -priority:none sort:priority`)
  await list.search.click()
  await expect(list.titles).toHaveText(titles('urgent', 'high', 'low'))
  await list.keywords.fill(`${word} priority:high`)
  await list.search.click()
  await expect(list.titles).toHaveText(titles('high'))
  await expectSearch(page, { keywords: `${word} priority:high` })

  // The control and the words say the same.
  await list.toggleFilters.click()
  await expect(list.filter('priority')).toHaveValue('high')
  await list.filter('priority').selectOption('low')
  await expect(list.keywords).toHaveValue(`${word} priority:low`)
  await list.search.click()
  await expect(list.titles).toHaveText(titles('low'))
})

test('who may not classify sees the priority and has no control', async ({ page, openOwnBug }) => {
  await openOwnBug(['customer'], { priority: 'urgent' })
  const { control, fact } = factParts(page, 'priority')
  await expect(fact).toContainText('Priority: urgent')
  await expect(control).toHaveCount(0)
  const { open, dialog, field, row } = paletteParts(page)
  await open()
  await field.fill('priority')
  await expect(row('Change the priority')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the palette opens the picker', async ({ page, openOwnBug }) => {
  await openOwnBug(['staff'])
  const { open, field, chosen } = paletteParts(page)
  await open()
  await field.fill('priority')
  await expect(chosen).toHaveText(/Change the priority/)
  await page.keyboard.press('Enter')
  await expect(factParts(page, 'priority').field).toBeFocused()
})

test('a change shows at once, also in the list, while the server takes its time', async ({
  page,
  product,
  openOwnBug,
  holdCalls,
}) => {
  const title = newWord()
  const { id } = await openOwnBug(['staff'], { title })
  const call = await holdCalls(`**/api/bug/${id}/fields*`)
  const { control, choose } = factParts(page, 'priority')
  await choose('low')
  await call.arrived
  await expect(control).toHaveText('Priority: low')
  await expect(page.getByText('Saving…')).toBeVisible()
  await expectNoToast(page)
  // The next value before the last one is answered.
  await choose('high')
  await expect(control).toHaveText('Priority: high')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bugs', exact: true }).click()
  await expect(bugList(page).card(title)).toContainText('Priority: high')
  await call.letGo()
  await expect.poll(() => storedPriority(product, id)).toBe('high')
  await expect(toastDetail(page)).toHaveText(['Set to high'])
  await expect(bugList(page).card(title)).toContainText('Priority: high')
})

test('a change that can’t reach the server is taken back, with the reason', async ({ page, openOwnBug, holdCalls }) => {
  const { id } = await openOwnBug(['staff'], { priority: 'low' })
  const call = await holdCalls(`**/api/bug/${id}/fields*`)
  const { control, choose, refusal } = factParts(page, 'priority')
  await choose('urgent')
  await expect(control).toHaveText('Priority: urgent')
  await call.cutOff()
  await expect(refusal).toHaveText(
    'Priority: Not changed. The server could not be reached. Check the connection and try again.',
  )
  await expect(control).toHaveText('Priority: low')
})

test('a priority that somebody else has set meanwhile is asked about', async ({
  page,
  product,
  openOwnBug,
  holdCalls,
}) => {
  const ben = await product.person(['staff'], { fullName: 'Ben Birch' })
  const { id } = await openOwnBug(['staff'])
  const { control, choose } = factParts(page, 'priority')
  const question = staleQuestion(page)
  const call = await holdCalls(`**/api/bug/${id}/fields*`)
  await choose('low')
  await call.arrived
  await ben.call(setBugFields, { params: { bugId: id }, body: { priority: 'urgent' } })
  await call.letGo()
  await expect(question.changes).toHaveText([/Ben Birch changed the priority from none to urgent/])
  // What lies behind the question can't be reached meanwhile.
  await expect(control).toHaveText('Priority: urgent')
  await question.anyway('Change').click()
  await expectToast(page, 'success', 'Priority changed')
  await expect(control).toHaveText('Priority: low')
  const { body } = await ben.call(viewBug, { params: { bugId: id } })
  expect(body.result.priority).toBe('low')
})

test('fields can be used by everybody, and have room on a phone', async ({ page, openOwnBug, openList }) => {
  const title = newWord()
  const { id } = await openOwnBug(['staff'], { title, priority: 'urgent' })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(view(id))
    await expect(factParts(page, 'priority').control).toBeVisible()
    expect(await sticksOut(page), `bug at ${width}`).toEqual([])
    const list = await openList(`keywords=${title}`)
    await list.toggleFilters.click()
    await expect(list.filter('priority')).toBeVisible()
    await expect(list.card(title)).toContainText('Priority: urgent')
    expect(await sticksOut(page), `list at ${width}`).toEqual([])
  }
})
