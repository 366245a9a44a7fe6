import { assignBug, closeBug, editBug, setBugStatus } from '#shared/bugs/contract.ts'
import { accessibilityDefects } from '#testing/axe.ts'
import { expect, test } from '#testing/browser-test.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { anotherBrowser, breakableLine, cutLine, sentEvents } from '#e2e/chat/chat-parts.ts'
import { comments } from '#e2e/parts/comment-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { boxOf } from '#e2e/parts/settled.ts'
import { reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import type { Page } from '@playwright/test'

const view = (id: string) => `/page/bugs/list/view/${id}`
const viewers = (page: Page) => page.getByRole('main').getByRole('status', { name: 'Who else is here' })
const strip = (page: Page) => page.locator('.live-strip')
const newComment = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'New comment' })

/** Opens a page and waits until it is live: the server knows that somebody looks, and what it shows was read since. */
async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(strip(page)).toHaveAttribute('data-live', 'live')
}

test('what one window changes, the others show within a second', async ({ page, product, signIn, browser }) => {
  const ann = await signIn(['staff'], { fullName: 'Ann Ash' })
  const ben = await product.person(['staff'], { fullName: 'Ben Birch' })
  const cleo = await product.person(['customer'], { fullName: 'Cleo Cole' })
  const bugId = await reported(ann, { title: 'Lamp flickers' })
  const [second, third] = [await anotherBrowser(browser, product, ben), await anotherBrowser(browser, product, cleo)]
  await third.clock.install()
  await openLive(page, `/page/bugs/assignUser/${bugId}`)
  await openLive(second, view(bugId))
  await openLive(third, view(bugId))

  const calls: string[] = []
  third.on('request', (request) => {
    const [, call] = /\/api\/bug\/[0-9a-f]{24}(\?|\/timeline)/.exec(request.url()) ?? []
    if (call) calls.push(call)
  })
  await ann.call(assignBug, { params: { bugId }, body: { userId: ben.userId } })
  for (const window of [second, third]) {
    await expect(window.locator('.bug-facts')).toContainText('Ben Birch')
    await expect(timelineParts(window).change('Ann Ash assigned Ben Birch')).toBeVisible()
  }
  // One reading of each, and nothing as long as nothing happens.
  await third.clock.runFor(10_000)
  expect(calls.toSorted()).toEqual(['/timeline', '?'])

  await ben.call(editBug, {
    params: { bugId },
    body: { title: 'Lamp burns', description: 'At dusk.', stepsToReproduce: 'Wait for dusk.' },
  })
  await expect(third.getByRole('heading', { level: 1 })).toHaveText('Lamp burns')
  // What had been asked in between would have been so before this.
  await expect.poll(() => calls.toSorted()).toEqual(['/timeline', '/timeline', '?', '?'])
})

test('a comment that arrives while somebody writes moves nothing under them', async ({ page, product, signIn }) => {
  const ann = await signIn(['customer'])
  const ben = await product.person(['customer'], { fullName: 'Ben Birch' })
  const bugId = await reported(ann)
  for (let n = 1; n <= 25; n++) await aComment(ann, bugId, `comment number ${n}\n\nof several lines`)
  await openLive(page, view(bugId))

  // Reading in the middle, with words selected.
  const words = page.getByText('comment number 12').first()
  await words.scrollIntoViewIfNeeded()
  await words.evaluate((element) => getSelection()?.selectAllChildren(element))
  const selected = () => page.evaluate(() => getSelection()?.toString())
  const before = { top: (await boxOf(words)).y, words: await selected() }
  expect(before.words).toContain('comment number 12')
  await aComment(ben, bugId, 'from Ben, while you read')
  await expect(comments(page)).toHaveCount(26)
  expect((await boxOf(words)).y).toBeCloseTo(before.top, 0)
  expect(await selected()).toBe(before.words)

  // Writing at the end.
  await newComment(page).fill('half a sentence')
  await newComment(page).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(4, 6))
  await aComment(ben, bugId, 'from Ben, while you write')
  await expect(comments(page)).toHaveCount(27)
  await expect(newComment(page)).toBeFocused()
  await expect(newComment(page)).toHaveValue('half a sentence')
  expect(await newComment(page).evaluate((box: HTMLTextAreaElement) => [box.selectionStart, box.selectionEnd])).toEqual(
    [4, 6],
  )
  await page.keyboard.type('XY')
  await expect(newComment(page)).toHaveValue('halfXY sentence')
})

test('a comment being edited keeps its words and caret while others change the bug', async ({
  page,
  product,
  signIn,
}) => {
  const ann = await signIn(['customer'])
  const ben = await product.person(['staff'])
  const bugId = await reported(ann)
  await aComment(ann, bugId, 'my words')
  await openLive(page, view(bugId))
  await page.getByRole('button', { name: /^Actions for the comment by/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editor = page.getByRole('textbox', { name: 'Comment', exact: true })
  await editor.pressSequentially(', and more')
  await ben.call(closeBug, { params: { bugId }, body: { closed: true } })
  await expect(timelineParts(page).change('changed the status')).toBeVisible()
  await expect(editor).toBeFocused()
  await page.keyboard.type(' of it')
  await expect(editor).toHaveValue('my words, and more of it')
})

test('the list updates its rows in place, and offers what would move them', async ({ page, product, signIn }) => {
  const ann = await signIn(['staff'])
  const ben = await product.person(['staff'])
  const word = newWord()
  const [first] = [await aBug(product, ann.userId, { title: `${word} one` })]
  await aBug(product, ann.userId, { title: `${word} two` })
  await openLive(page, `/page/bugs/list?keywords=${word}`)
  const list = bugList(page)
  const main = page.getByRole('main')
  const news = main.locator('.list-news').getByRole('button')
  await expect(list.cards).toHaveText([/two/, /one/])

  await ben.call(setBugStatus, { params: { bugId: first }, body: { status: 'In Progress' } })
  await expect(list.cards.nth(1)).toContainText('In Progress')
  await expect(news).toHaveCount(0)

  const top = (await boxOf(list.cards.first())).y
  await reported(ben, { title: `${word} three` })
  await expect(news).toHaveText('1 new bug')
  await expect(list.cards).toHaveText([/two/, /one/])
  expect((await boxOf(list.cards.first())).y).toBe(top)
  await expect(main.getByText('of 3 results')).toBeVisible()
  expect(await accessibilityDefects(page)).toEqual([])

  const cleo = await product.person(['staff'])
  await reported(cleo, { title: `${word} four` })
  await expect(news).toHaveText('2 new bugs')
  await news.click()
  await expect(list.cards).toHaveText([/four/, /three/, /two/, /one/])
  await expect(news).toHaveCount(0)
  await expect(list.cards.first().getByRole('link').first()).toBeFocused()
})

test('a row that no longer belongs to the list stays under the pointer, as it is now', async ({
  page,
  product,
  signIn,
}) => {
  const ann = await signIn(['staff'])
  const word = newWord()
  const bugId = await aBug(product, ann.userId, { title: `${word} one` })
  await aBug(product, ann.userId, { title: `${word} two` })
  await openLive(page, `/page/bugs/list?keywords=${word}&closed=false`)
  const list = bugList(page)
  await ann.call(closeBug, { params: { bugId }, body: { closed: true } })
  await expect(list.cards.nth(1)).toContainText('Closed')
  const news = page.getByRole('main').getByRole('button', { name: 'The list has changed' })
  await expect(news).toBeVisible()
  await news.click()
  await expect(list.cards).toHaveText([/two/])
})

test('a lost connection is told of, and what was missed is caught up on', async ({
  page,
  product,
  signIn,
  quietConsole,
}) => {
  quietConsole.forgive(cutLine)
  const ann = await signIn(['staff'])
  const ben = await product.person(['customer'])
  const bugId = await reported(ann)
  const line = await breakableLine(page)
  const sent = sentEvents(page)
  await page.goto(view(bugId))
  await expect.poll(() => sent.filter(([name]) => name === 'look-at').length).toBe(1)
  await expect(timelineParts(page).entries).toHaveCount(1)
  await expect(strip(page)).toHaveAttribute('data-live', 'live')
  await expect(strip(page)).toHaveText('')

  await line.cut()
  await expect(strip(page)).toContainText('Reconnecting…')
  expect(await accessibilityDefects(page)).toEqual([])
  await aComment(ben, bugId, 'while you were away')
  await ann.call(closeBug, { params: { bugId }, body: { closed: true } })
  await expect(comments(page)).toHaveCount(0)
  line.mend()
  await expect(comments(page)).toHaveText([/while you were away/])
  await expect(timelineParts(page).change('changed the status')).toBeVisible()
  await expect(strip(page)).toContainText('This page is up to date.')
  await expect(strip(page)).toHaveText('')
  expect(sent.filter(([name]) => name === 'look-at').length).toBe(2)
})

test('the list catches up after a lost connection', async ({ page, product, signIn, quietConsole }) => {
  quietConsole.forgive(cutLine)
  const ann = await signIn(['staff'])
  const ben = await product.person(['staff'])
  const word = newWord()
  await aBug(product, ann.userId, { title: `${word} one` })
  const line = await breakableLine(page)
  const sent = sentEvents(page)
  await page.goto(`/page/bugs/list?keywords=${word}`)
  await expect.poll(() => sent.filter(([name]) => name === 'look-at')).toEqual([['look-at', { isList: true }]])
  // Nobody is told of a connection that was never there.
  await expect(strip(page)).toHaveAttribute('data-live', 'live')
  await line.cut()
  await expect(strip(page)).toContainText('Reconnecting…')
  await reported(ben, { title: `${word} two` })
  line.mend()
  await expect(page.getByRole('main').getByRole('button', { name: '1 new bug' })).toBeVisible()
})

test('who else looks at a bug or edits it is there to be seen, until they leave', async ({
  page,
  product,
  signIn,
  browser,
}) => {
  const ann = await signIn(['staff'], { fullName: 'Ann Ash' })
  const ben = await product.person(['staff'], { fullName: 'Ben Birch' })
  const cleo = await product.person(['customer'], { fullName: 'Cleo Cole' })
  const bugId = await reported(ann)
  await openLive(page, view(bugId))
  await expect(viewers(page)).toHaveText('')
  const heading = page.getByRole('heading', { level: 1 })
  const top = (await boxOf(heading)).y

  const second = await anotherBrowser(browser, product, ben)
  await openLive(second, `/page/bugs/list/edit/${bugId}`)
  await expect(viewers(page)).toHaveText('Ben Birch is editing.')
  await expect(viewers(second)).toHaveText('Ann Ash is looking.')
  const third = await anotherBrowser(browser, product, cleo)
  await openLive(third, view(bugId))
  await expect(viewers(page)).toHaveText('Cleo Cole is looking. Ben Birch is editing.')
  await expect(viewers(third)).toHaveText('Ann Ash is looking. Ben Birch is editing.')
  expect((await boxOf(heading)).y).toBe(top)
  expect(await accessibilityDefects(page)).toEqual([])

  await second.getByRole('banner').getByRole('link', { name: 'Mothlight' }).click()
  await expect(viewers(page)).toHaveText('Cleo Cole is looking.')
  await third.close()
  await expect(viewers(page)).toHaveText('')
})

test('the page says what it shows on each screen, and nothing when nothing of it is live', async ({ page, signIn }) => {
  const ann = await signIn(['staff'])
  const bugId = await reported(ann)
  const sent = sentEvents(page)
  const looks = () => sent.filter(([name]) => name === 'look-at').map(([, look]) => look)
  await page.goto('/page/bugs/list')
  await expect.poll(looks).toEqual([{ isList: true }])
  await bugList(page).cards.first().getByRole('link').first().click()
  await expect.poll(() => looks().at(-1)).toEqual({ bugId })
  await page.getByRole('main').getByRole('link', { name: 'Edit Your Bug' }).click()
  await expect.poll(() => looks().at(-1)).toEqual({ bugId, isEditing: true })
  await page.goBack()
  await expect.poll(() => looks().at(-1)).toEqual({ bugId })
  await page.getByRole('main').getByRole('link', { name: 'Classify' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Classify bug' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Mothlight' }).click()
  // Whoever classifies looks at the bug until they leave; that nothing is shown may be said again as another part leaves.
  await expect.poll(() => looks().at(-1)).toEqual({})
  const isNothing = (look: unknown) => JSON.stringify(look) === '{}'
  expect(looks().findLast((look) => !isNothing(look))).toEqual({ bugId })
})
