import { setBugFields, viewBug } from '#shared/bugs/contract.ts'
import { changeLabel, createLabel, mergeLabel } from '#shared/labels/contract.ts'
import type { Caller } from '#testing/test-app.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { anotherBrowser } from '#e2e/chat/chat-parts.ts'
import { factParts } from '#e2e/parts/fact-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { expectSearch } from '#e2e/list/list-parts.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import { dismissToasts, expectToast, toastDetail } from '#e2e/parts/toasts.ts'

const aLabel = async (caller: Pick<Caller, 'call'>, name: string) =>
  (await caller.call(createLabel, { body: { name, tone: 'teal' } })).body.result
const namesOf = async (caller: Pick<Caller, 'call'>, bugId: string) =>
  (await caller.call(viewBug, { params: { bugId } })).body.result.labels.map(({ name }) => name)

test('labels are chosen by typing, several at once, one is created on the way, and Undo takes all of it back', async ({
  page,
  signIn,
}) => {
  const ann = await signIn(['staff'], { fullName: 'Ann Ash' })
  const word = newWord()
  const [regression] = [await aLabel(ann, `${word} regression`), await aLabel(ann, `${word} export`)]
  const bugId = await reported(ann)
  await ann.call(setBugFields, { params: { bugId }, body: { labels: [regression._id] } })
  await page.goto(view(bugId))
  const { control, picker, field, options } = factParts(page, 'labels')
  await expect(control).toHaveText(`Labels: ${word} regression`)
  await page.keyboard.press('l')
  await expect(field).toBeFocused()
  await field.fill(`${word} e`)
  await page.keyboard.press('Enter')
  await field.fill(`${word} r`)
  await page.keyboard.press('Enter')
  await field.fill(`${word} new`)
  await expect(options).toHaveText([`Create “${word} new”`])
  await page.keyboard.press('Enter')
  await expect(picker.getByRole('status')).toHaveText('Esc applies 3 changes')
  expect(await namesOf(ann, bugId)).toEqual([`${word} regression`])
  await page.keyboard.press('Escape')
  await expectToast(page, 'success', 'Labels changed')
  await expect(toastDetail(page)).toContainText(`${word} export, ${word} new added, ${word} regression removed`)
  await expect(control).toBeFocused()
  await expect(control).toHaveText(`Labels: ${word} export${word} new`)
  const told = `Ann Ash removed the label ${word} regression, added the labels ${word} export and ${word} new`
  await expect(timelineParts(page).change(told)).toBeVisible()
  expect(await namesOf(ann, bugId)).toEqual([`${word} export`, `${word} new`])
  await page.keyboard.press('z')
  await expectToast(page, 'success', 'Change Undone!')
  await expect(control).toHaveText(`Labels: ${word} regression`)
  await expect.poll(() => namesOf(ann, bugId)).toEqual([`${word} regression`])
})

test('the list shows, filters and completes labels, and sets them on many bugs', async ({
  page,
  product,
  signIn,
  openList,
}) => {
  const ann = await signIn(['staff'])
  const word = newWord()
  const [old, added] = [await aLabel(ann, `${word} old`), await aLabel(ann, `${word} added`)]
  const bugs = [
    await aBug(product, ann.userId, { title: `${word} one` }),
    await aBug(product, ann.userId, { title: `${word} two` }),
  ]
  const [one = '', two = ''] = bugs
  await ann.call(setBugFields, { params: { bugId: one }, body: { addLabels: [old._id] } })
  await openList(`keywords=${word}`)
  const list = bugList(page)
  await expect(list.cards.filter({ hasText: `${word} one` })).toContainText(`${word} old`)

  await page.getByRole('checkbox', { name: `Select ${word} one` }).check({ force: true })
  await page.getByRole('button', { name: 'Select all on this page' }).click()
  await page.keyboard.press('l')
  const picker = page.getByRole('dialog', { name: 'Labels' })
  await picker.getByRole('combobox').fill('added')
  await page.keyboard.press('Enter')
  await picker.getByRole('combobox').fill(`${word} old`)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect
    .poll(async () => [await namesOf(ann, one), await namesOf(ann, two)])
    .toEqual([[added.name], [added.name]])
  await expect(list.cards.filter({ hasText: `${word} two` })).toContainText(added.name)

  await list.keywords.fill(`${word} label:${word}`)
  await page.getByRole('option', { name: `${word} added` }).click()
  await expectSearch(page, { keywords: `${word} label:"${word} added"` })
  await expect(list.cards).toHaveCount(2)
})

test('a label is renamed, merged and deleted on its page', async ({ page, signIn }) => {
  const ann = await signIn(['staff'])
  const word = newWord()
  const [first] = [await aLabel(ann, `${word} first`), await aLabel(ann, `${word} second`)]
  const bugId = await reported(ann)
  await ann.call(setBugFields, { params: { bugId }, body: { addLabels: [first._id] } })
  await page.goto('/page/bugs/labels')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: `${word} ${name}` })
  const act = async (name: string, what: string) => {
    await row(name).getByRole('button').click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await act('first', 'Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(`${word} second`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('already')
  await dialog.getByLabel('Name').fill(`${word} third`)
  await dialog.getByText('pink').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row('third')).toBeVisible()
  await dismissToasts(page)
  await act('third', 'Merge into another')
  await expect(dialog).toContainText('The one bug that has it will have the other label')
  await dialog.getByLabel('Merge into').selectOption(`${word} second`)
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(row('third')).toHaveCount(0)
  await expect.poll(() => namesOf(ann, bugId)).toEqual([`${word} second`])
  await dismissToasts(page)
  await act('second', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row('second')).toHaveCount(0)
  await expect.poll(() => namesOf(ann, bugId)).toEqual([])
})

test('a label that somebody renames or merges is shown so on the open pages of others', async ({
  page,
  product,
  signIn,
  browser,
}) => {
  const word = newWord()
  const ann = await signIn(['staff'])
  const [label, other] = [await aLabel(ann, `${word} one`), await aLabel(ann, `${word} other`)]
  const bugId = await reported(ann, { title: word })
  await ann.call(setBugFields, { params: { bugId }, query: {}, body: { labels: [label._id] } })
  const list = await anotherBrowser(browser, product, ann)
  await page.goto(view(bugId))
  await list.goto(`/page/bugs/list?keywords=${word}`)
  for (const one of [page, list]) await expect(one.locator('.live-strip')).toHaveAttribute('data-live', 'live')
  await expect(list.locator(`[data-bug="${bugId}"]`)).toContainText(`${word} one`)

  const staff = await product.person(['staff'])
  await staff.call(changeLabel, { params: { labelId: label._id }, body: { name: `${word} renamed` } })
  for (const one of [page.locator('.bug-facts'), list.locator(`[data-bug="${bugId}"]`)])
    await expect(one).toContainText(`${word} renamed`)
  await staff.call(mergeLabel, { params: { labelId: label._id }, body: { into: other._id } })
  for (const one of [page.locator('.bug-facts'), list.locator(`[data-bug="${bugId}"]`)])
    await expect(one).toContainText(`${word} other`)
})

test('a label that an earlier import kept as a word is made by one press, and taken back', async ({
  page,
  product,
  signIn,
}) => {
  const ann = await signIn(['staff'])
  const word = newWord()
  const bugId = await reported(ann)
  await product.database.pool.query(
    `update events set payload = payload || jsonb_build_object('imported', jsonb_build_object('labels', jsonb_build_array($2::text)))
      where subject_id = $1 and type = 'bug-reported'`,
    [bugId, word],
  )
  await page.goto('/page/bugs/labels')
  const imported = page.getByRole('region', { name: 'Words of imported labels' })
  const row = imported.getByRole('listitem').filter({ hasText: word })
  await expect(row).toContainText('1 bug')
  await row.getByRole('button', { name: 'Make a label of it' }).click()
  const told = imported.getByRole('status').filter({ hasText: word })
  await expect(told).toHaveText(`1 bug labelled ${word}.`)
  await expect(told).toBeFocused()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('link', { name: word })).toBeVisible()
  expect(await namesOf(ann, bugId)).toEqual([word])
  await imported.getByRole('button', { name: 'Undo' }).click()
  await expect(told).toHaveText(`1 bug no longer labelled ${word}.`)
  await expect(told).toBeFocused()
  await expect(row).toBeVisible()
  expect(await namesOf(ann, bugId)).toEqual([])
})
