import { assignBug, classifyBug, closeBug, editBug, setBugStatus } from '#shared/bugs/contract.ts'
import { deleteComment, editComment } from '#shared/comments/contract.ts'
import { accessibilityDefects } from '#testing/axe.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { boxOf } from '#e2e/parts/settled.ts'
import { failedCall } from '#e2e/parts/stumbling-server.ts'
import { entriesOf, reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import { expectToast } from '#e2e/parts/toasts.ts'

test('a timeline tells who did what, before and after, with the comments among it', async ({
  page,
  product,
  signIn,
}) => {
  const ann = await signIn(['staff'], { fullName: 'Ann Ash' })
  const ben = await product.person(['staff'], { fullName: 'Ben Birch' })
  const bugId = await reported(ann)
  const params = { bugId }
  await aComment(ben, bugId, 'I see it too.')
  await ben.call(assignBug, { params, body: { userId: ann.userId } })
  await ann.call(setBugStatus, { params, body: { status: 'In Progress' } })
  await ben.call(classifyBug, { params, body: { classification: 'approved' } })
  await aComment(ann, bugId, 'It is the bulb.')
  await ann.call(closeBug, { params, body: { closed: true } })

  await page.goto(view(bugId))
  const timeline = timelineParts(page)
  await expect(timeline.entries).toHaveText([
    /Ann Ash reported this bug · just now/,
    /Ben Birch.*I see it too\./,
    /Ben Birch assigned Ann Ash · just now/,
    /Ann Ash changed the status from Open to In Progress/,
    /Ben Birch changed the classification from unclassified to approved/,
    /Ann Ash.*It is the bulb\./,
    /Ann Ash changed the status from In Progress to Closed/,
  ])
  await expect(timeline.changes.locator('time')).toHaveCount(5)
})

test('the filter shows comments or changes alone, and stays in the address', async ({ page, signIn }) => {
  const ann = await signIn(['staff'])
  const bugId = await reported(ann)
  await aComment(ann, bugId, 'one')
  await ann.call(closeBug, { params: { bugId }, body: { closed: true } })
  await aComment(ann, bugId, 'two')
  await page.goto(view(bugId))
  const timeline = timelineParts(page)
  await expect(timeline.entries).toHaveCount(4)
  await expect(timeline.filter('All')).toBeChecked()

  await timeline.choose('Comments')
  await expect(timeline.entries).toHaveText([/one/, /two/])
  await expect(page).toHaveURL(/\?timeline=comments$/)
  await page.reload()
  await expect(timeline.filter('Comments')).toBeChecked()
  await expect(timeline.entries).toHaveText([/one/, /two/])

  await timeline.filter('Comments').focus()
  await page.keyboard.press('ArrowRight')
  await expect(timeline.filter('Changes')).toBeFocused()
  await expect(timeline.entries).toHaveText([/reported this bug/, /changed the status/])
  await expect(page).toHaveURL(/\?timeline=changes$/)
  await timeline.choose('All')
  await expect(timeline.entries).toHaveCount(4)
  await expect(page).toHaveURL(view(bugId))
})

test('a changed title shows its words before and after, and long texts show what changed on request', async ({
  page,
  signIn,
}) => {
  const ann = await signIn(['staff'], { fullName: 'Ann Ash' })
  const lines = Array.from({ length: 12 }, (_, index) => `Line ${index + 1}`)
  const bugId = await reported(ann, { title: 'Lamp flickers at dusk', description: lines.join('\n') })
  await ann.call(editBug, {
    params: { bugId },
    body: {
      title: 'Lamp flickers at night',
      description: lines.with(5, 'Line 6 is another now').join('\n'),
      stepsToReproduce: 'Wait for dusk.',
    },
  })
  await page.goto(view(bugId))
  const timeline = timelineParts(page)
  const entry = timeline.change('changed the title and the description')
  await expect(entry.getByRole('deletion')).toHaveText('dusk')
  await expect(entry.getByRole('insertion')).toHaveText('night')

  await entry.getByRole('button', { name: 'Show what changed' }).click()
  const difference = entry.getByRole('figure', { name: 'What changed in the description' })
  await expect(difference.getByRole('deletion')).toHaveText('Line 6')
  await expect(difference.getByRole('insertion')).toHaveText('Line 6 is another now')
  await expect(difference).not.toContainText('Line 12')
  await difference.getByRole('button', { name: '4 unchanged lines' }).click()
  await expect(difference).toContainText('Line 12')
  await entry.getByRole('button', { name: 'Hide what changed' }).click()
  await expect(difference).toHaveCount(0)
})

test('what was changed in a comment can be seen, until its words are deleted', async ({ page, signIn }) => {
  const ann = await signIn(['customer'], { fullName: 'Ann Ash' })
  const bugId = await reported(ann)
  const commentId = await aComment(ann, bugId, 'I think it is the cable')
  const params = { bugId, commentId }
  await ann.call(editComment, { params, body: { message: 'I think it is the bulb' } })
  await page.goto(view(bugId))
  const timeline = timelineParts(page)
  const entry = timeline.change('Ann Ash edited their comment')
  await entry.getByRole('button', { name: 'Show what changed' }).click()
  await expect(entry.getByRole('deletion')).toHaveText('I think it is the cable')
  await expect(entry.getByRole('insertion')).toHaveText('I think it is the bulb')

  await ann.call(deleteComment, { params })
  await expect(timeline.change('Ann Ash deleted their comment')).toBeVisible()
  await expect(timeline.region).not.toContainText('cable')
})

test('earlier entries come on request, and what is being read stays where it is', async ({ page, signIn }) => {
  const ann = await signIn(['staff'])
  const bugId = await reported(ann)
  for (let n = 1; n <= 66; n++) await aComment(ann, bugId, `comment number ${n}`)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/timeline?')) calls.push(new URL(request.url()).search)
  })
  await page.goto(view(bugId))
  const timeline = timelineParts(page)
  await expect(timeline.entries).toHaveCount(30)
  await expect(timeline.entries.first()).toContainText('comment number 37')
  expect(calls).toEqual(['?filter=all&limit=30'])

  const first = page.getByText('comment number 37', { exact: true })
  const top = async () => (await boxOf(first)).y
  const before = await top()
  await timeline.earlier.click()
  await expect(timeline.entries).toHaveCount(60)
  expect(Math.abs((await top()) - before)).toBeLessThan(2)

  await timeline.earlier.focus()
  await page.keyboard.press('Enter')
  await expect(timeline.entries).toHaveCount(67)
  await expect(timeline.entries.first()).toContainText('reported this bug')
  // With nothing left to show, the button is gone and the focus is where the reader was.
  await expect(timeline.earlier).toHaveCount(0)
  await expect(timeline.entries.nth(7)).toBeFocused()
})

test('an address that names a comment far back leads to it', async ({ page, signIn }) => {
  const ann = await signIn(['staff'])
  const bugId = await reported(ann)
  const commentId = await aComment(ann, bugId, 'the very first')
  for (let n = 1; n <= 40; n++) await aComment(ann, bugId, `comment number ${n}`)
  await page.goto(`${view(bugId)}#comment-${commentId}`)
  await expect(page.getByText('the very first', { exact: true })).toBeInViewport()
})

test('a timeline that can’t be read says so beside the bug, and is there after another try', async ({
  page,
  quietConsole,
  signInWithBug,
}) => {
  quietConsole.forgive(failedCall)
  const { id: bugId } = await signInWithBug(['customer'], { title: 'Still to be read' })
  let isAway = true
  await page.route('**/timeline?*', (route) => (isAway ? route.fulfill({ status: 500 }) : route.continue()))
  await page.goto(view(bugId))
  const timeline = timelineParts(page)
  await expect(timeline.region.getByRole('alert')).toContainText('The timeline could not be loaded')
  await expect(page.getByRole('heading', { level: 1, name: 'Still to be read' })).toBeVisible()
  isAway = false
  await timeline.region.getByRole('button', { name: 'Try again' }).click()
  await expect(timeline.region.getByRole('alert')).toHaveCount(0)
})

test('a bug can be seen as it was, marked as old, with a way back to the entry', async ({ page, signIn }) => {
  const ann = await signIn(['staff'], { fullName: 'Ann Ash' })
  const bugId = await reported(ann, { title: 'Lamp flickers', description: 'the first words' })
  await aComment(ann, bugId, 'said in time')
  await ann.call(setBugStatus, { params: { bugId }, body: { status: 'In Progress' } })
  await aComment(ann, bugId, 'said later')
  await ann.call(editBug, {
    params: { bugId },
    body: { title: 'Lamp burns', description: 'other words', stepsToReproduce: 'Wait.' },
  })
  await page.goto(view(bugId))
  const timeline = timelineParts(page)
  await timeline.menuOf('changed the status').click()
  await timeline.item('Bug as it was then').click()

  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Lamp flickers')
  await expect(main.getByRole('note')).toContainText('This is how the bug was')
  await expect(page).toHaveURL(/\/as-of\/\d+$/)
  for (const text of ['the first words', 'In Progress', 'said in time']) {
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(main).not.toContainText('said later')
  await expect(main.getByRole('textbox')).toHaveCount(0)
  await page.reload()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Lamp flickers')

  await main.getByRole('link', { name: 'Back to the bug as it is now' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Lamp burns')
  await expect(timeline.change('changed the status')).toBeInViewport()

  await page.goto(`${view(bugId)}/as-of/999999`)
  await expect(page.getByText('This bug’s timeline has no entry at this address')).toBeVisible()
  await page.goto(`${view('f'.repeat(24))}/as-of/1`)
  await expect(page.getByText('Invalid Bug Id!', { exact: true })).toBeVisible()
})

test('a change is undone after a question that says what will happen', async ({ page, signIn }) => {
  const ann = await signIn(['staff'], { fullName: 'Ann Ash' })
  const bugId = await reported(ann)
  await ann.call(classifyBug, { params: { bugId }, body: { classification: 'approved' } })
  await page.goto(view(bugId))
  const timeline = timelineParts(page)
  await timeline.menuOf('reported this bug').click()
  await expect(timeline.item('Undo')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await timeline.menuOf('changed the classification').click()
  await timeline.item('Undo').click()
  await expect(timeline.dialog).toContainText('The classification will be unclassified again.')
  await expect(timeline.cancel).toBeFocused()
  expect(await accessibilityDefects(page)).toEqual([])
  await timeline.cancel.click()
  await expect(timeline.dialog).toHaveCount(0)
  await expect(timeline.menuOf('changed the classification')).toBeFocused()

  await timeline.menuOf('changed the classification').click()
  await timeline.item('Undo').click()
  await timeline.confirm.click()
  await expectToast(page, 'success', 'Change Undone!')
  await expect(timeline.dialog).toHaveCount(0)
  await expect(timeline.change('took back a change of the classification: from approved to unclassified')).toBeVisible()
  await expect(timeline.change('changed the classification').getByText('taken back')).toBeVisible()
  await expect(page.getByRole('main').locator('.classification').first()).toHaveText(/unclassified/)
  await timeline.menuOf('changed the classification').first().click()
  await expect(timeline.item('Bug as it was then')).toBeVisible()
  await expect(timeline.item('Undo')).toHaveCount(0)
})

test('an undo that later changes stand against changes nothing, and names them', async ({ page, product, signIn }) => {
  const ann = await signIn(['staff'], { fullName: 'Ann Ash' })
  const ben = await product.person(['staff'], { fullName: 'Ben Birch' })
  const bugId = await reported(ann)
  await ann.call(setBugStatus, { params: { bugId }, body: { status: 'In Progress' } })
  await ben.call(setBugStatus, { params: { bugId }, body: { status: 'Resolved' } })
  const before = await entriesOf(ann, bugId)
  await page.goto(view(bugId))
  const timeline = timelineParts(page)
  await timeline.menuOf('Ann Ash changed the status').click()
  await timeline.item('Undo').click()
  await timeline.confirm.click()
  await expectToast(page, 'error', 'Undo FAILED!')
  await expect(timeline.dialog.getByRole('alert')).toContainText('Nothing was changed.')
  await expect(timeline.dialog.getByRole('alert')).toContainText(
    'Ben Birch changed the status from In Progress to Resolved',
  )
  expect(await entriesOf(ann, bugId)).toHaveLength(before.length)
})

test('whoever may not make a change may not undo it', async ({ page, product, signIn }) => {
  const ann = await product.person(['staff'])
  const bugId = await reported(ann)
  await ann.call(closeBug, { params: { bugId }, body: { closed: true } })
  await signIn(['customer'])
  await page.goto(view(bugId))
  const timeline = timelineParts(page)
  await timeline.menuOf('changed the status').click()
  await expect(timeline.item('Bug as it was then')).toBeVisible()
  await expect(timeline.item('Undo')).toHaveCount(0)
})
