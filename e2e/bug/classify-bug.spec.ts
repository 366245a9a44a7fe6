import { classifyBug } from '#shared/bugs/contract.ts'
import { classifications, shortId } from '#shared/bugs/words.ts'
import { type Product } from '#testing/browser-test.ts'
import { classify, classifyForm } from '#e2e/parts/classify-form.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { tabTo } from '#e2e/parts/focus.ts'
import { goWithin, view } from '#e2e/parts/page-parts.ts'
import { aBug, keyOf, newWord } from '#e2e/parts/sample-bug.ts'
import { dismissToasts, expectNoToast, expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

/** What the database says about a bug. */
async function stored(product: Product, id: string): Promise<unknown> {
  const { rows } = await product.database.pool.query(
    'select classification, duplicate_of as original, is_closed as closed from bugs where id = $1',
    [id],
  )
  return rows[0]
}

/** Opens the form of a bug within the page that is open. */
async function openWithin(page: Page, id: string): Promise<void> {
  await goWithin(page, classify(id))
  await expect(classifyForm(page).card).toContainText(id)
}

test('staff look at a bug, find what it is a duplicate of, and are offered to close it', async ({
  page,
  product,
  signIn,
}) => {
  const staff = await signIn(['staff'], { fullName: 'Tomasz Lis' })
  const { userId } = staff
  const form = classifyForm(page)

  await test.step('the card shows the bug, and the select its classification', async () => {
    const creator = await product.person(['customer'], { fullName: 'Ines Ferreira' })
    const title = newWord()
    const facts = { title, createdOn: new Date('2024-02-03T12:00:00Z') }
    const id = await aBug(product, creator.userId, {
      ...facts,
      classification: 'approved',
      status: 'Resolved',
      assignedTo: staff.userId,
    })
    await page.goto(classify(id))
    const { card, classification, submit } = form
    for (const text of [title, id, 'Closed', 'approved', '2/3/2024', 'Ines Ferreira', 'Tomasz Lis']) {
      await expect(card.getByText(text, { exact: true }), text).toBeVisible()
    }
    await expect(card.getByText('Unassigned')).toHaveCount(0)
    await expect(classification).toHaveValue('approved')
    await expect(classification.getByRole('option')).toHaveText([...classifications])
    await expect(submit).toBeVisible()
    await expectNoToast(page)

    await openWithin(page, await aBug(product, creator.userId, facts))
    for (const text of ['Open', 'unclassified', 'Unassigned']) {
      await expect(card.getByText(text, { exact: true }), text).toBeVisible()
    }
    await expect(classification).toHaveValue('unclassified')
  })

  await test.step('an id that names no bug says so', async () => {
    for (const id of ['nonsense', 'f'.repeat(24)]) {
      await goWithin(page, '/')
      await expect(page.getByText('Invalid Bug Id!', { exact: true })).toHaveCount(0)
      await goWithin(page, classify(id))
      await expect(page.getByText('Invalid Bug Id!', { exact: true })).toBeVisible()
      await expect(form.submit).toHaveCount(0)
      await expect(page.getByRole('combobox')).toHaveCount(0)
      await expectNoToast(page)
    }
  })

  await test.step('only a duplicate is asked for its original', async () => {
    await openWithin(page, await aBug(product, userId))
    for (const word of classifications) {
      await form.classification.selectOption(word)
      await expect(form.original).toHaveCount(word === 'duplicate' ? 1 : 0)
    }
  })

  for (const how of ['words', 'short id', 'id'] as const) {
    await test.step(`the original is found by ${how}, chosen and linked`, async () => {
      const word = newWord()
      const original = await aBug(product, userId, { title: `${word} the first`, status: 'Closed' })
      const id = await aBug(product, userId, { title: `${word} the second` })
      await openWithin(page, id)
      await form.classification.selectOption('duplicate')
      await form.original.fill({ words: word, 'short id': shortId(original), id: original }[how])
      // The bug itself has the words too, and is not on offer.
      await expect(form.found).toHaveCount(1)
      await expect(form.found).toContainText(`${word} the first`)
      await expect(form.found).toContainText(await keyOf(product, original))
      await expect(form.found).toContainText('Closed')
      await form.found.click()
      await expect(form.chosen).toContainText(`${word} the first`)
      await expect(form.original).toHaveCount(0)

      await form.submit.click()
      await expectToast(page, 'success', 'Updated Bug Successfully')
      expect(await stored(product, id)).toEqual({ classification: 'duplicate', original, closed: false })
      await page.getByRole('link', { name: 'Back to the bug' }).click()
      const facts = page.getByRole('complementary', { name: 'Facts' })
      await facts.getByRole('link', { name: `${word} the first`, exact: true }).click()
      await expect(page).toHaveURL(product.origin + view(original))
      await expect(facts.getByRole('link', { name: `${word} the second`, exact: true })).toBeVisible()
      await dismissToasts(page)
    })
  }

  await test.step('closing is offered for open duplicates only, and only to those who may', async () => {
    const role = newWord()
    await product.database.pool.query('insert into roles (name, permissions) values ($1, $2)', [
      role,
      ['canViewData', 'canClassifyAnyBug'],
    ])
    const creator = await product.person(['customer'])
    const send = async (status: 'Open' | 'Closed', word: string) => {
      await dismissToasts(page)
      await openWithin(page, await aBug(product, creator.userId, { status }))
      await form.classification.selectOption(word)
      await form.submit.click()
      await expectToast(page, 'success', 'Updated Bug Successfully')
    }
    await send('Open', 'unapproved')
    await expect(form.close).toHaveCount(0)
    await send('Closed', 'duplicate')
    await expect(form.close).toHaveCount(0)
    await signIn([role])
    await page.reload()
    await send('Open', 'duplicate')
    await expect(form.close).toHaveCount(0)
  })
})

test('every classification can be chosen, in any order, and other browsers see it', async ({
  page,
  product,
  signInWithBug,
  openBrowser,
}) => {
  const reader = await product.person(['customer'])
  const { id } = await signInWithBug(['staff'])
  const other = await openBrowser(reader.cookie)
  await other.goto(view(id))

  await page.goto(classify(id))
  const form = classifyForm(page)
  for (const word of ['unapproved', 'duplicate', 'approved', 'unclassified'] as const) {
    await form.classification.selectOption(word)
    await form.submit.click()
    await expectToast(page, 'success', 'Updated Bug Successfully')
    await expect(form.card.getByText(word, { exact: true })).toBeVisible()
    expect(await stored(product, id)).toEqual({ classification: word, original: null, closed: false })
    await dismissToasts(page)
    await other.reload()
    await expect(other.getByRole('main').getByText(word, { exact: true }).first()).toBeVisible()
  }
})

test('a classification that is sent as an object is read as well', async ({ page, signInWithBug }) => {
  const { id } = await signInWithBug(['staff'])
  await page.route(`**/api/bug/${id}*`, async (route) => {
    const response = await route.fetch()
    const { result } = (await response.json()) as { result: object }
    await route.fulfill({ response, json: { result: { ...result, classification: { classification: 'approved' } } } })
  })
  await page.goto(classify(id))
  await expect(classifyForm(page).classification).toHaveValue('approved')
  await expect(classifyForm(page).card.getByText('approved', { exact: true })).toBeVisible()
  // It may be read once more while the test ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('who may classify gets the form, and nobody else', async ({ page, product, signInToBug }) => {
  for (const [role, isCreator, mayClassify] of [
    ['customer', true, false],
    ['customer', false, false],
    ['support', false, false],
    ['staff', false, true],
    ['admin', false, true],
  ] as const) {
    await test.step(`${role}, a bug of ${isCreator ? 'their own' : 'somebody else'}`, async () => {
      const title = newWord()
      await page.goto(classify(await signInToBug(role, isCreator, { title })))
      if (mayClassify) {
        await expect(classifyForm(page).submit).toBeVisible()
        await expectNoToast(page)
      } else {
        await expect(page).toHaveURL(product.origin + '/')
        await expectToast(page, 'warning', 'Invalid Permission Level!')
        // The home page lists what its reader reported, and shows nothing else of it.
        await expect(page.getByRole('heading', { level: 1 })).not.toContainText(title)
        await expect(classifyForm(page).submit).toHaveCount(0)
      }
    })
  }
})

test('a server that fails keeps the choice', async ({ page, product, signIn, whileBugsAreAway, whileEventsFail }) => {
  const { userId } = await signIn(['staff'])
  const form = classifyForm(page)

  await test.step('a bug that can’t be read offers to try again', async () => {
    const id = await aBug(product, userId)
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await whileBugsAreAway(async () => {
      await page.goto(classify(id))
      await expect(again).toBeVisible()
    })
    await expect(page.getByText('Invalid Bug Id!')).toHaveCount(0)
    await again.click()
    await expect(form.submit).toBeVisible()
  })

  await test.step('a classification that fails changes nothing and keeps the choice', async () => {
    const id = await aBug(product, userId)
    await dismissToasts(page)
    await openWithin(page, id)
    await form.classification.selectOption('approved')
    await whileEventsFail('bug-classified', async () => {
      await form.submit.click()
      await expectToast(page, 'error', 'Updated Bug Failed')
    })
    await expect(form.classification).toHaveValue('approved')
    await expect(form.card.getByText('unclassified', { exact: true })).toBeVisible()
    expect(await stored(product, id)).toMatchObject({ classification: 'unclassified' })
    await dismissToasts(page)
    await form.submit.click()
    await expectToast(page, 'success', 'Updated Bug Successfully')
  })
})

test('without a mouse: the original is searched for, walked to, chosen, taken back and chosen again', async ({
  page,
  product,
  signIn,
}) => {
  const { userId } = await signIn(['staff'])
  const word = newWord()
  await aBug(product, userId, { title: `${word} first`, createdOn: new Date('2024-01-01') })
  const second = await aBug(product, userId, { title: `${word} second`, createdOn: new Date('2024-01-02') })
  const id = await aBug(product, userId)
  await page.goto(classify(id))
  const form = classifyForm(page)
  await tabTo(page, form.classification)
  await page.keyboard.type('dup')
  await expect(form.classification).toHaveValue('duplicate')
  await tabTo(page, form.original)
  await page.keyboard.insertText(word)
  await expect(form.found).toHaveText([new RegExp(`${word} second`), new RegExp(`${word} first`)])
  await expect(form.original).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(form.original).toHaveValue('')
  await expect(form.original).toHaveAttribute('aria-expanded', 'false')

  await page.keyboard.insertText(word)
  await expect(form.found.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(form.found.nth(1)).toHaveAttribute('aria-selected', 'true')
  // Until the words have been asked for again, Enter chooses nothing.
  await expect(page.getByText('2 bugs found.')).toBeVisible()
  await expect(form.found.nth(1)).toHaveAttribute('aria-selected', 'true')
  const active = await form.original.getAttribute('aria-activedescendant')
  await expect(form.found.nth(1)).toHaveAttribute('id', active ?? '')
  await page.keyboard.press('Enter')
  await expect(form.chosen).toContainText(`${word} first`)
  const change = form.chosen.getByRole('button', { name: `Remove the original ${word} first` })
  await expect(change).toBeFocused()
  expect(await stored(product, id)).toMatchObject({ classification: 'unclassified' })

  await page.keyboard.press('Enter')
  await expect(form.original).toBeFocused()
  await page.keyboard.insertText(shortId(second))
  await expect(form.found).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(form.chosen).toContainText(`${word} second`)
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'success', 'Updated Bug Successfully')
  expect(await stored(product, id)).toMatchObject({ original: second })
  await tabTo(page, form.close)
  await page.keyboard.press('Enter')
  await expect(form.card.getByText('Closed', { exact: true })).toBeVisible()
})

test('staff classify duplicates with and without an original, and close one', async ({ page, product, signIn }) => {
  const staff = await signIn(['staff'])
  const { userId } = staff
  const form = classifyForm(page)
  await page.goto(classify(await aBug(product, userId)))

  await test.step('a typed id or short id counts without choosing; other words do not', async () => {
    const word = newWord()
    const original = await aBug(product, userId, { title: word })
    for (const typed of [original.toUpperCase(), ` ${shortId(original)} `]) {
      const id = await aBug(product, userId)
      await openWithin(page, id)
      await form.classification.selectOption('duplicate')
      await form.original.fill(typed)
      await form.submit.click()
      await expectToast(page, 'success', 'Updated Bug Successfully')
      await expect(form.chosen).toContainText(word)
      expect(await stored(product, id)).toMatchObject({ original })
      await dismissToasts(page)
    }

    const id = await aBug(product, userId, { classification: 'approved' })
    await openWithin(page, id)
    await form.classification.selectOption('duplicate')
    await form.original.fill(word)
    await form.submit.click()
    await expect(form.original).toHaveAccessibleDescription(/Choose the original from the list, or empty this field\./)
    await expect(form.original).toBeFocused()
    await expectNoToast(page)
    expect(await stored(product, id)).toMatchObject({ classification: 'approved', original: null })
  })

  await test.step('an original that can’t be is refused beside its field', async () => {
    const word = newWord()
    const id = await aBug(product, staff.userId, { title: 'The second' })
    const duplicate = await aBug(product, staff.userId, { title: word })
    const linked = await staff.call(classifyBug, {
      params: { bugId: duplicate },
      body: { classification: 'duplicate', duplicateOf: id },
    })
    expect(linked.status).toBe(200)

    await openWithin(page, id)
    await form.classification.selectOption('duplicate')
    for (const [typed, refusal] of [
      ['f'.repeat(24), 'The original must be the id of a bug.'],
      [id, 'The original must be another bug.'],
      [duplicate, 'The original is itself a duplicate of this bug.'],
    ] as const) {
      await form.original.fill(typed)
      await form.submit.click()
      await expectToast(page, 'error', 'Updated Bug Failed')
      await expect(form.original).toHaveAccessibleDescription(new RegExp(refusal))
      await expect(form.original).toBeFocused()
      await expect(form.original).toHaveValue(typed)
      await dismissToasts(page)
    }

    await form.original.fill(word)
    await form.found.click()
    await form.submit.click()
    await expectToast(page, 'error', 'Updated Bug Failed')
    await expect(form.chosen.getByRole('alert')).toHaveText('The original is itself a duplicate of this bug.')
    expect(await stored(product, id)).toEqual({ classification: 'unclassified', original: null, closed: false })

    // Another classification needs no original.
    await dismissToasts(page)
    await form.classification.selectOption('unapproved')
    await form.submit.click()
    await expectToast(page, 'success', 'Updated Bug Successfully')
  })

  await test.step('a new duplicate can be closed at once, and opened again', async () => {
    const id = await aBug(product, userId)
    await dismissToasts(page)
    await openWithin(page, id)
    await expect(form.close).toHaveCount(0)
    await form.classification.selectOption('duplicate')
    await form.submit.click()
    await expectToast(page, 'success', 'Updated Bug Successfully')
    expect(await stored(product, id)).toMatchObject({ closed: false })
    await dismissToasts(page)

    await form.close.click()
    await expectToast(page, 'success', 'Bug Closed!')
    await expect(form.card.getByText('Closed', { exact: true })).toBeVisible()
    expect(await stored(product, id)).toMatchObject({ closed: true })
    const again = page.getByRole('button', { name: 'Open it again', exact: true })
    await expect(again).toBeFocused()
    await dismissToasts(page)
    await again.click()
    await expectToast(page, 'success', 'Bug Opened!')
    expect(await stored(product, id)).toMatchObject({ closed: false })
    await expect(form.close).toBeVisible()
  })

  await test.step('a duplicate keeps its original until another one is chosen or it is taken away', async () => {
    const [first, second] = [newWord(), newWord()]
    const original = await aBug(product, userId, { title: first })
    const other = await aBug(product, userId, { title: second })
    const id = await aBug(product, userId, { classification: 'duplicate', duplicateOf: original })
    await dismissToasts(page)
    await openWithin(page, id)
    await expect(form.chosen).toContainText(first)
    await form.submit.click()
    await expectToast(page, 'success', 'Updated Bug Successfully')
    expect(await stored(product, id)).toMatchObject({ original })
    await dismissToasts(page)

    await form.chosen.getByRole('button').click()
    await form.original.fill(second)
    await form.found.click()
    await form.submit.click()
    await expectToast(page, 'success', 'Updated Bug Successfully')
    expect(await stored(product, id)).toMatchObject({ original: other })
    await dismissToasts(page)

    await form.chosen.getByRole('button').click()
    await form.submit.click()
    await expectToast(page, 'success', 'Updated Bug Successfully')
    await expect(form.chosen).toHaveCount(0)
    expect(await stored(product, id)).toEqual({ classification: 'duplicate', original: null, closed: false })
  })
})
