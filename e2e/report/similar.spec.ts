import { classifyBug, closeBug, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { listTimeline } from '#shared/history/contract.ts'
import { findSimilar } from '#shared/similar/contract.ts'
import { type Product } from '#testing/browser-test.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { stopOf, tabTo } from '#e2e/parts/focus.ts'
import { keyOf, newWord } from '#e2e/parts/sample-bug.ts'
import { settled } from '#e2e/parts/settled.ts'
import { reported } from '#e2e/parts/timeline-parts.ts'
import { expectNoToast, expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { reportForm } from './report-form.ts'
import { similarParts } from './similar-parts.ts'

const report = '/page/bugs/report'

/** A bug by somebody else, whom it affects. */
async function aKnownBug(product: Product, title: string, description = 'It flickers for a minute.'): Promise<string> {
  return reported(await product.person(['staff'], { fullName: 'Ines Ferreira' }), { title, description })
}

/** What the page asks about similar bugs, from now on. */
function watchQuestions(page: Page): Array<{ title: string; description?: string }> {
  const asked: Array<{ title: string; description?: string }> = []
  page.on('request', (request) => {
    if (request.url().endsWith(findSimilar.path)) asked.push(request.postDataJSON() as { title: string })
  })
  return asked
}

test('a bug that exists is seen while its title is typed, and joined instead of reported again', async ({
  page,
  product,
  signIn,
}) => {
  const word = newWord()
  const bugId = await aKnownBug(product, `${word} lamp flickers at dusk`, 'The **whole** description of it.')
  const closer = await product.person(['staff'])
  await closer.call(closeBug, { params: { bugId }, body: { closed: true } })
  const me = await signIn(['customer'])
  await page.goto(report)
  const form = reportForm(page)
  const similar = similarParts(page)
  await form.title.pressSequentially(`Lamp ${word} flickering `)

  const row = similar.row(word)
  await expect(row).toContainText('lamp flickers at dusk')
  await expect(row).toContainText('Closed')
  await expect(row).toContainText(await keyOf(product, bugId))
  await expect(row).toContainText('affects 1 person')
  await expect(similar.marked(word)).toHaveText([word, 'lamp', 'flickers'])
  await expect(similar.region).not.toContainText(/is a duplicate/i)
  await form.description.fill('In the hall, every evening.')
  await form.steps.fill('Wait.')

  await similar.opener(word).click()
  await expect(row.getByText('The whole description of it.')).toBeVisible()
  await similar.mineToo.click()
  await expect(similar.note).toBeFocused()
  await expect(similar.note).toHaveValue('')
  await similar.takeOver.click()
  await expect(similar.note).toHaveValue('In the hall, every evening.')
  await similar.join.click()

  await expect(similar.outcome).toBeFocused()
  await expect(similar.outcome).toContainText('affects 2 people now. You follow it and get its notifications.')
  await expect(similar.rows).toHaveCount(0)
  for (const field of [form.title, form.description, form.steps]) await expect(field).toHaveValue('')
  const { rows } = await product.database.pool.query('select 1 from bugs where title like $1', [`%${word}%`])
  expect(rows).toHaveLength(1)
  const entries = (await me.call(listTimeline, { params: { bugId } })).body.result
  expect(entries.some(({ kind, by }) => kind === 'joined' && by?._id === me.userId)).toBe(true)
  expect(entries.map(({ comment }) => comment?.message)).toContain('In the hall, every evening.')

  await similar.outcome.getByRole('link').click()
  await expect(page).toHaveURL(`${product.origin}/page/bugs/list/view/${bugId}`)
  const main = page.getByRole('main')
  await expect(main.getByText('affects 2 people', { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: /^Affects you/ })).toBeVisible()
  await expect(main.getByRole('button', { name: /^Following/ })).toBeVisible()
})

test('what was written is back with one click after joining, also after the page was left', async ({
  page,
  product,
  openReport,
}) => {
  const word = newWord()
  await aKnownBug(product, `${word} lamp flickers`)
  const form = await openReport()
  const similar = similarParts(page)
  await form.fill(`${word} lamp`, 'My own words', 'My own steps')
  await similar.opener(word).click()
  await similar.mineToo.click()
  await similar.join.click()
  await expect(form.title).toHaveValue('')
  await page.reload()
  await similar.bringBack.click()
  await expect(form.title).toHaveValue(`${word} lamp`)
  await expect(form.description).toHaveValue('My own words')
  await expect(form.steps).toHaveValue('My own steps')
  await expect(similar.bringBack).toHaveCount(0)
})

test('opening a similar bug keeps the draft, and Back returns to it', async ({ page, product, openReport }) => {
  const word = newWord()
  const bugId = await aKnownBug(product, `${word} lamp flickers`)
  const form = await openReport()
  const similar = similarParts(page)
  await form.fill(`${word} lamp`, 'Half a thought', '1. Wait')
  await similar.opener(word).click()
  await similar.open(`${word} lamp flickers`).click()
  await expect(page).toHaveURL(`${product.origin}/page/bugs/list/view/${bugId}`)
  await page.goBack()
  await expect(form.title).toHaveValue(`${word} lamp`)
  await expect(form.description).toHaveValue('Half a thought')
  await expect(similar.row(word)).toBeVisible()
})

test('two words are asked about, at a word’s end or a pause, and outdated answers are dropped', async ({
  page,
  product,
  openReport,
}) => {
  const [one, two] = [newWord(), newWord()]
  await aKnownBug(product, `${one} lamp`)
  await aKnownBug(product, `${two} door`)
  await page.clock.install()
  const form = await openReport()
  const similar = similarParts(page)
  const asked = watchQuestions(page)
  await form.title.pressSequentially(one)
  await form.description.fill('One word of a title says too little.')
  await page.clock.runFor(5_000)
  expect(asked).toEqual([])

  // The first answer is held back until the second one has been shown.
  let letGo = () => {}
  const isHeld = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(`**${findSimilar.path}`, async (route) => {
    if ((route.request().postDataJSON() as { title: string }).title.startsWith(one)) await isHeld
    await route.continue().catch(() => {})
  })
  const first = page.waitForRequest(`**${findSimilar.path}`)
  await form.title.fill(`${one} lamp `)
  const outdated = await first
  await form.title.fill(`${two} door `)
  await expect(similar.row(two)).toBeVisible()
  letGo()
  await (await outdated.response())?.finished()
  await settled(page)
  await expect(similar.row(two)).toBeVisible()
  await expect(similar.row(one)).toHaveCount(0)
  expect(asked.map(({ title }) => title)).toEqual([`${one} lamp`, `${two} door`])
  expect(asked[1]?.description).toBe('One word of a title says too little.')
})

test('the rows stay under the pointer, and newer ones come when it leaves', async ({ page, product, openReport }) => {
  const [one, two] = [newWord(), newWord()]
  await aKnownBug(product, `${one} lamp`)
  await aKnownBug(product, `${two} door`)
  const form = await openReport()
  const similar = similarParts(page)
  await form.title.fill(`${one} lamp `)
  await similar.row(one).hover()
  const answered = page.waitForResponse((response) => response.url().endsWith(findSimilar.path))
  await form.title.fill(`${two} door `)
  await answered
  await expect(similar.region.getByText('Newer ones come when you leave this list.')).toBeVisible()
  await expect(similar.row(one)).toBeVisible()
  await page.mouse.move(200, 200)
  await expect(similar.row(two)).toBeVisible()
  await expect(similar.row(one)).toHaveCount(0)
})

test('a pointer that lies where the list appears does not hold it back, and one that moves or presses there does', async ({
  page,
  product,
  signIn,
}) => {
  const [one, two, three] = [newWord(), newWord(), newWord()]
  for (const [word, name] of [
    [one, 'lamp'],
    [two, 'door'],
    [three, 'gate'],
  ])
    await aKnownBug(product, `${word} ${name}`)
  await signIn(['customer'])
  await page.goto('/')
  await page.mouse.move(1000, 214)
  await page.getByRole('main').getByRole('link', { name: 'Report Bug' }).focus()
  await page.keyboard.press('Enter')
  const form = reportForm(page)
  const similar = similarParts(page)
  await form.title.focus()
  await page.keyboard.type(`${one} lamp `)
  await expect(similar.row(one)).toBeVisible()
  expect(await similar.rows.first().evaluate((row) => row.parentElement?.matches(':hover'))).toBe(true)
  await page.keyboard.type(`${two} door `)
  await expect(similar.row(two)).toBeVisible()

  const isWaiting = similar.region.getByText('Newer ones come when you leave this list.')
  await page.mouse.move(1004, 216)
  await form.title.fill(`${three} gate `)
  await expect(isWaiting).toBeVisible()
  await expect(similar.row(two)).toBeVisible()
  // It moves no more: after a while it only lies there.
  await expect(similar.row(three)).toBeVisible()
  await expect(similar.row(two)).toHaveCount(0)

  await page.mouse.down()
  await form.title.fill(`${one} lamp `)
  await expect(isWaiting).toBeVisible()
  await expect(similar.row(three)).toBeVisible()
  await page.mouse.move(200, 200)
  await expect(similar.row(one)).toBeVisible()
  await page.mouse.up()
})

test('“Not these” hides the list until it is wanted again or the title is about something else', async ({
  page,
  product,
  openReport,
}) => {
  const [one, two] = [newWord(), newWord()]
  await aKnownBug(product, `${one} lamp flickers`)
  await aKnownBug(product, `${two} door squeaks`)
  const form = await openReport()
  const similar = similarParts(page)
  await form.title.fill(`${one} lamp flickers `)
  await expect(similar.row(one)).toBeVisible()
  await similar.notThese.click()
  await expect(similar.rows).toHaveCount(0)
  await expect(similar.showAgain).toBeFocused()
  const answered = page.waitForResponse((response) => response.url().endsWith(findSimilar.path))
  await form.title.fill(`${one} lamp flickers today `)
  await (await answered).finished()
  await settled(page)
  await expect(similar.rows).toHaveCount(0)

  await similar.showAgain.click()
  await expect(similar.row(one)).toBeVisible()
  await similar.notThese.click()
  await form.title.fill(`${two} door squeaks `)
  await expect(similar.row(two)).toBeVisible()
})

test('who may not see bugs is shown none, and nothing is asked', async ({ page, product, signIn }) => {
  const role = newWord()
  await product.database.pool.query('insert into roles (name, permissions) values ($1, $2)', [role, []])
  await aKnownBug(product, `${role} lamp flickers`)
  await signIn([role])
  const asked = watchQuestions(page)
  await page.clock.install()
  await page.goto(report)
  const form = reportForm(page)
  await form.fill(`${role} lamp flickers `)
  await page.clock.runFor(5_000)
  await settled(page)
  await expect(similarParts(page).region).toHaveCount(0)
  await form.button.click()
  await expectToast(page, 'success', 'New Bug has been Reported!')
  expect(asked).toEqual([])
})

test('an answer that refuses is nobody’s business: the report goes out as ever', async ({
  page,
  signIn,
  quietConsole,
}) => {
  for (const status of [429, 500] as const) {
    await test.step(`an answer ${status} is nobody’s business: the report goes out as ever`, async () => {
      quietConsole.forgive(/the server responded with a status of 500/)
      await signIn(['customer'])
      await page.route(`**${findSimilar.path}`, (route) => route.fulfill({ status, body: '{}' }))
      await page.goto(report)
      const form = reportForm(page)
      const answered = page.waitForResponse((response) => response.url().endsWith(findSimilar.path))
      await form.fill(`${newWord()} lamp flickers`)
      await answered
      await expectNoToast(page)
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
      await form.button.click()
      await expectToast(page, 'success', 'New Bug has been Reported!')
    })
  }
})

test('without a mouse: open a similar bug, think better of it, and join it with a note', async ({
  page,
  product,
  openReport,
}) => {
  const word = newWord()
  const bugId = await aKnownBug(product, `${word} lamp flickers`)
  const form = await openReport()
  const similar = similarParts(page)
  await form.title.focus()
  await page.keyboard.insertText(`${word} lamp `)
  await expect(similar.row(word)).toBeVisible()
  await tabTo(page, similar.opener(word))
  await page.keyboard.press('Enter')
  await expect(similar.opener(word)).toHaveAttribute('aria-expanded', 'true')
  await tabTo(page, similar.mineToo)
  await page.keyboard.press('Enter')
  await expect(similar.note).toBeFocused()
  await tabTo(page, similar.cancel)
  await page.keyboard.press('Enter')
  await expect(similar.mineToo).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('Only on Sundays.')
  await page.keyboard.press('Control+Enter')
  await expect(similar.outcome).toBeFocused()
  expect((await stopOf(page))?.name).toContain('You joined')
  const { rows } = await product.database.pool.query('select message from comments where bug_id = $1', [bugId])
  expect(rows).toEqual([{ message: 'Only on Sundays.' }])
})

test('joining a known duplicate joins its original, and says so', async ({ page, product, signIn }) => {
  const word = newWord()
  const original = await aKnownBug(product, 'The first of them all')
  const duplicate = await aKnownBug(product, `${word} lamp flickers`)
  const staff = await product.person(['staff'])
  await staff.call(classifyBug, {
    params: { bugId: duplicate },
    body: { classification: 'duplicate', duplicateOf: original },
  })
  const me = await signIn(['customer'])
  await page.goto(report)
  const similar = similarParts(page)
  await reportForm(page).title.fill(`${word} lamp `)
  await similar.opener(word).click()
  await similar.mineToo.click()
  await similar.join.click()
  await expect(similar.outcome).toContainText('You joined the original')
  await expect(similar.outcome.getByRole('link', { name: 'The first of them all' })).toBeVisible()
  expect((await me.call(viewBug, { params: { bugId: original } })).body.result.isJoined).toBe(true)
})

test('a bug of one’s own can’t be joined', async ({ page, signIn }) => {
  const word = newWord()
  const me = await signIn(['customer'])
  const texts = { title: `${word} lamp flickers`, description: 'Mine', stepsToReproduce: 'Mine' }
  expect((await me.call(reportBug, { body: texts })).status).toBe(200)
  await page.goto(report)
  const similar = similarParts(page)
  await reportForm(page).title.fill(`${word} lamp `)
  await similar.opener(word).click()
  await expect(similar.region.getByText('You reported this bug.')).toBeVisible()
  await expect(similar.mineToo).toHaveCount(0)
})
