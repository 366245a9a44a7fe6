import { viewBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { listAllNotifications } from '#shared/following/contract.ts'
import { accessibilityDefects } from '#testing/axe.ts'
import { anotherBrowser } from '#e2e/chat/chat-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { reported, timelineParts } from '#e2e/parts/timeline-parts.ts'

const view = (id: string) => `/page/bugs/list/view/${id}`

test('a question by one key finds the reporter, whose answer brings the bug back to the asker at once', async ({
  page,
  product,
  signIn,
  browser,
}) => {
  const reporter = await product.person(['customer'], { fullName: 'Rita Reporter' })
  const bugId = await reported(reporter, { title: `Lamp ${newWord()}` })
  const staff = await signIn(['staff'], { fullName: 'Stan Staff' })
  await page.goto(view(bugId))
  const main = page.getByRole('main')
  const summary = page.locator('.bug-summary')
  await expect(summary).toContainText('unanswered')
  await expect(page.locator('.live-strip')).toHaveAttribute('data-live', 'live')

  await page.keyboard.press('q')
  const question = main.getByRole('textbox', { name: 'Question to the reporter' })
  await expect(question).toBeFocused()
  expect(await accessibilityDefects(page)).toEqual([])
  await page.keyboard.type('Which lamp is it?')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(main.getByText('Waiting for reporter: asked')).toContainText('by Stan Staff')
  await expect(page.getByText('The reporter was asked')).toBeVisible()
  await expect(main.getByRole('textbox', { name: 'New comment' })).toBeVisible()
  await expect(summary).toContainText('waiting')
  await expect(timelineParts(page).entries.last()).toContainText('asks the reporter')

  const theirs = await anotherBrowser(browser, product, reporter)
  await theirs.goto(view(bugId))
  await expect(theirs.getByText('Stan Staff asks you a question')).toBeVisible()
  await theirs.getByRole('link', { name: 'Show the question' }).click()
  await expect(theirs.getByText('Which lamp is it?')).toBeInViewport()
  // What was read still waits.
  await theirs.goto('/')
  const waits = theirs.getByRole('region', { name: 'Waiting for you' })
  await expect(waits.getByRole('listitem')).toContainText([/Lamp .*waiting/])
  await waits.getByRole('listitem').click()
  await theirs.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(theirs.getByRole('textbox', { name: 'New comment' })).toBeFocused()
  await theirs.keyboard.type('The one in the hall')
  await theirs.keyboard.press('ControlOrMeta+Enter')
  await expect(theirs.getByText('New Comment Added!')).toBeVisible()
  await theirs.goto('/')
  await expect(waits).toContainText('Nobody waits for you.')

  await expect(timelineParts(page).entries.last()).toContainText('The one in the hall')
  await expect(main.getByText('Waiting for reporter: asked')).toHaveCount(0)
  await expect(summary).toContainText('unanswered')
  // The open page has seen it, sooner or later.
  const told = async () => {
    const states = await Promise.all(
      (['unread', 'read'] as const).map((state) => staff.call(listAllNotifications, { query: { state } })),
    )
    return states.flatMap(({ body }) => body.result.map(({ reason }) => reason))
  }
  await expect.poll(told).toContain('answered')
})

test('a question from a row of the list opens its bug with the box for it, and is taken back by Undo', async ({
  page,
  product,
  signIn,
}) => {
  const word = newWord()
  const reporter = await product.person(['customer'])
  const bugId = await reported(reporter, { title: `Lamp ${word}` })
  const staff = await signIn(['staff'])
  await page.goto(`/page/bugs/list?keywords=${word}%20is:unanswered%20sort:waiting`)
  const row = page.locator(`[data-bug="${bugId}"]`)
  await expect(row).toContainText('unanswered')
  await row.getByRole('link').first().focus()
  await page.keyboard.press('q')
  const question = page.getByRole('main').getByRole('textbox', { name: 'Question to the reporter' })
  await expect(question).toBeFocused()
  await question.fill('Which lamp is it?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Comment Deleted!')).toBeVisible()
  await expect(page.getByText('Waiting for reporter: asked')).toHaveCount(0)
  expect((await staff.call(viewBug, { params: { bugId } })).body.result.isWaiting).toBe(false)
})

test('the queues of questions show for how long somebody has waited, and a question that can’t be stored stays one', async ({
  page,
  product,
  signIn,
}) => {
  const word = newWord()
  const reporter = await product.person(['customer'])
  const other = await product.person(['customer'])
  const [waiting, owed] = [
    await reported(reporter, { title: `Lamp ${word}` }),
    await reported(other, { title: `Bulb ${word}` }),
  ]
  const staff = await signIn(['staff'])
  const body = { message: 'Which lamp?', asks: true }
  await staff.call(addComment, { params: { bugId: waiting }, body })
  await page.goto('/page/bugs/list?view=waiting-for-reporter')
  await expect(page.locator(`[data-bug="${waiting}"]`)).toContainText('waiting')
  await expect(page.locator(`[data-bug="${owed}"]`)).toHaveCount(0)

  await page.goto(view(owed))
  await expect(page.getByRole('textbox', { name: 'New comment' })).toBeVisible()
  await page.keyboard.press('q')
  await page.getByRole('textbox', { name: 'Question to the reporter' }).fill('Which bulb?')
  await page.route('**/comments/new', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByText('New Comment Add FAILED!')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Question to the reporter' })).toHaveValue('Which bulb?')
  await expect(page.getByText('Waiting for reporter: asked')).toHaveCount(0)
  await page.unroute('**/comments/new')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByText('Waiting for reporter: asked')).toBeVisible()
})
