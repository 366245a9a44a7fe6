import { addReader, setBugFields } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { followBug } from '#shared/following/contract.ts'
import { accessibilityDefects } from '#testing/axe.ts'
import { bulkParts } from '#e2e/list/bulk-parts.ts'
import { anotherBrowser } from '#e2e/chat/chat-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { newWord, numbered } from '#e2e/parts/sample-bug.ts'
import { reported } from '#e2e/parts/timeline-parts.ts'

const view = (id: string) => `/page/bugs/list/view/${id}`

test('a bug that becomes private is gone for who may not see it: page, list, search, live and news', async ({
  page,
  product,
  signIn,
  browser,
  quietConsole,
}) => {
  const word = newWord()
  const reporter = await product.person(['customer'], { fullName: 'Rita Reporter' })
  const other = await product.person(['customer'], { fullName: 'Otto Other' })
  const bugId = await reported(reporter, { title: `Leak ${word}` })
  await other.call(followBug, { params: { bugId }, body: { following: true } })
  const [otherPage, otherList] = [
    await anotherBrowser(browser, product, other),
    await anotherBrowser(browser, product, other),
  ]
  await otherPage.goto(view(bugId))
  const typed = otherPage.getByRole('main').getByRole('textbox', { name: 'New comment' })
  await typed.fill('Words that must not be lost')
  await otherList.goto(`/page/bugs/list?keywords=${word}`)
  await expect(otherList.locator(`[data-bug="${bugId}"]`)).toBeVisible()
  for (const one of [otherPage, otherList])
    await expect(one.locator('.live-strip')).toHaveAttribute('data-live', 'live')

  await signIn(['staff'], { fullName: 'Stan Staff' })
  await page.goto(view(bugId))
  const facts = page.locator('.bug-facts')
  await page.getByRole('button', { name: 'Make private' }).click()
  const question = page.getByRole('alertdialog', { name: 'Make this bug private?' })
  const fields = `**/api/bug/${bugId}/fields*`
  quietConsole.forgive(/Failed to load resource: net::ERR_FAILED/)
  await page.route(fields, (route) => route.abort())
  await question.getByRole('button', { name: 'Make private' }).click()
  await expect(facts.getByRole('alert')).toHaveText(/^Can see it: Not changed\. /)
  await page.unroute(fields)
  await facts.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('button', { name: 'Make private' })).toBeFocused()
  await page.getByRole('button', { name: 'Make private' }).click()
  await expect(question).toContainText('its reporter, its assignee, you, people whom you add')
  await question.getByRole('button', { name: 'Make private' }).click()
  await expect(facts).toContainText('Stan Staff')
  await expect(page.getByRole('button', { name: 'Make visible' })).toBeFocused()
  await expect(page.locator('.bug-summary')).toContainText('Private')

  // Who may not see it any more finds that it is not there, within a second, as an address that never was.
  await expect(otherPage.getByText('There is no bug at this address')).toBeVisible()
  await expect(otherList.locator(`[data-bug="${bugId}"]`)).toHaveCount(0)
  await otherPage.goto(view('f'.repeat(24)))
  await expect(otherPage.getByText('There is no bug at this address')).toBeVisible()
  const unknown = await otherPage.getByRole('main').innerText()
  await otherPage.goto(view(bugId))
  await expect(otherPage.getByText('There is no bug at this address')).toBeVisible()
  expect(await otherPage.getByRole('main').innerText()).toBe(unknown)
  await reporter.call(addComment, { params: { bugId }, body: { message: 'Private words' } })
  await otherPage.goto('/page/home')
  await expect(otherPage.getByRole('main')).not.toContainText(word)

  // It is there again for who is let in, with what they had typed.
  await reporter.call(addReader, { params: { bugId }, body: { userId: other.userId } })
  await otherPage.goto(view(bugId))
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText(`Leak ${word}`)
  await expect(typed).toHaveValue('Words that must not be lost')
  expect(await accessibilityDefects(page)).toEqual([])
  await page.keyboard.press('z')
  await expect(page.getByRole('button', { name: 'Make private' })).toBeVisible()
  await expect(page.locator('.bug-summary')).not.toContainText('Private')
})

test('each role that may not see a private bug finds it nowhere, and who may see it finds it everywhere', async ({
  product,
  browser,
}) => {
  const word = newWord()
  const reporter = await product.person(['customer'])
  const bugId = await reported(reporter, { title: `Secret ${word}` })
  await reporter.call(setBugFields, { params: { bugId }, query: {}, body: { isPrivate: true } })
  for (const [role, isSeen] of [
    ['customer', false],
    ['staff', false],
    ['support', false],
    ['admin', true],
  ] as const) {
    const window = await anotherBrowser(browser, product, await product.person([role]))
    await window.goto(`/page/bugs/list?keywords=${word}`)
    await expect(window.getByRole('main')).toContainText(isSeen ? '1' : word)
    await expect(window.locator(`[data-bug="${bugId}"]`)).toHaveCount(isSeen ? 1 : 0)
    await window.goto(view(bugId))
    if (isSeen) await expect(window.getByRole('heading', { level: 1 })).toHaveText(`Secret ${word}`)
    else await expect(window.getByText('There is no bug at this address')).toBeVisible()
    await window.goto('/page/bugs/report')
    await window.getByRole('textbox', { name: 'Title' }).fill(`Secret ${word}`)
    if (isSeen) await expect(window.locator('.similar-bug')).toContainText(word)
    else await expect(window.locator('.similar-bug')).toHaveCount(0)
    await window.close()
  }
})

test('a report can be private from the start, and the form says who will see it', async ({ page, product, signIn }) => {
  const word = newWord()
  const reporter = await signIn(['customer'])
  await page.goto('/page/bugs/report')
  const form = reportForm(page)
  await expect(form.isPrivate).toHaveAccessibleDescription('Seen by everybody who can see bugs')
  await form.isPrivate.check()
  await expect(form.isPrivate).toHaveAccessibleDescription(/^Seen only by you, its assignee/)
  await form.fill(word)
  await page.reload()
  await expect(form.isPrivate).toBeChecked()
  await form.button.click()
  await expect(form.linkTo(word)).toBeVisible()
  await expect(form.isPrivate).not.toBeChecked()
  const { rows } = await product.database.pool.query('select is_private, created_by from bugs where title = $1', [word])
  expect(rows).toEqual([{ is_private: true, created_by: reporter.userId }])
})

test('many bugs are made private at once, and it is taken back', async ({
  page,
  product,
  signInWithBugs,
  openList,
}) => {
  const word = newWord()
  await signInWithBugs(['admin'], ...numbered(word, 3))
  await openList(`keywords=${word}`)
  const bulk = bulkParts(page)
  await bulk.box(`${word} 1`).check()
  await bulk.selectPage.click()
  await bulk.fact('Private').click()
  await bulk.option('yes').click()
  const question = page.getByRole('alertdialog', { name: 'Make 3 bugs private?' })
  await expect(question).toContainText('by its reporter, its assignee, you')
  await question.getByRole('button', { name: 'Make private' }).click()
  await expect(bulk.said).toContainText('3 bugs changed')
  await expect(page.getByRole('main').locator('.private-mark')).toHaveCount(3)
  const privates = `select count(*)::int as count from bugs where title like $1 and is_private`
  expect((await product.database.pool.query(privates, [`${word} %`])).rows).toEqual([{ count: 3 }])
  await bulk.undo.click()
  await expect(page.getByRole('main').locator('.private-mark')).toHaveCount(0)
  expect((await product.database.pool.query(privates, [`${word} %`])).rows).toEqual([{ count: 0 }])
})
