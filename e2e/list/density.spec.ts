import { shortId } from '#shared/bugs/words.ts'
import { loginStatus } from '#shared/auth/contract.ts'
import { setPreferences } from '#shared/users/preferences-contract.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { heading } from '#e2e/parts/page-parts.ts'
import { aBug, daysAgo, newWord, numbered } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { boxesOf, boxOf, settled } from '#e2e/parts/settled.ts'
import { sticksOut } from '#e2e/parts/sticks-out.ts'
import { chatParts } from '#e2e/chat/chat-parts.ts'
import type { Locator, Page } from '@playwright/test'
import { bugList } from './bug-list-parts.ts'
import { expectSearch } from './list-parts.ts'

const form = (page: Page, name: 'Compact' | 'Comfortable') => page.getByRole('radio', { name: `${name} list` })

/** Returns top and height of each of these elements, in pixels from the top of the window. */
const places = (all: Locator) =>
  all.evaluateAll((elements) =>
    elements.map((element) => {
      const { top, bottom, height } = element.getBoundingClientRect()
      return { top, bottom, height }
    }),
  )

test.describe('at 1280 × 800', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('whoever may triage is offered the compact list: at least seventeen bugs of one line, the first no lower than 172 pixels', async ({
    page,
    signInWithBugs,
    openList,
  }) => {
    const word = newWord()
    const me = await signInWithBugs(['staff'], ...numbered(word, 20))
    const chosen = async () => (await me.call(loginStatus, {})).body.preferences
    await me.call(setPreferences, { body: { density: null, pageSize: 5 } })
    const { cards, range } = await openList(`keywords=${word}`)
    await expect(range).toHaveText('Showing 1 to 5 of 20 results')
    await expect(form(page, 'Comfortable')).toBeChecked()
    const offer = page.getByText('The compact list shows 50 bugs a page')
    await expect(offer).toBeVisible()
    await page.getByRole('button', { name: 'Use it' }).click()
    await expect(cards.nth(19)).toBeAttached()
    await expect(offer).toHaveCount(0)
    await expect(cards.first().locator('.bug-card-link')).toBeFocused()
    await expect.poll(chosen).toMatchObject({ density: 'compact', pageSize: 50 })
    await page.goto('/page/bugs/list')
    await expect(cards.nth(19)).toBeAttached()
    await expect(offer).toHaveCount(0)
    await settled(page)
    const rows = await places(cards)
    expect(rows[0]?.top).toBeLessThanOrEqual(172)
    expect(rows.filter(({ bottom }) => bottom <= 800).length).toBeGreaterThanOrEqual(17)
    // One bar: heading, views, search, filters and the way to a report.
    const bar = await places(
      page.getByRole('main').locator('h1, .views-toggle, .filters-field, .filters-toggle, a[href$=report]'),
    )
    expect(bar).toHaveLength(5)
    for (const { bottom } of bar) expect(bottom).toBeLessThanOrEqual(rows[0]?.top ?? 0)
    for (const { top } of bar) expect(top).toBeGreaterThanOrEqual((rows[0]?.top ?? 0) - 48)
    for (const { height } of rows) expect(height).toBeLessThanOrEqual(36)
  })

  test('the header has one line, and the list has one filled button', async ({ page, signIn }) => {
    await signIn(['admin'])
    await page.goto('/page/bugs/list')
    await expect(bugList(page).search).toBeVisible()
    const bar = await boxOf(page.locator('.navigation-inner'))
    expect(bar.height).toBeLessThanOrEqual(48)
    const stops = await places(page.getByRole('banner').locator('.navigation-inner :is(a, button):visible'))
    for (const { top, bottom } of stops) {
      expect(top).toBeGreaterThanOrEqual(bar.y)
      expect(bottom).toBeLessThanOrEqual(bar.y + bar.height)
    }
    await expect(page.getByRole('main').locator('.button[data-variant=filled]')).toHaveText(['Report Bug'])
  })
})

test('a row says in icons what the card says in words, and both to a screen reader', async ({
  page,
  product,
  signIn,
  openList,
}) => {
  const word = newWord()
  const me = await signIn(['staff'], { fullName: `${word} Ash` })
  const title = `The lamp ${word} flickers`
  const id = await aBug(product, me.userId, {
    title,
    status: 'In Progress',
    classification: 'approved',
    priority: 'urgent',
    product: 'Lighthouse',
    component: 'Lens',
    assignedTo: me.userId,
    createdOn: daysAgo(3.5),
  })
  await aBug(product, me.userId, { title: 'Another', description: `Below it stands ${word}.`, createdOn: daysAgo(4) })
  await aComment(me, id, 'Seen.')
  const list = await openList(`keywords=${word}`)
  const row = list.card(title)
  for (const words of [
    'In Progress',
    `Id: ${shortId(id)}`,
    'product: Lighthouse',
    'component: Lens',
    'Priority: urgent',
    'Classification: approved',
    `Assigned to: ${word} Ash`,
    '1 comment',
    '3 days ago',
    `by ${word} Ash`,
  ]) {
    await expect(row).toContainText(words)
  }
  await expect(row.getByText('3d', { exact: true })).toBeVisible()
  await expect(row.locator('.badge').first()).toHaveAttribute('data-tone', 'amber')

  // What was found elsewhere than in the title has a second line.
  const other = list.card('Another')
  await expect(other).toContainText('Unassigned')
  await expect(other.locator('.snippet mark')).toHaveText([word])
  const [first, second] = await boxesOf(row, other)
  expect(first.height).toBe(36)
  expect(second.height).toBeGreaterThan(48)

  // The whole row opens the bug, and the way back leads to it.
  await row.click({ position: { x: 700, y: 18 } })
  await expect(heading(page)).toHaveText(title)
  await page.goBack()
  await expect(row.getByRole('link', { name: title })).toBeFocused()
  await row.getByRole('button', { name: /^Actions/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Show More', 'Edit', 'Classify', 'Assign User', 'Snooze'])
})

test('a customer has the cards, anybody may choose, and the choice is kept', async ({ page, openListOfOne }) => {
  const { word, list } = await openListOfOne()
  await expect(list.card(word).getByText('Unassigned')).toBeVisible()
  await expect(form(page, 'Comfortable')).toBeChecked()
  expect((await boxOf(list.card(word))).height).toBeGreaterThan(50)
  await form(page, 'Compact').check({ force: true })
  await expect.poll(async () => (await boxOf(list.card(word))).height).toBeLessThanOrEqual(37)
  await expect(page.getByLabel('Per page')).toHaveValue('50')
  await page.reload()
  await expect(form(page, 'Compact')).toBeChecked()
  expect((await boxOf(list.card(word))).height).toBeLessThanOrEqual(37)
})

test('a chosen page size is kept for lists whose address names none', async ({ page, signInWithBugs, openList }) => {
  const word = newWord()
  await signInWithBugs(['customer'], ...numbered(word, 12))
  const list = await openList(`keywords=${word}`)
  await expect(list.range).toHaveText('Showing 1 to 5 of 12 results')
  await page.getByLabel('Per page').selectOption('10')
  await expect(list.range).toHaveText('Showing 1 to 10 of 12 results')
  await page.goto(`/page/bugs/list?keywords=${word}`)
  await expect(list.range).toHaveText('Showing 1 to 10 of 12 results')
  await page.goto(`/page/bugs/list?keywords=${word}&pageSize=3`)
  await expect(list.range).toHaveText('Showing 1 to 3 of 12 results')
  await page.getByLabel('Per page').selectOption('5')
  await expect(list.range).toHaveText('Showing 1 to 5 of 12 results')
  await page.reload()
  await expect(list.range).toHaveText('Showing 1 to 5 of 12 results')
  await expectSearch(page, { keywords: word })
})

test('typing searches once it rests, and Back leads to the list before it', async ({
  page,
  signInWithBugs,
  openList,
}) => {
  const word = newWord()
  await signInWithBugs(['customer'], { title: `${word} lamp` }, { title: `${word} kettle` })
  await page.clock.install()
  const list = await openList(`keywords=${word}`)
  await expect(list.cards).toHaveCount(2)
  await list.keywords.press('End')
  // However slowly the keys come, none of them is a rest.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await list.keywords.pressSequentially(' lam')
  await page.clock.resume()
  await expect(list.titles).toHaveText([`${word} lamp`])
  await list.keywords.pressSequentially('p ')
  await expectSearch(page, { keywords: `${word} lamp` })
  await expect(list.keywords).toHaveValue(`${word} lamp `)
  await expect(list.keywords).toBeFocused()
  // Half a phrase can't be read yet.
  await list.keywords.pressSequentially('"and')
  await page.clock.runFor(5_000)
  await expectSearch(page, { keywords: `${word} lamp` })
  expect([...new Set(list.calls.map((call) => call.get('keywords')))]).toEqual([word, `${word} lam`, `${word} lamp`])
  await page.goBack()
  await expectSearch(page, { keywords: word })
  await expect(list.keywords).toHaveValue(word)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('header, search and filters take at most 180 pixels before the first bug', async ({ page, signInWithBug }) => {
    for (const role of ['customer', 'staff']) {
      await test.step(role, async () => {
        await signInWithBug([role])
        await page.goto('/page/bugs/list')
        const { cards, keywords, toggleFilters, search, clear } = bugList(page)
        await expect(cards.first()).toBeVisible()
        expect((await boxOf(cards.first())).y).toBeLessThanOrEqual(180)
        await expect(keywords).toBeVisible()
        await expect(page.locator('kbd:visible')).toHaveCount(0)
        await toggleFilters.click()
        await expect(search).toBeVisible()
        await expect(clear).toBeVisible()
      })
    }
  })
})

test('at 320 pixels nothing is wider than the window, in either form and on either home page', async ({
  page,
  product,
  signIn,
}) => {
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  expect(await sticksOut(page)).toEqual([])
  const me = await signIn(['admin'], { fullName: 'Maximiliana Konstantinopolitanska-Featherstonehaugh' })
  const title = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft is late'
  await aBug(product, me.userId, { title, priority: 'urgent', product: 'Lighthouse', assignedTo: me.userId })
  for (const name of ['Compact', 'Comfortable'] as const) {
    await page.goto('/page/bugs/list')
    await form(page, name).check({ force: true })
    await expect(bugList(page).cards.first()).toBeVisible()
    expect(await sticksOut(page), name).toEqual([])
  }
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Assigned to you' })).toBeVisible()
  expect(await sticksOut(page), 'home').toEqual([])
})

/** Returns the controls that the chat's button lies on. */
function coveredByChat(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toggle = document.querySelector('.chat-toggle')?.getBoundingClientRect()
    if (!toggle) return []
    return [...document.querySelectorAll('main :is(a, button, input, select, textarea, summary), footer a')]
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect()
        const isShown = width > 1 && control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        return isShown && left < toggle.right && right > toggle.left && top < toggle.bottom && bottom > toggle.top
      })
      .map((control) => `${control.tagName} ${control.textContent}`)
  })
}

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  test(`at ${width} pixels the chat’s button covers no control at the end of a page, nor a bar of actions`, async ({
    page,
    signInWithBug,
  }) => {
    await page.setViewportSize({ width, height })
    const { id, person } = await signInWithBug(['admin'])
    for (const path of [
      '/',
      '/page/bugs/list',
      `/page/bugs/list/view/${id}`,
      `/page/bugs/list/edit/${id}`,
      `/page/bugs/list/classify/${id}`,
      `/page/bugs/assignUser/${id}`,
      '/page/bugs/report',
      '/page/users/list',
      `/page/users/list/edit/${person.userId}`,
      '/page/users/me',
    ]) {
      await page.goto(path)
      await expect(heading(page)).toBeVisible()
      await expect(chatParts(page).toggle).toBeVisible()
      await expect(page.locator('footer')).toHaveCSS('opacity', '1')
      await expect(async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
        expect(await coveredByChat(page), path).toEqual([])
      }).toPass()
    }
  })
}

test('where the inbox is open there is no button of the chat', async ({ page, signIn }) => {
  await signIn(['support'])
  await page.goto('/page/chat')
  await expect(heading(page)).toBeVisible()
  await expect(chatParts(page).toggle).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(chatParts(page).toggle).toBeVisible()
})
