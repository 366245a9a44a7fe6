import { expect, test, type Product } from '#testing/browser-test.ts'
import { classify, classifyForm } from '#e2e/parts/classify-form.ts'
import { tabTo } from '#e2e/parts/focus.ts'
import { mergeParts } from '#e2e/parts/merge-parts.ts'
import { heading } from '#e2e/parts/page-parts.ts'
import { paletteParts } from '#e2e/parts/palette-parts.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { reported } from '#e2e/parts/timeline-parts.ts'
import { dismissToasts, expectNoToast, expectToast } from '#e2e/parts/toasts.ts'
import type { Locator } from '@playwright/test'
import { bugList } from './bug-list-parts.ts'

/** A bug by a person of its own, for nobody may report two at once. */
async function aReport(product: Product, title: string, description = 'It flickers for a minute.'): Promise<string> {
  return reported(await product.person(['customer']), { title, description })
}

async function triageOf(product: Product, id: string) {
  const { rows } = await product.database.pool.query(
    'select classification, duplicate_of as original from bugs where id = $1',
    [id],
  )
  return rows[0] as { classification: string; original: string | null }
}

test('five bugs of a list are triaged without the mouse', async ({ page, product, signIn }) => {
  test.slow()
  const word = newWord()
  const kinds = ['lamp', 'door', 'window', 'kettle', 'stairs']
  const originals: string[] = []
  const duplicates: string[] = []
  for (const kind of kinds) {
    originals.push(await aReport(product, `The ${kind} ${newWord()} makes a noise`, `Original: the ${kind} is loud.`))
  }
  for (const kind of kinds) duplicates.push(await aReport(product, `${word} ${kind} noise`, `The ${kind} is loud.`))
  await signIn(['staff'])
  await page.goto(`/page/bugs/list?keywords=${word}&classification=unclassified&sortBy=createdOn&sortByInvert=true`)
  await expect(bugList(page).cards).toHaveCount(5)

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(`${word} lamp noise`)
  await paletteParts(page).open()
  await page.keyboard.type('classify this')
  await page.keyboard.press('Enter')
  const form = classifyForm(page)
  const parts = mergeParts(page)
  for (const [index, kind] of kinds.entries()) {
    await expect(form.card.getByRole('heading', { name: `${word} ${kind} noise` })).toBeVisible()
    await expect(heading(page)).toBeFocused()
    await page.keyboard.press('4')
    await expect(form.classification).toHaveValue('duplicate')
    // The likeliest has the focus; walk on until it is the one that is meant.
    await expect(parts.rows.first().locator('.candidate-choose')).toBeFocused()
    const meant = parts.rows
      .filter({ hasText: new RegExp(`The ${kind} .* makes a noise`) })
      .locator('.candidate-choose')
    for (let steps = 0; steps < 15; steps++) {
      if (await meant.evaluate((row) => row === document.activeElement)) break
      await page.keyboard.press(steps % 2 ? 'ArrowDown' : 'j')
    }
    await expect(meant).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(meant).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'success', 'Updated Bug Successfully')
    expect(await triageOf(product, duplicates[index] ?? '')).toEqual({
      classification: 'duplicate',
      original: originals[index],
    })
    await dismissToasts(page)
    if (index < 4) await page.keyboard.press(']')
  }
  await page.keyboard.press('[')
  await expect(form.card.getByRole('heading', { name: `${word} kettle noise` })).toBeVisible()
})

test('the other classifications need one key and one more', async ({ page, product, signIn }) => {
  const id = await aReport(product, `${newWord()} hums quietly`)
  await signIn(['staff'])
  await page.goto(classify(id))
  const form = classifyForm(page)
  await expect(form.submit).toBeVisible()
  for (const [key, word] of [
    ['2', 'approved'],
    ['3', 'unapproved'],
    ['1', 'unclassified'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(form.classification).toHaveValue(word)
    await page.keyboard.press('Enter')
    await expectToast(page, 'success', 'Updated Bug Successfully')
    expect(await triageOf(product, id)).toEqual({ classification: word, original: null })
    await dismissToasts(page)
  }
})

test('two reports are compared side by side, and the original is chosen there', async ({ page, product, signIn }) => {
  const word = newWord()
  const original = await aReport(product, `${word} lamp flickers`, `At dusk the ${word} goes out.`)
  await aReport(product, `${word} lamp stays dark`, 'Nothing helps.')
  const id = await aReport(product, `${word} lamp flickering`, `My ${word} goes out at dusk.`)
  await signIn(['staff'])
  await page.goto(classify(id))
  const form = classifyForm(page)
  const parts = mergeParts(page)
  await expect(form.submit).toBeVisible()
  await page.keyboard.press('4')
  await expect(parts.rows.first().locator('.candidate-choose')).toBeFocused()
  await page.keyboard.press('v')
  await expect(parts.sides).toHaveCount(2)
  await expect(parts.sides.first()).toContainText(`My ${word} goes out at dusk.`)
  await expect(parts.sides.first().locator('mark').first()).toHaveText(word)
  await expect(parts.chooseOriginal).toBeFocused()
  // The next and the previous candidate, without leaving.
  const other = parts.sides.nth(1).getByRole('heading', { level: 3 })
  const first = (await other.textContent()) ?? ''
  await page.keyboard.press('j')
  await expect(other).not.toHaveText(first)
  await page.keyboard.press('k')
  await expect(other).toHaveText(first)
  while ((await other.textContent()) !== `${word} lamp flickers`) await page.keyboard.press('j')
  await expect(parts.sides.nth(1)).toContainText(`At dusk the ${word} goes out.`)
  await parts.chooseOriginal.focus()
  await page.keyboard.press('Enter')
  await expect(parts.dialog).toHaveCount(0)
  await expect(form.chosen).toContainText(`${word} lamp flickers`)
  await form.submit.click()
  await expectToast(page, 'success', 'Updated Bug Successfully')
  expect(await triageOf(product, id)).toEqual({ classification: 'duplicate', original })
})

test('on a phone one of the two reports is looked at at a time', async ({ page, product, signIn }) => {
  const word = newWord()
  await aReport(product, `${word} lamp flickers`)
  const id = await aReport(product, `${word} lamp flickering`)
  await signIn(['staff'])
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(classify(id))
  const parts = mergeParts(page)
  await classifyForm(page).classification.selectOption('duplicate')
  await parts.compare(`${word} lamp flickers`).click()
  const [own, other] = [parts.sides.filter({ hasText: 'This bug' }), parts.sides.filter({ hasText: 'Similar bug' })]
  await expect(other).toBeVisible()
  await expect(own).toBeHidden()
  await parts.dialog.getByText('This bug', { exact: true }).first().click()
  await expect(own).toBeVisible()
  await expect(other).toBeHidden()
})

test('similar bugs and what was reported stand beside the choice; choosing one makes the bug its duplicate', async ({
  page,
  product,
  signIn,
}) => {
  const word = newWord()
  const original = await aReport(product, `${word} lamp flickers`)
  const id = await aReport(product, `${word} lamp flickering`)
  await signIn(['staff'])
  await page.goto(classify(id))
  const form = classifyForm(page)
  await expect(page.getByRole('region', { name: 'Description' })).toContainText('It flickers for a minute.')
  const row = mergeParts(page).rows.filter({ hasText: `${word} lamp flickers` })
  await expect(row).toContainText('affects 1 person')
  await expect(row.locator('mark')).toHaveText([word, 'lamp', 'flickers'])
  // They come late, and must not move the button that sends.
  await expect.poll(() => isAbove(form.submit, row)).toBe(true)
  await row.locator('.candidate-choose').click()
  await expect(form.classification).toHaveValue('duplicate')
  await expect.poll(() => isAbove(row, form.submit)).toBe(true)
  await expect(row.locator('.candidate-choose')).toBeFocused()
  await form.submit.click()
  await expectToast(page, 'success', 'Updated Bug Successfully')
  expect(await triageOf(product, id)).toEqual({ classification: 'duplicate', original })
})

test('after a bug the next untriaged one is offered', async ({ page, product, signIn }) => {
  const [one, two] = [newWord(), newWord()]
  const first = await aReport(product, `${one} lamp`)
  const second = await aReport(product, `${two} door`)
  await signIn(['staff'])
  await page.goto(classify(second))
  const form = classifyForm(page)
  const next = page.getByRole('button', { name: 'Next untriaged bug' })
  await expect(form.submit).toBeVisible()
  await expect(next).toHaveCount(0)
  await page.keyboard.press('2')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'success', 'Updated Bug Successfully')
  await expect(next).toBeVisible()
  await page.keyboard.press('n')
  await expect(form.card.getByRole('heading', { name: `${one} lamp` })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(first))
})

test('the keys that are shown work while the select has the focus, whose own letters stay its own', async ({
  page,
  product,
  signIn,
}) => {
  const first = await aReport(product, `${newWord()} lamp`)
  const second = await aReport(product, `${newWord()} door`)
  await signIn(['staff'])
  await page.clock.install()
  await page.goto(classify(second))
  const { classification } = classifyForm(page)
  await classification.focus()
  await page.keyboard.press('a')
  await expect(classification).toHaveValue('approved')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'success', 'Updated Bug Successfully')
  await expect(classification).toBeFocused()
  await expect(page.getByRole('group', { name: 'Go on' })).toBeVisible()
  // So long after the last letter the next one begins a word.
  await page.clock.runFor(1_000)
  await page.keyboard.press('n')
  await expect(page).toHaveURL(new RegExp(`${first}$`))
  await classification.focus()
  // The second letter of a word is none of the page's keys.
  await page.keyboard.type('un')
  await expect(classification).toHaveValue('unapproved')
  expect(page.url()).toContain(first)
})

test('similar bugs that can’t be found leave the typed search', async ({ page, product, signIn }) => {
  const word = newWord()
  const original = await aReport(product, `${word} lamp`)
  const id = await aReport(product, 'Some door')
  await signIn(['staff'])
  await page.route('**/candidates*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(classify(id))
  const form = classifyForm(page)
  const parts = mergeParts(page)
  await form.classification.selectOption('duplicate')
  await expect(parts.candidates.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectNoToast(page)
  await form.original.fill(word)
  await form.found.click()
  await form.submit.click()
  await expectToast(page, 'success', 'Updated Bug Successfully')
  expect(await triageOf(product, id)).toEqual({ classification: 'duplicate', original })
})

test('three candidates stand beside another choice, the others come by one press, and keys go on when there are fewer', async ({
  page,
  product,
  signIn,
}) => {
  const word = newWord()
  for (const kind of ['flickers', 'stays dark', 'hums', 'smells', 'falls'])
    await aReport(product, `${word} lamp ${kind}`)
  const id = await aReport(product, `${word} lamp flickering`)
  await signIn(['staff'])
  await page.goto(classify(id))
  const { rows } = mergeParts(page)
  const choose = (index: number) => rows.nth(index).locator('.candidate-choose')
  await expect(rows).toHaveCount(3)
  await page.keyboard.press('4')
  await expect(rows.nth(4)).toBeVisible()
  await expect(choose(0)).toBeFocused()
  for (const index of [1, 2, 3, 4]) {
    await page.keyboard.press('j')
    await expect(choose(index)).toBeFocused()
  }
  await page.keyboard.press('2')
  await expect(rows).toHaveCount(3)
  await expect(classifyForm(page).submit).toBeFocused()
  await page.keyboard.press('k')
  await expect(choose(2)).toBeFocused()

  await page.getByRole('button', { name: /^All \d+ similar bugs$/ }).click()
  await expect(rows.nth(4)).toBeVisible()
  await expect(choose(3)).toBeFocused()
})

test('only one row of the candidates is a stop of the Tab key', async ({ page, product, signIn }) => {
  const word = newWord()
  for (const kind of ['flickers', 'stays dark', 'hums']) await aReport(product, `${word} lamp ${kind}`)
  const id = await aReport(product, `${word} lamp flickering`)
  await signIn(['staff'])
  await page.goto(classify(id))
  const parts = mergeParts(page)
  await classifyForm(page).classification.selectOption('duplicate')
  await expect(parts.rows.nth(2)).toBeVisible()
  await classifyForm(page).original.focus()
  await page.keyboard.press('Tab')
  await expect(parts.rows.first().locator('.candidate-choose')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(parts.rows.nth(1).locator('.candidate-choose')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(parts.rows.nth(1).locator('.candidate-compare')).toBeFocused()
  await tabTo(page, classifyForm(page).submit)
})

async function isAbove(one: Locator, other: Locator): Promise<boolean> {
  const [upper, lower] = [await one.boundingBox(), await other.boundingBox()]
  return upper !== null && lower !== null && upper.y < lower.y
}
