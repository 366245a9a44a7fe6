import { followBug, viewBugLevel } from '#shared/following/contract.ts'
import { closeBug, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { createView, viewView } from '#shared/views/contract.ts'
import { accessibilityDefects } from '#testing/axe.ts'
import { expect, test } from '#testing/browser-test.ts'
import type { Caller } from '#testing/test-app.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { boxOf } from '#e2e/parts/settled.ts'
import { sticksOut } from '#e2e/parts/sticks-out.ts'
import type { Page } from '@playwright/test'

function newsParts(page: Page) {
  const bar = page.getByRole('banner')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  return {
    none: bar.getByRole('button', { name: 'Notifications', exact: true }),
    bell: bar.getByRole('button', { name: /^Notifications/ }),
    of: (count: string) => bar.getByRole('button', { name: `Notifications: ${count}`, exact: true }),
    panel,
    rows: panel.getByRole('listitem'),
    row: (title: string) => panel.getByRole('link', { name: new RegExp(title) }),
    seeAll: panel.getByRole('button', { name: 'Mark all as done' }),
  }
}

const closed = (person: Caller, bugId: string) => person.call(closeBug, { params: { bugId }, body: { closed: true } })

async function follow(person: Caller, bugId: string): Promise<void> {
  const { status } = await person.call(followBug, { params: { bugId }, body: { following: true } })
  expect(status).toBe(200)
}

test('what others do to a followed bug is told at once, in words, and is seen when the bug is opened', async ({
  page,
  product,
  signIn,
}) => {
  const me = await signIn(['customer'])
  const ada = await product.person(['staff'], { fullName: 'Ada Ash' })
  const [title, other] = [newWord(), newWord()]
  const bugId = await aBug(product, me.userId, { title })
  const otherId = await aBug(product, me.userId, { title: other })
  await follow(me, bugId)
  await follow(me, otherId)
  const news = newsParts(page)
  await page.goto('/')
  await expect(news.none).toBeVisible()
  await news.none.click()
  await expect(news.panel.getByText('Nothing new')).toBeVisible()
  expect(await accessibilityDefects(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(news.none).toBeFocused()

  await ada.call(closeBug, { params: { bugId }, body: { closed: true } })
  await expect(news.of('1 bug')).toBeVisible()
  await aComment(ada, otherId, 'I see it too.')
  await expect(news.of('2 bugs')).toBeVisible()
  await aComment(ada, otherId, 'And again.')
  await news.bell.click()
  await expect(news.row(title)).toContainText('Ada Ash closed it')
  await expect(news.row(title)).toContainText('Closed')
  await expect(news.row(other)).toContainText('2 changes, last: Ada Ash commented')
  await expect(news.rows.first()).toContainText(other)

  await news.row(title).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(news.panel).toHaveCount(0)
  await expect(news.of('1 bug')).toBeVisible()
  await news.bell.click()
  await expect(news.row(title)).toHaveCount(0)
  await news.seeAll.click()
  await expect(news.none).toBeFocused()
  await page.reload()
  await expect(news.none).toBeVisible()
})

test('what comes while the bug is on screen is seen with it, once somebody looks there', async ({
  page,
  product,
  signIn,
}) => {
  const me = await signIn(['customer'])
  const ada = await product.person(['staff'], { fullName: 'Ada Ash' })
  const [shown, other] = [newWord(), newWord()]
  const bugId = await aBug(product, me.userId, { title: shown })
  const otherId = await aBug(product, me.userId, { title: other })
  for (const id of [bugId, otherId]) await follow(me, id)
  const news = newsParts(page)
  await page.goto(`/page/bugs/list/view/${bugId}`)
  await expect(page.getByLabel('New comment')).toBeVisible()
  await aComment(ada, bugId, 'While you look.')
  await expect(page.getByText('While you look.')).toBeVisible()
  await aComment(ada, otherId, 'While you don’t.')
  await expect(news.of('1 bug')).toBeVisible()
  await news.bell.click()
  await expect(news.rows).toHaveCount(1)
  await expect(news.row(other)).toBeVisible()

  await test.step('not in a window beside the one that somebody works in', async () => {
    await page.evaluate(() => {
      document.hasFocus = () => false
      window.dispatchEvent(new Event('blur'))
    })
    await aComment(ada, bugId, 'While you are elsewhere.')
    await expect(news.rows).toHaveCount(2)
    await expect(page.getByText('While you are elsewhere.')).toBeVisible()
    // What comes later is told, and by then an answer to the first would have been.
    await aComment(ada, otherId, 'So is this.')
    await expect(news.row(other)).toContainText('2 changes')
    await expect(news.rows).toHaveCount(2)
    await page.evaluate(() => {
      document.hasFocus = () => true
      window.dispatchEvent(new Event('focus'))
    })
    await expect(news.rows).toHaveCount(1)
  })
})

test('all notifications stand on a page, with why, and are done or made fewer by one press or key', async ({
  page,
  product,
  signIn,
}) => {
  const me = await signIn(['customer'])
  const ada = await product.person(['staff'], { fullName: 'Ada Ash' })
  const [first, second] = [newWord(), newWord()]
  const ids = [await aBug(product, me.userId, { title: first }), await aBug(product, me.userId, { title: second })]
  for (const id of ids) {
    await follow(me, id)
    await aComment(ada, id, 'I see it too.')
  }
  const news = newsParts(page)
  await page.goto('/')
  await expect(page).toHaveTitle(/^\(2\) /)
  await news.bell.click()
  await news.panel.getByRole('link', { name: 'All notifications' }).click()
  const entries = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText(second)
  await expect(entries.first()).toContainText('Because you reported it')
  expect(await accessibilityDefects(page)).toEqual([])

  await entries
    .first()
    .getByRole('button', { name: /^Hear less of this bug: only status/ })
    .click()
  await expect(page.getByText('You hear only of its status')).toBeVisible()
  await aComment(ada, ids[1] ?? '', 'And again.')
  await closed(ada, ids[0] ?? '')
  await expect(entries.first()).toContainText('2 changes, last: Ada Ash closed it')
  await expect(entries.nth(1).getByText('Ada Ash commented', { exact: true })).toBeVisible()

  await entries.first().getByRole('link').focus()
  await page.keyboard.press('j')
  await expect(entries.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('k')
  await expect(entries.first().getByRole('link')).toBeFocused()
  await page.keyboard.press('d')
  await expect(entries).toHaveCount(1)
  await expect(entries.first().getByRole('link')).toBeFocused()
  await expect(page).toHaveTitle(/^\(1\) Notifications/)
  await page.getByText('Done', { exact: true }).click()
  await expect(entries).toHaveCount(1)
  await expect(entries).toContainText(first)
  await page.getByText('Unread', { exact: true }).click()
  await page.getByRole('button', { name: 'Mark all as done' }).click()
  await expect(page.getByText('Nothing unread')).toBeVisible()
  await expect(page).toHaveTitle(/^Notifications/)

  // The last one first, then the one before it; the message offers the last one too.
  await page.keyboard.press('z')
  await expect(entries).toHaveCount(1)
  await expect(page).toHaveTitle(/^\(1\) Notifications/)
  await page.keyboard.press('z')
  await expect(entries).toHaveCount(2)
  await expect(entries.filter({ hasText: first })).toHaveCount(1)
  await page.getByRole('button', { name: `Mark as done: ${first}` }).click()
  await expect(entries).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(entries).toHaveCount(2)

  // To look at a bug is to read of it, and no more.
  await entries.filter({ hasText: first }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\) /)
  await page.goBack()
  await expect(entries).toHaveCount(1)
  await page.getByText('Read', { exact: true }).click()
  await expect(entries).toContainText(first)
  await entries.first().getByRole('link').focus()
  await page.keyboard.press('d')
  await expect(page.getByText('Nothing left to mark as done')).toBeVisible()
  await page.getByText('Done', { exact: true }).click()
  await expect(entries).toContainText(first)
  await page.keyboard.press('z')
  await expect(page.getByText('Nothing done yet')).toBeVisible()
  await page.getByText('Read', { exact: true }).click()
  await expect(entries).toContainText(first)
})

test('hearing less is put back where it was pressed, as it was chosen before, with what became done by it', async ({
  page,
  product,
  signIn,
}) => {
  const me = await signIn(['customer'])
  const ada = await product.person(['staff'], { fullName: 'Ada Ash' })
  const bugId = await aBug(product, me.userId, { title: newWord() })
  await follow(me, bugId)
  await aComment(ada, bugId, 'I see it too.')
  const level = async () => (await me.call(viewBugLevel, { params: { bugId } })).body.result
  const less = (what: string) => page.getByRole('button', { name: new RegExp(`^Hear less of this bug: ${what}`) })
  const said = page.getByRole('region', { name: 'Status messages' })
  const putBack = said.getByRole('button', { name: 'Put it back' })
  const news = newsParts(page)
  await page.goto('/')
  await news.of('1 bug').click()
  await less('only status').click()
  await expect(said.getByText('You hear only of its status, and when you are mentioned')).toBeVisible()
  expect(await level()).toEqual({ level: 'status', chosenFor: 'bug' })
  await putBack.click()
  await expect(said.getByText('You hear of this bug as before')).toBeVisible()
  await expect(putBack).toHaveCount(0)
  expect(await level()).toEqual({ level: 'matters', chosenFor: 'usual' })

  await page.goto('/page/notifications')
  const entries = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  await less('only status').click()
  await less('only mentions').click()
  await expect(page.getByText('Nothing unread')).toBeVisible()
  await expect(said.getByText('You hear only when you are mentioned')).toBeVisible()
  await putBack.click()
  await expect(entries).toContainText('Ada Ash commented')
  await expect(news.of('1 bug')).toBeVisible()
  expect(await level()).toEqual({ level: 'status', chosenFor: 'bug' })
  expect((await me.call(viewBug, { params: { bugId } })).body.result.isFollowing).toBe(true)
})

test('a view’s bell has one told of what is new there, together, and one press ends that', async ({
  page,
  product,
  signIn,
}) => {
  const me = await signIn(['staff'])
  const word = newWord()
  const body = { name: `All of ${word}`, search: { keywords: word }, isShared: false }
  const { result: view } = (await me.call(createView, { body })).body
  await page.goto(`/page/bugs/list?view=${view._id}`)
  const bell = page.getByRole('main').getByRole('button', { name: /^Tell me about new bugs here/ })
  await expect(bell).toHaveAccessibleName('Tell me about new bugs here: Not at all')
  await bell.click()
  expect(await accessibilityDefects(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Within minutes' }).click()
  await expect(bell).toHaveAccessibleName('Tell me about new bugs here: Within minutes')
  await expect(bell).toBeFocused()
  const tells = async () => (await me.call(viewView, { params: { viewId: view._id } })).body.result.tells
  await expect.poll(tells).toBe('now')

  const titles = [`${word} lamp`, `${word} bulb`]
  const report = async (title: string) => {
    const reporter = await product.person(['customer'], { fullName: 'Rita Reporter' })
    return (await reporter.call(reportBug, { body: { title, description: 'd', stepsToReproduce: 's' } })).body.result
  }
  for (const title of titles) await report(title)
  // Of what one has looked at before, one is not told.
  const seen = page.waitForResponse((answer) => answer.url().endsWith('/seen'))
  await page.goto(`/page/bugs/list/view/${(await report(`${word} wire`))._id}`)
  expect((await seen).ok()).toBe(true)
  await page.goto('/page/notifications')
  await product.notified()
  await product.runJob('tell-of-views')
  const news = newsParts(page)
  await news.of('1 entry').click()
  await expect(news.rows).toHaveCount(1)
  await expect(news.rows).toContainText(`New in All of ${word}`)
  await news.row('2 bugs').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`New in All of ${word}`)
  for (const title of titles) await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible()
  await page.goto('/page/notifications')
  await page.getByRole('button', { name: `Stop telling me about this view (All of ${word})` }).click()
  const said = page.getByRole('region', { name: 'Status messages' })
  await expect(said.getByText('You hear nothing more of this view')).toBeVisible()
  expect(await tells()).toBe('off')
  await said.getByRole('button', { name: 'Put it back' }).click()
  await expect(said.getByText('You hear of this view as before')).toBeVisible()
  expect(await tells()).toBe('now')
})

test('how much one hears is chosen on the bug’s page and in the profile', async ({ page, product, signIn }) => {
  const me = await signIn(['customer'])
  const bugId = await aBug(product, me.userId, { title: newWord() })
  await page.goto(`/page/bugs/list/view/${bugId}`)
  const choice = page.getByRole('button', { name: 'How much you hear of this bug' })
  await choice.click()
  await page.getByRole('menuitem', { name: /^Nothing/ }).click()
  await expect(page.getByText('You hear nothing of this bug')).toBeVisible()
  await choice.click()
  await expect(page.getByRole('menuitem', { name: /^Nothing ?, as it is now/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/page/users/me')
  const levels = page.getByRole('region', { name: 'Notifications' })
  const kept = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  const all = kept()
  await levels.getByLabel('All bugs').selectOption('Mentions')
  await all
  const one = kept()
  await levels.getByLabel('Bugs', { exact: true }).selectOption('Everything')
  await one
  await page.reload()
  await expect(levels.getByLabel('All bugs')).toHaveValue('mentions')
  await expect(levels.getByLabel('Bugs', { exact: true })).toHaveValue('everything')
})

test('there is no bell for who is logged out or may see no bugs', async ({ page, signIn }) => {
  const news = newsParts(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(news.bell).toHaveCount(0)
  await signIn([])
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(news.bell).toHaveCount(0)
  expect(asked).not.toContain('/api/news')
})

test('the bell fits a narrow bar, and its panel the screen', async ({ page, product, signIn }) => {
  for (const width of [390, 320]) {
    await test.step(`the bell fits the bar of ${width} pixels, and its panel the screen`, async () => {
      await page.setViewportSize({ width, height: 700 })
      const me = await signIn(['customer'])
      const ada = await product.person(['staff'], { fullName: 'Ada Ash' })
      const title = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
      const bugId = await aBug(product, me.userId, { title })
      await follow(me, bugId)
      await aComment(ada, bugId, 'I see it too.')
      const news = newsParts(page)
      await page.goto('/')
      await news.of('1 bug').click()
      await expect(news.row(title)).toBeVisible()
      expect(await sticksOut(page)).toEqual([])
      for (const part of [news.panel, page.getByRole('button', { name: 'Open menu' })]) {
        const box = await boxOf(part)
        expect(box.x >= 0 && box.x + box.width <= width).toBe(true)
      }
    })
  }
})

test('a bug’s page says why its reader was told of something, and why not', async ({ page, product, signIn }) => {
  const me = await signIn(['customer'])
  const ada = await product.person(['staff'], { fullName: 'Ada Ash' })
  const bugId = await aBug(product, me.userId, { title: newWord() })
  await follow(me, bugId)
  await aComment(ada, bugId, 'I see it too.')
  await page.goto(`/page/bugs/list/view/${bugId}`)
  const choice = page.getByRole('button', { name: 'How much you hear of this bug' })
  const dialog = page.getByRole('dialog', { name: 'Why did I (not) get this?' })
  const deeds = dialog.getByRole('list', { name: 'What others did' }).getByRole('listitem')
  const ask = async () => {
    await choice.click()
    await page.getByRole('menuitem', { name: 'Why did I (not) get this?' }).click()
  }
  await ask()
  await expect(deeds).toHaveCount(1)
  await expect(deeds).toContainText('Ada Ash commented')
  await expect(deeds).toContainText('Told, because you reported it.')
  expect(await accessibilityDefects(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(choice).toBeFocused()

  await choice.click()
  await page.getByRole('menuitem', { name: /^Status/ }).click()
  await expect(page.getByText('You hear only of its status')).toBeVisible()
  await aComment(ada, bugId, 'And again.')
  await closed(ada, bugId)
  await expect(page.getByText('And again.')).toBeVisible()
  await ask()
  await expect(deeds).toHaveCount(3)
  await expect(deeds.first()).toContainText('Ada Ash changed its status')
  await expect(deeds.first()).toContainText('Told, because you reported it.')
  await expect(deeds.nth(1)).toContainText('Not told, because you hear only of its status.')
  await expect(deeds.nth(2)).toContainText('Told, because you reported it.')
})
