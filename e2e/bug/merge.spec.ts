import { classifyBug } from '#shared/bugs/contract.ts'
import { followBug, joinBug } from '#shared/following/contract.ts'
import { defaultMergedComments } from '#shared/merging/contract.ts'
import { expect, test, type Product } from '#testing/browser-test.ts'
import { anotherBrowser } from '#e2e/chat/chat-parts.ts'
import { classify, classifyForm } from '#e2e/parts/classify-form.ts'
import { merge, mergeParts } from '#e2e/parts/merge-parts.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { entriesOf, reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import { dismissToasts, expectToast, toastDetail } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

const affects = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true })
const facts = (page: Page) => page.getByRole('main').getByRole('complementary', { name: 'Facts' })

/** An original and its duplicate, by two people, with a comment each; a third one has joined the duplicate. */
async function aPair(product: Product) {
  const word = newWord()
  const [ann, ben, cleo] = await Promise.all(
    ['Ann Ash', 'Ben Birch', 'Cleo Cole'].map((fullName) => product.person(['customer'], { fullName })),
  )
  if (!ann || !ben || !cleo) throw new Error('Nobody came.')
  const titles = { original: `${word} lamp flickers`, duplicate: `${word} lamp flickering again` }
  const original = await reported(ann, { title: titles.original })
  const duplicate = await reported(ben, { title: titles.duplicate })
  await aComment(ann, original, 'said at the original')
  await aComment(ben, duplicate, 'said at the duplicate')
  await cleo.call(joinBug, { params: { bugId: duplicate }, body: {} })
  return { original, duplicate, titles, ann, ben, cleo }
}

test('a bug is merged from the classify screen; the original’s open page hears of it, and of its undoing', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  const { original, duplicate, titles, ann } = await aPair(product)
  const watcher = await anotherBrowser(browser, product, ann)
  await watcher.goto(product.origin + view(original))
  await expect(affects(watcher, 'affects 1 person')).toBeVisible()
  await expect(mergeParts(watcher).comments).toHaveCount(0)

  await signIn(['staff'], { fullName: 'Dora Dunn' })
  await page.goto(classify(duplicate))
  const form = classifyForm(page)
  const parts = mergeParts(page)
  await form.classification.selectOption('duplicate')
  await parts.candidate(titles.original).click()
  await parts.ask.click()
  await expect(parts.dialog).toContainText(titles.original)
  await expect(parts.dialog).toContainText('2 affected people count at the original.')
  await expect(parts.dialog).toContainText('2 followers will get the original’s notifications.')
  await expect(parts.dialog).toContainText('1 comment shows at the original.')
  await expect(parts.closeToo).toBeChecked()
  await parts.confirm.click()
  await expectToast(page, 'success', 'Bug Merged!')
  await expect(toastDetail(page)).toHaveText(`Into “${titles.original}”`)
  await expect(parts.banner).toContainText(`Merged into ${titles.original}`)
  await expect(form.card.getByText('Closed', { exact: true })).toBeVisible()

  // Live, without a reload.
  await expect(affects(watcher, 'affects 3 people')).toBeVisible()
  await expect(
    timelineParts(watcher).change(new RegExp(`Dora Dunn merged [A-Z]+-\\d+ ${titles.duplicate} into this bug`)),
  ).toBeVisible()
  await expect(facts(watcher).getByRole('link', { name: titles.duplicate })).toBeVisible()
  await expect(facts(watcher)).toContainText('merged')
  const there = mergeParts(watcher)
  await there.unfold.click()
  await expect(there.comments.locator('li.comment')).toHaveCount(1)
  await expect(there.comments).toContainText('said at the duplicate')
  await expect(there.comments.getByRole('link', { name: titles.duplicate })).toHaveAttribute('href', view(duplicate))

  await page.getByRole('region', { name: 'Status messages' }).getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'success', 'Change Undone!')
  await expect(parts.banner).toHaveCount(0)
  await expect(form.card.getByText('Open', { exact: true })).toBeVisible()
  await expect(affects(watcher, 'affects 1 person')).toBeVisible()
  await expect(there.comments).toHaveCount(0)
  await expect(
    timelineParts(watcher).change(
      new RegExp(`Dora Dunn took back merging [A-Z]+-\\d+ ${titles.duplicate} into this bug`),
    ),
  ).toBeVisible()
  const { rows } = await product.database.pool.query(
    'select classification, duplicate_of as original, is_merged as merged, status from bugs where id = $1',
    [duplicate],
  )
  expect(rows).toEqual([{ classification: 'unclassified', original: null, merged: false, status: 'Open' }])
})

test('a merged bug leads to its original, and its people follow that', async ({ page, product, signIn }) => {
  const { original, duplicate, titles, cleo } = await aPair(product)
  const staff = await signIn(['staff'])
  await merge(staff, duplicate, original)
  await page.goto(view(duplicate))
  const parts = mergeParts(page)
  await expect(
    timelineParts(page).change(new RegExp(`merged this bug into [A-Z]+-\\d+ ${titles.original}`)),
  ).toBeVisible()
  await parts.banner.getByRole('link', { name: titles.original }).click()
  await expect(page).toHaveURL(product.origin + view(original))
  await expect(page.getByRole('main').getByRole('button', { name: /^Follow\b/ })).toHaveText(/3/)

  await cleo.call(followBug, { params: { bugId: original }, body: { following: false } })
  await page.reload()
  await expect(page.getByRole('main').getByRole('button', { name: /^Follow\b/ })).toHaveText(/2/)
})

test('a merge is undone from the banner and from the timeline', async ({ page, product, signIn }) => {
  const { original, duplicate, titles } = await aPair(product)
  const staff = await signIn(['staff'])
  await merge(staff, duplicate, original, true)
  await page.goto(view(duplicate))
  const parts = mergeParts(page)
  const timeline = timelineParts(page)
  await parts.undoMerge.click()
  await expectToast(page, 'success', 'Change Undone!')
  await expect(parts.banner).toHaveCount(0)
  await expect(
    timeline.change(new RegExp(`took back merging this bug into [A-Z]+-\\d+ ${titles.original}`)),
  ).toBeVisible()

  await dismissToasts(page)
  await merge(staff, duplicate, original)
  await expect(parts.banner).toBeVisible()
  const words = new RegExp(`merged this bug into [A-Z]+-\\d+ ${titles.original}`)
  await expect(timeline.change(words)).toHaveCount(2)
  await timeline.menuOf(words).last().click()
  await timeline.item('Undo').click()
  await expect(timeline.dialog).toContainText('so do the comments')
  await timeline.confirm.click()
  await expectToast(page, 'success', 'Change Undone!')
  await expect(parts.banner).toHaveCount(0)
})

test('a known duplicate is merged from its own page; the bug stays open when that is wanted', async ({
  page,
  product,
  signIn,
}) => {
  const { original, duplicate, titles } = await aPair(product)
  const staff = await signIn(['staff'])
  await staff.call(classifyBug, {
    params: { bugId: duplicate },
    body: { classification: 'duplicate', duplicateOf: original },
  })
  await page.goto(view(duplicate))
  const parts = mergeParts(page)
  await parts.ask.click()
  await parts.closeToo.uncheck()
  await parts.confirm.click()
  await expectToast(page, 'success', 'Bug Merged!')
  await expect(parts.banner).toContainText(titles.original)
  await expect(parts.ask).toHaveCount(0)
  const { rows } = await product.database.pool.query('select is_closed from bugs where id = $1', [duplicate])
  expect(rows).toEqual([{ is_closed: false }])
})

test('a merge that has become stale while it was asked about asks again', async ({ page, product, signIn }) => {
  const { original, duplicate, titles } = await aPair(product)
  await signIn(['staff'])
  const other = await product.person(['staff'], { fullName: 'Eve Elm' })
  await page.goto(classify(duplicate))
  const parts = mergeParts(page)
  await classifyForm(page).classification.selectOption('duplicate')
  await parts.candidate(titles.original).click()
  await parts.ask.click()
  await other.call(classifyBug, { params: { bugId: duplicate }, body: { classification: 'approved' } })
  // That the page behind the question has heard of it does not make it part of the question.
  await expect(page.getByText('approved', { exact: true }).first()).toBeVisible()
  await parts.confirm.click()
  await expect(parts.dialog).toContainText('Eve Elm changed the classification')
  await parts.dialog.getByRole('button', { name: 'Merge anyway', exact: true }).click()
  await expectToast(page, 'success', 'Bug Merged!')
  const [last] = (await entriesOf(other, duplicate)).toReversed()
  expect(last?.kind).toBe('merged')
  expect((await entriesOf(other, original)).at(-1)?.kind).toBe('duplicate-added')
})

test('who may not classify is offered no merging', async ({ page, product, signIn }) => {
  const { original, duplicate } = await aPair(product)
  const staff = await product.person(['staff'])
  await staff.call(classifyBug, {
    params: { bugId: duplicate },
    body: { classification: 'duplicate', duplicateOf: original },
  })
  await signIn(['customer'])
  await page.goto(view(duplicate))
  await expect(facts(page).getByText('Duplicate of', { exact: true })).toBeVisible()
  await expect(mergeParts(page).ask).toHaveCount(0)
  await merge(staff, duplicate, original)
  await expect(mergeParts(page).banner).toBeVisible()
  await expect(mergeParts(page).undoMerge).toHaveCount(0)
})

test('many comments of merged bugs come page by page, the last ones first', async ({ page, product, signIn }) => {
  const { original, duplicate, ben } = await aPair(product)
  for (let n = 1; n <= defaultMergedComments; n++) await aComment(ben, duplicate, `number ${n}`)
  const staff = await signIn(['staff'])
  await merge(staff, duplicate, original)
  await page.goto(view(original))
  const parts = mergeParts(page)
  await expect(parts.unfold).toHaveText(`${defaultMergedComments + 1} comments from 1 merged bug`)
  await parts.unfold.click()
  const comments = parts.comments.locator('li.comment')
  await expect(comments).toHaveCount(defaultMergedComments)
  await expect(comments.first()).toContainText('number 1')
  await parts.comments.getByRole('button', { name: 'Show earlier' }).click()
  await expect(comments).toHaveCount(defaultMergedComments + 1)
  await expect(comments.first()).toContainText('said at the duplicate')
  await expect(comments.last()).toContainText(`number ${defaultMergedComments}`)
})
