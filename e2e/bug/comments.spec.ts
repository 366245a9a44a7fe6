import { classifyBug, setBugStatus, viewBug } from '#shared/bugs/contract.ts'
import { logout } from '#shared/auth/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { giveSession } from '#testing/browser-test.ts'
import { comments } from '#e2e/parts/comment-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { aBug } from '#e2e/parts/sample-bug.ts'
import { aSession } from '#e2e/people/session-parts.ts'
import { timelineParts } from '#e2e/parts/timeline-parts.ts'
import { dismissToasts, expectToast, toasts } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

const box = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'New comment' })
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Submit', exact: true })

test('an empty comment is refused; what is written outlasts a reload, and what is sent settles the attempt before', async ({
  page,
  product,
  signIn,
}) => {
  const { userId } = await signIn(['customer'])
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/comments/new')) calls.push(request.method())
  })
  const id = await aBug(product, userId)
  await page.goto(view(id))
  for (const text of ['', '  \n ']) {
    await box(page).fill(text)
    await submit(page).click()
    await expectToast(page, 'warning', 'New Comment Input Must Not Be EMPTY!')
    await expect(box(page)).toBeFocused()
    await expect(box(page)).toHaveAttribute('aria-invalid', 'true')
    await dismissToasts(page)
  }
  await expect(comments(page)).toHaveCount(0)
  expect(calls).toEqual([])

  await box(page).fill('half a thou')
  await page.reload()
  await expect(box(page)).toHaveValue('half a thou')
  await page.goto(view(await aBug(product, userId)))
  await expect(box(page)).toHaveValue('')
  await page.goto(view(id))
  await expect(box(page)).toHaveValue('half a thou')
  await box(page).fill('')
  await submit(page).click()
  await expectToast(page, 'warning', 'New Comment Input Must Not Be EMPTY!')
  await box(page).fill('Not empty.')
  await submit(page).click()
  await expectToast(page, 'success', 'New Comment Added!')
  await expect(comments(page)).toHaveCount(1)

  await dismissToasts(page)
  await box(page).fill('sent from the keyboard')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'success', 'New Comment Added!')
  await expect(comments(page)).toHaveCount(2)
})

test('a comment appears under its author’s name, and the box is empty for the next', async ({
  page,
  product,
  openOwnBug,
}) => {
  const { id } = await openOwnBug(['customer'], {}, { fullName: 'Rosa Lindqvist' })
  for (const [index, text] of ['first\nwith two lines', 'second'].entries()) {
    await box(page).fill(text)
    await submit(page).click()
    await expectToast(page, 'success', 'New Comment Added!')
    await expect(comments(page)).toHaveCount(index + 1)
    await expect(comments(page).nth(index)).toContainText('Rosa Lindqvist')
    await expect(comments(page).nth(index).getByText(text, { exact: true })).toBeVisible()
    await expect(box(page)).toHaveValue('')
    await expect(box(page)).toBeFocused()
    await dismissToasts(page)
  }
  const { rows } = await product.database.pool.query(
    'select message from comments where bug_id = $1 order by created_on',
    [id],
  )
  expect(rows.map((row) => row.message)).toEqual(['first\nwith two lines', 'second'])
})

test('whoever may close a bug closes it with a comment, once that is stored', async ({
  page,
  whileEventsFail,
  openOwnBug,
}) => {
  await openOwnBug(['staff'])
  const close = page.getByRole('main').getByRole('button', { name: 'Close with comment', exact: true })
  await box(page).fill('Mended in the last version.')
  await whileEventsFail('comment-added', async () => {
    await close.click()
    await expectToast(page, 'error', 'New Comment Add FAILED!')
  })
  await expect(box(page)).toHaveValue('Mended in the last version.')
  await expect(close).toBeVisible()
  await dismissToasts(page)
  await close.click()
  await expectToast(page, 'success', 'Bug Closed!')
  const entries = timelineParts(page).entries
  await expect(entries.nth(-2)).toContainText('Mended in the last version.')
  await expect(entries.last()).toContainText('changed the status from Open to Closed')
  await expect(close).toHaveCount(0)
  await expect(box(page)).toBeFocused()
})

test('whoever reported a bug opens it again with a comment where it still happens', async ({
  page,
  product,
  openOwnBug,
}) => {
  const { id } = await openOwnBug(['customer'])
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  const still = button('It still happens')
  await expect(page.locator('.live-strip')).toHaveAttribute('data-live', 'live')
  await expect(still).toHaveCount(0)
  const ada = await product.person(['staff'], { fullName: 'Ada Ash' })
  const params = { bugId: id }
  await ada.call(classifyBug, { params, body: { classification: 'approved' } })
  await ada.call(setBugStatus, { params, body: { status: 'Resolved' } })
  await still.click()
  await expectToast(page, 'warning', 'New Comment Input Must Not Be EMPTY!')
  await dismissToasts(page)
  await box(page).fill('It flickers in version 2 as well.')
  await still.click()
  await expectToast(page, 'success', 'The bug is open again, and is triaged anew')
  await expect(still).toHaveCount(0)
  await expect(box(page)).toBeFocused()
  await expect(comments(page)).toContainText('It flickers in version 2 as well.')
  await expect(page.locator('.bug-summary')).toContainText('Open')
  await expect(page.locator('.bug-facts')).toContainText('unclassified')
  expect((await ada.call(viewBug, { params })).body.result).toMatchObject({
    ...{ status: 'Open', classification: 'unclassified', commentCount: 1 },
  })

  // They close it themselves too.
  await box(page).fill('It was the bulb.')
  await button('Close with comment').click()
  await expectToast(page, 'success', 'Status changed')
  await expect(comments(page).last()).toContainText('It was the bulb.')
  await expect(still).toBeVisible()
  expect((await ada.call(viewBug, { params })).body.result).toMatchObject({ status: 'Closed', commentCount: 2 })
})

test('a comment that fails gives its text back, and nothing is stored', async ({
  page,
  product,
  openOwnBug,
  whileEventsFail,
}) => {
  const { id } = await openOwnBug(['customer'])
  await box(page).fill('do not lose this')
  await whileEventsFail('comment-added', async () => {
    await submit(page).click()
    await expectToast(page, 'error', 'New Comment Add FAILED!')
  })
  await expect(box(page)).toHaveValue('do not lose this')
  const said = page.locator('#new-comment').getByRole('alert')
  await expect(said).toContainText('This comment was not sent; its text is kept here')
  await expect(said).toContainText('The server could not answer.')
  await expect(comments(page)).toHaveCount(0)
  const { rows } = await product.database.pool.query('select 1 from comments where bug_id = $1', [id])
  expect(rows).toEqual([])

  await dismissToasts(page)
  await submit(page).click()
  await expectToast(page, 'success', 'New Comment Added!')
  await expect(comments(page)).toHaveCount(1)
  await expect(said).toHaveCount(0)
})

test('a session that ended fails the comment and keeps its text', async ({ page, product, signIn }) => {
  const person = await signIn(['customer'])
  const bugId = await aBug(product, person.userId)
  await page.goto(view(bugId))
  await box(page).fill('do not lose this')
  await page.route('**/comments/new', async (route) => {
    // In this order, because an ended session leads to the login by itself.
    await person.call(logout, {})
    await route.continue()
  })
  await submit(page).click()
  await expect(toasts(page).filter({ hasText: 'New Comment Add FAILED!' })).toBeVisible()
  await expect(page).toHaveURL(product.origin + '/page/login')
  await giveSession(page.context(), product.origin, await aSession(product, person.userId, 'Firefox on Linux'))
  await page.goto(view(bugId))
  await expect(box(page)).toHaveValue('do not lose this')
})

test('a comment that somebody else wrote meanwhile appears with the own one', async ({ page, product, openOwnBug }) => {
  const other = await product.person(['customer'], { fullName: 'Tomasz Lis' })
  const { id } = await openOwnBug(['customer'])
  await expect(box(page)).toBeVisible()
  await other.call(addComment, { params: { bugId: id }, body: { message: 'written meanwhile' } })
  await box(page).fill('mine')
  await submit(page).click()
  await expect(comments(page)).toHaveCount(2)
  await expect(comments(page).nth(0)).toContainText('written meanwhile')
  await expect(comments(page).nth(1)).toContainText('mine')
})
