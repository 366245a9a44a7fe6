import { assignBug, classifyBug, closeBug, editBug, viewBug } from '#shared/bugs/contract.ts'
import { editComment } from '#shared/comments/contract.ts'
import { type Product } from '#testing/browser-test.ts'
import { clashParts, staleQuestion } from '#e2e/parts/clash-parts.ts'
import { classify, classifyForm } from '#e2e/parts/classify-form.ts'
import { commentParts } from '#e2e/parts/comment-parts.ts'
import { editAny, editForm, editMine } from '#e2e/parts/edit-form.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { aPerson } from '#e2e/people/sample-person.ts'
import { dismissToasts, expectNoToast, expectToast, toastDetail } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

/** The texts of a bug as the database has them. */
async function stored(product: Product, id: string): Promise<unknown> {
  const { rows } = await product.database.pool.query(
    'select title, description, steps_to_reproduce as steps from bugs where id = $1',
    [id],
  )
  return rows[0]
}

/** The page hears nothing of what others do, as on a bad connection. */
async function withoutNews(page: Page, quietConsole: { forgive: (pattern: RegExp) => void }): Promise<void> {
  quietConsole.forgive(/net::ERR_FAILED/)
  await page.route('**/socket.io/**', (route) => route.abort())
}

test('two windows that change different texts both keep theirs, and the form follows the other one', async ({
  page,
  openBrowser,
  product,
  signInWithBug,
}) => {
  const staff = await product.person(['staff'])
  const { id } = await signInWithBug(['customer'], {
    title: 'Before',
    description: 'Before',
    stepsToReproduce: 'Before',
  })
  const other = await openBrowser(staff.cookie)
  const [mine, theirs] = [editForm(page), editForm(other)]
  await page.goto(editMine(id))
  await other.goto(editAny(id))
  await mine.title.fill('Mine')
  await theirs.description.fill('Theirs')
  await theirs.update.click()
  await expectToast(other, 'success', 'Updated Bug Successfully')
  await expect(mine.description).toHaveValue('Theirs')
  await expect(mine.title).toHaveValue('Mine')
  await mine.update.click()
  await expectToast(page, 'success', 'Updated Bug Successfully')
  expect(await stored(product, id)).toEqual({ title: 'Mine', description: 'Theirs', steps: 'Before' })
})

test('different paragraphs of one text are merged, and it is said that they were', async ({
  page,
  product,
  quietConsole,
  openOwnEdit,
}) => {
  await withoutNews(page, quietConsole)
  const staff = await product.person(['staff'])
  const { id, form } = await openOwnEdit({
    title: 'T',
    description: 'One.\n\nTwo.\n\nThree.',
    stepsToReproduce: 'S',
  })
  await form.description.fill('One, by me.\n\nTwo.\n\nThree.')
  await staff.call(editBug, {
    params: { bugId: id },
    body: { title: 'T', description: 'One.\n\nTwo.\n\nThree, by them.', stepsToReproduce: 'S' },
  })
  await form.update.click()
  await expectToast(page, 'success', 'Updated Bug Successfully')
  await expect(toastDetail(page)).toHaveText('Merged with what somebody else changed meanwhile: Description.')
  expect(await stored(product, id)).toMatchObject({ description: 'One, by me.\n\nTwo.\n\nThree, by them.' })
  await expect(page.getByRole('main').getByText('Three, by them.').first()).toBeVisible()
  await page.goto(editMine(id))
  await expect(form.restored).toHaveCount(0)
})

test('the same lines: both texts are shown with who changed them, and nothing is saved before a decision', async ({
  page,
  openBrowser,
  product,
  signIn,
}) => {
  const { userId } = await signIn(['customer'])
  const staff = await product.person(['staff'], { fullName: 'Tomasz Lis' })
  const before = { title: 'The lamp', description: 'It flickers at dusk.', stepsToReproduce: '1. Wait\n2. See' }
  const id = await aBug(product, userId, before)
  const other = await openBrowser(staff.cookie)
  await page.goto(editMine(id))
  await other.goto(editAny(id))
  const [mine, theirs] = [editForm(page), editForm(other)]
  await mine.title.fill('The old lamp')
  await mine.description.fill('It flickers at dawn.')
  await mine.steps.fill('1. Wait\n2. See')
  await theirs.description.fill('It flickers at noon.')
  await theirs.steps.fill('0. Begin\n1. Wait\n2. See')
  await theirs.update.click()
  await expectToast(other, 'success', 'Updated Bug Successfully')
  await other.close()

  await mine.update.click()
  const clash = clashParts(page, 'Description')
  await expect(clash.all).toBeVisible()
  await expect(page).toHaveURL(product.origin + editMine(id))
  await expect(clash.all).toBeFocused()
  await expectNoToast(page)
  await expect(clash.all.getByRole('region')).toHaveCount(1)
  await expect(clash.heading).toHaveText(/^Tomasz Lis \(.+\) changed the description while you did$/)
  await expect(clash.theirs).toHaveText('It flickers at noon.')
  await expect(clash.yours).toHaveText('It flickers at dawn.')
  await expect(clash.theirs.locator('mark')).toHaveText(['noon'])
  await expect(clash.yours.locator('mark')).toHaveText(['dawn'])
  await expect(mine.title).toHaveValue('The old lamp')
  await expect(mine.steps).toHaveValue('0. Begin\n1. Wait\n2. See')
  expect(await stored(product, id)).toMatchObject({ title: 'The lamp', description: 'It flickers at noon.' })

  // Pressing Update once more decides nothing.
  await mine.update.click()
  await expect(clash.choice).toHaveAttribute('aria-invalid', 'true')
  await expect(clash.choice).toHaveAccessibleDescription('Choose one before you save.')
  await expect(clash.choice).toBeFocused()
  expect(await stored(product, id)).toMatchObject({ description: 'It flickers at noon.' })

  await clash.takeTheirs.check()
  await expect(mine.description).toHaveValue('It flickers at noon.')
  await clash.keepMine.check()
  await expect(mine.description).toHaveValue('It flickers at dawn.')
  await mine.update.click()
  await expectToast(page, 'success', 'Updated Bug Successfully')
  expect(await stored(product, id)).toEqual({
    title: 'The old lamp',
    description: 'It flickers at dawn.',
    steps: '0. Begin\n1. Wait\n2. See',
  })
})

test('a clash outlasts a reload, and a combined text can be written', async ({ page, product, signIn }) => {
  const person = await signIn(['customer'])
  const staff = await product.person(['staff'])
  const before = { title: 'The lamp', description: 'One.\n\nTwo.', stepsToReproduce: 'Wait' }
  const id = await aBug(product, person.userId, before)
  await page.goto(editMine(id))
  const form = editForm(page)
  await form.description.fill('One.\n\nTwo, by me.')
  const change = (description: string) =>
    staff.call(editBug, { params: { bugId: id }, body: { ...before, description } })
  await change('One.\n\nTwo, by them.')
  await form.update.click()
  const clash = clashParts(page, 'Description')
  await expect(clash.all).toBeVisible()
  await page.reload()
  await expect(clash.theirs).toHaveText('One.\n\nTwo, by them.', { useInnerText: true })
  await expect(clash.yours).toHaveText('One.\n\nTwo, by me.', { useInnerText: true })
  await expect(clash.all).not.toBeFocused()

  await clash.combine.check()
  await expect(clash.combined).toHaveValue('One.\n\nTwo, by them.\nTwo, by me.')
  await clash.combined.fill('One.\n\nTwo, by both.')
  await expect(form.description).toHaveValue('One.\n\nTwo, by both.')

  // Somebody else is quicker once more.
  await change('One.\n\nTwo, by them again.')
  await form.update.click()
  await expect(clash.theirs).toHaveText('One.\n\nTwo, by them again.', { useInnerText: true })
  await expect(clash.yours).toHaveText('One.\n\nTwo, by both.', { useInnerText: true })
  await expect(clash.keepMine).not.toBeChecked()
  await form.description.fill('One.\n\nTwo, by all.')
  await expect(clash.combine).toBeChecked()
  await form.update.click()
  await expectToast(page, 'success', 'Updated Bug Successfully')
  const { body } = await person.call(viewBug, { params: { bugId: id } })
  expect(body.result).toMatchObject({ ...before, description: 'One.\n\nTwo, by all.' })
})

test('without a mouse: a clash is read, decided and saved', async ({ page, product, openOwnEdit }) => {
  const staff = await product.person(['staff'])
  const { id, form } = await openOwnEdit({ title: 'Before', description: 'D', stepsToReproduce: 'S' })
  await form.title.fill('Mine')
  await staff.call(editBug, {
    params: { bugId: id },
    body: { title: 'Theirs', description: 'D', stepsToReproduce: 'S' },
  })
  await page.keyboard.press('Control+Enter')
  const clash = clashParts(page, 'Title')
  await expect(clash.all).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(clash.theirs).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(clash.yours).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(clash.takeTheirs).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(clash.combine).toBeChecked()
  await expect(clash.combined).toHaveValue('Theirs Mine')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'success', 'Updated Bug Successfully')
  expect(await stored(product, id)).toMatchObject({ title: 'Theirs Mine' })
})

test('closing a bug whose status somebody else changed meanwhile asks first', async ({
  page,
  product,
  quietConsole,
  signInWithBug,
}) => {
  await withoutNews(page, quietConsole)
  const other = await product.person(['staff'], { fullName: 'Tomasz Lis' })
  const { id } = await signInWithBug(['staff'])
  const isClosed = async () => (await other.call(viewBug, { params: { bugId: id } })).body.result.isClosed
  await page.goto(view(id))
  const toggle = page.getByRole('main').getByRole('button', { name: 'Toggle Closed', exact: true })
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  for (const closed of [true, false]) await other.call(closeBug, { params: { bugId: id }, body: { closed } })

  const question = staleQuestion(page)
  await toggle.click()
  await expect(question.changes).toHaveText([
    /^Tomasz Lis changed the status from Open to Closed, /,
    /^Tomasz Lis changed the status from Closed to Open, /,
  ])
  await expect(question.leave).toBeFocused()
  await expectNoToast(page)
  expect(await isClosed()).toBe(false)
  await question.leave.click()
  await expect(question.dialog).toHaveCount(0)
  await expect(page.locator('.badge').getByText('Open', { exact: true }).first()).toBeVisible()

  // What has been read again since is no longer stale.
  for (const closed of [true, false]) await other.call(closeBug, { params: { bugId: id }, body: { closed } })
  await toggle.click()
  await question.anyway('Close').click()
  await expectToast(page, 'success', 'Bug Closed!')
  expect(await isClosed()).toBe(true)
})

test('assigning a bug that somebody else assigned meanwhile asks first', async ({ page, product, signIn }) => {
  const staff = await signIn(['staff'])
  const other = await product.person(['staff'], { fullName: 'Tomasz Lis' })
  const word = newWord()
  const ada = await aPerson(product, { fullName: `${word} Ada` })
  const ben = await aPerson(product, { fullName: `${word} Ben` })
  const bugId = await aBug(product, staff.userId)
  const assignee = async () => (await other.call(viewBug, { params: { bugId } })).body.result.assigned?.assignedTo
  await page.goto(`/page/bugs/assignUser/${bugId}`)
  const main = page.getByRole('main')
  await main.getByLabel('Name', { exact: true }).fill(word)
  await main.getByRole('button', { name: 'Search by Name', exact: true }).click()
  await main.getByRole('radio', { name: `${word} Ada` }).check()
  await other.call(assignBug, { params: { bugId }, body: { userId: ben } })
  const card = main.getByRole('region', { name: 'Original bug' })
  // The card follows; the choice was made before.
  await expect(card).toContainText(`${word} Ben`)
  await dismissToasts(page)

  const question = staleQuestion(page)
  await main.getByRole('button', { name: 'Assign User', exact: true }).click()
  await expect(question.changes).toHaveText([new RegExp(`^Tomasz Lis assigned ${word} Ben, `)])
  await question.leave.click()
  await expectNoToast(page)
  await expect(card).toContainText(`${word} Ben`)
  await expect(main.locator('.assign-selected')).toContainText(`${word} Ada`)
  expect(await assignee()).toBe(ben)

  await main.getByRole('button', { name: 'Assign User', exact: true }).click()
  await question.anyway('Assign').click()
  await expectToast(page, 'success', 'Assigned User!')
  await expect(card).toContainText(`${word} Ada`)
  expect(await assignee()).toBe(ada)
})

test('classifying a bug that somebody else classified meanwhile asks first', async ({ page, product, signIn }) => {
  const staff = await signIn(['staff'])
  const other = await product.person(['staff'], { fullName: 'Tomasz Lis' })
  const id = await aBug(product, staff.userId)
  const classification = async () => (await other.call(viewBug, { params: { bugId: id } })).body.result.classification
  await page.goto(classify(id))
  const form = classifyForm(page)
  const byOther = (word: 'approved' | 'unapproved') =>
    other.call(classifyBug, { params: { bugId: id }, body: { classification: word } })

  // As long as nothing is chosen here, the form follows.
  await byOther('approved')
  await expect(form.classification).toHaveValue('approved')
  await form.classification.selectOption('duplicate')
  await byOther('unapproved')
  await expect(form.card.getByText('unapproved', { exact: true })).toBeVisible()
  await expect(form.classification).toHaveValue('duplicate')

  const question = staleQuestion(page)
  await form.submit.click()
  await expect(question.changes).toHaveText([/^Tomasz Lis changed the classification from approved to unapproved, /])
  await question.leave.click()
  await expectNoToast(page)
  await expect(form.classification).toHaveValue('duplicate')
  expect(await classification()).toBe('unapproved')

  await form.submit.click()
  await question.anyway('Classify').click()
  await expectToast(page, 'success', 'Updated Bug Successfully')
  expect(await classification()).toBe('duplicate')
})

test('a comment that is changed in two tabs: different paragraphs are merged, the same lines are asked about', async ({
  page,
  context,
  product,
  signInWithBug,
}) => {
  const { id, person: author } = await signInWithBug(['customer'])
  const commentId = await aComment(author, id, 'One.\n\nTwo.\n\nThree.')
  const message = async () =>
    (await product.database.pool.query('select message from comments where id = $1', [commentId])).rows[0].message
  const second = await context.newPage()
  const [one, two] = [commentParts(page), commentParts(second)]
  const open = async (tab: Page) => {
    const comments = commentParts(tab)
    await comments.startEditing()
  }
  for (const tab of [page, second]) {
    await tab.goto(view(id))
    await open(tab)
  }
  await one.text.fill('One, here.\n\nTwo.\n\nThree.')
  await two.text.fill('One.\n\nTwo.\n\nThree, there.')
  await one.save.click()
  await expectToast(page, 'success', 'Comment Updated!')
  await expect(two.text).toHaveValue('One.\n\nTwo.\n\nThree, there.')
  await two.save.click()
  await expectToast(second, 'success', 'Comment Updated!')
  await expect(toastDetail(second)).toHaveText('Merged with your changes from elsewhere.')
  expect(await message()).toBe('One, here.\n\nTwo.\n\nThree, there.')

  await expect(one.entries).toContainText('Three, there.')
  for (const tab of [page, second]) await open(tab)
  await one.text.fill('Here.')
  await two.text.fill('There.')
  await one.save.click()
  await expect(one.entries).toContainText('Here.')
  await two.save.click()
  const clash = clashParts(second, 'Comment')
  await expect(clash.heading).toHaveText(/^You, in another window, \(.+\) changed the comment while you did$/)
  await expect(clash.theirs).toHaveText('Here.')
  await expect(clash.yours).toHaveText('There.')
  expect(await message()).toBe('Here.')
  await two.save.click()
  await expect(clash.choice).toBeFocused()
  await clash.combine.check()
  await clash.combined.fill('Here and there.')
  await two.save.click()
  await expect(two.entries).toContainText('Here and there.')
  await expect.poll(message).toBe('Here and there.')
})

test('taking the words that were saved in another tab leaves nothing to save', async ({ page, openOwnComment }) => {
  const { id, person: author, commentId, comments } = await openOwnComment('Before')
  await comments.startEditing()
  await comments.text.fill('Mine')
  await author.call(editComment, { params: { bugId: id, commentId }, body: { message: 'Theirs' } })
  await comments.save.click()
  await clashParts(page, 'Comment').takeTheirs.check()
  await comments.save.click()
  await expect(comments.editor).toHaveCount(0)
  await expectNoToast(page)
  await expect(comments.entry('Theirs')).toHaveCount(1)
})
