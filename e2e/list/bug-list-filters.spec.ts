import { shortId } from '#shared/bugs/words.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { aBug, daysAgo, newWord } from '#e2e/parts/sample-bug.ts'
import { addFilterParts, bugList, openListWithin, searchesIn } from './bug-list-parts.ts'
import { expectSearch } from './list-parts.ts'

test('words, chips and ages narrow the list, and are taken back', async ({ page, product, signIn }) => {
  const { userId } = await signIn(['customer'])

  await test.step('keywords are all searched for, the last one by its beginning', async () => {
    const word = newWord()
    await aBug(product, userId, { title: `${word} lantern`, createdOn: daysAgo(1) })
    await aBug(product, userId, { title: `${word} lamp`, description: 'made of glass', createdOn: daysAgo(2) })
    const other = await aBug(product, userId, { title: 'Something else', stepsToReproduce: `${word} last` })
    const list = await openListWithin(page)
    for (const [keywords, titles] of [
      [word, ['Something else', `${word} lantern`, `${word} lamp`]],
      [`${word} la`, ['Something else', `${word} lantern`, `${word} lamp`]],
      [`GLASS ${word} lam`, [`${word} lamp`]],
      [shortId(other), ['Something else']],
      [other, ['Something else']],
    ] as const) {
      await list.keywords.fill(keywords)
      await list.search.click()
      await expect(list.titles).toHaveText([...titles])
      await expectSearch(page, { keywords })
    }
  })

  await test.step('the panel folds away and leaves a chip for each filter, which takes it back', async () => {
    const word = newWord()
    await aBug(product, userId, { title: `${word} old`, classification: 'approved', createdOn: daysAgo(9) })
    await aBug(product, userId, { title: `${word} new`, status: 'Closed' })

    const list = await openListWithin(page, `keywords=${word}&classification=approved&closed=open&minAge=1&maxAge=20`)
    await expect(list.titles).toHaveText([`${word} old`])
    await expect(list.classification).toBeHidden()
    await expect(list.chips).toHaveCount(5)

    await list.toggleFilters.click()
    await expect(list.toggleFilters).toHaveAttribute('aria-expanded', 'true')
    await expect(list.classification).toHaveValue('approved')
    await expect(list.state('Open only')).toBeChecked()
    await expect(list.minAge).toHaveValue('1')
    await expect(list.maxAge).toHaveValue('20')
    await expect(list.chips).toHaveCount(0)
    await list.toggleFilters.click()

    for (const [chip, search] of [
      [/approved/, { keywords: word, closed: 'open', minAge: '1', maxAge: '20' }],
      [/at least 1 day old/i, { keywords: word, closed: 'open', maxAge: '20' }],
      [/at most 20 days old/i, { keywords: word, closed: 'open' }],
      [/open only/i, { keywords: word }],
    ] as const) {
      await list.chips.filter({ hasText: chip }).click()
      await expectSearch(page, search)
    }
    await expect(list.titles).toHaveText([`${word} new`, `${word} old`])
    await list.chips.filter({ hasText: word }).click()
    await expectSearch(page, {})
    await expect(list.keywords).toHaveValue('')
    await expect(list.chips).toHaveCount(0)
  })

  await test.step('Clear Search takes every filter back, sent or not', async () => {
    const word = newWord()
    await aBug(product, userId, { title: word })
    // Loaded anew: the list without filters would be as it was a moment ago, and the bug wait behind what is new.
    await page.goto(`/page/bugs/list?keywords=${word}&closed=open&sortBy=title&sortByInvert=true&pageSize=10`)
    const list = bugList(page)
    await expect(list.titles).toHaveText([word])
    await list.clear.click()
    await expectSearch(page, {})
    await expect(list.keywords).toHaveValue('')
    await expect(list.chips).toHaveCount(0)
    await expect(list.titles.filter({ hasText: word })).toHaveCount(1)

    await list.toggleFilters.click()
    await expect(list.state('Both')).toBeChecked()
    await list.keywords.fill('typed and not searched')
    await list.state('Closed only').check()
    await list.minAge.fill('7')
    await list.clear.click()
    await expect(list.keywords).toHaveValue('')
    await expect(list.state('Both')).toBeChecked()
    await expect(list.minAge).toHaveValue('')
  })

  await test.step('a minimum age above the maximum is told inside the panel, and nothing is asked', async () => {
    const word = newWord()
    await aBug(product, userId, { title: word })
    const list = await openListWithin(page, `keywords=${word}`)
    await expect(list.titles).toHaveText([word])
    expect(searchesIn(list.calls)).toHaveLength(1)

    await list.toggleFilters.click()
    await list.minAge.fill('5')
    await list.maxAge.fill('3')
    await list.search.click()
    await expect(list.minAge).toHaveAccessibleDescription(/minimum age must not be greater than the maximum age/i)
    await expect(list.minAge).toHaveAttribute('aria-invalid', 'true')
    await expectSearch(page, { keywords: word })
    expect(searchesIn(list.calls)).toHaveLength(1)

    await list.maxAge.fill('5')
    await expect(page.getByText(/must not be greater/)).toHaveCount(0)
    await list.search.click()
    await expect(list.none).toBeVisible()
    expect(searchesIn(list.calls)).toHaveLength(2)
  })

  await test.step('an address with contradicting ages shows what contradicts, and nothing is asked', async () => {
    const list = await openListWithin(page, 'minAge=5&maxAge=3')
    await expect(list.none).toBeVisible()
    await expect(page.getByText(/minimum age must not be greater than the maximum age/i)).toBeVisible()
    await expect(list.minAge).toHaveValue('5')
    await expect(page.getByText(/^Showing/)).toHaveCount(0)
    expect(list.calls).toEqual([])
  })

  await test.step('a mangled address opens the list with what can be meant', async () => {
    const word = newWord()
    await aBug(product, userId, { title: word })
    const list = bugList(page)
    await page.goto(
      `/page/bugs/list?keywords=${word}&pageNumber=zero&pageSize=9999&closed=maybe&classification=x&minAge=-1&sortBy=y`,
    )
    await expect(list.titles).toHaveText([word])
    await expect(list.chips).toHaveCount(1)
  })
})

test('each filter of the panel, alone and together', async ({ page, product, signIn }) => {
  const me = await signIn(['customer'])
  const { userId } = me

  await test.step('each filter narrows the list, and nothing is asked before Search is pressed', async () => {
    const word = newWord()
    const make = (name: string, facts: Parameters<typeof aBug>[2]) =>
      aBug(product, userId, { title: `${word} ${name}`, ...facts })
    await make('approved', { classification: 'approved', createdOn: daysAgo(1) })
    await make('closed', { status: 'Closed', createdOn: daysAgo(3) })
    await make('resolved', { status: 'Resolved', createdOn: daysAgo(5) })
    const titles = (...names: string[]) => names.map((name) => `${word} ${name}`)

    const list = await openListWithin(page, `keywords=${word}`)
    await expect(list.titles).toHaveText(titles('approved', 'closed', 'resolved'))
    // A live page asks the same again when the server knows that it looks.
    expect(searchesIn(list.calls)).toEqual([`keywords=${word}`])
    await list.toggleFilters.click()

    await list.classification.selectOption('approved')
    expect(searchesIn(list.calls)).toHaveLength(1)
    await list.search.click()
    await expect(list.titles).toHaveText(titles('approved'))
    await expectSearch(page, { keywords: word, classification: 'approved' })

    await list.classification.selectOption({ label: 'Any' })
    await list.state('Closed only').check()
    await list.search.click()
    await expect(list.titles).toHaveText(titles('closed', 'resolved'))
    await expectSearch(page, { keywords: word, closed: 'closed' })
    expect(list.calls.at(-1)?.get('closed')).toBe('true')

    await list.state('Open only').check()
    await list.search.click()
    await expect(list.titles).toHaveText(titles('approved'))
    expect(list.calls.at(-1)?.get('closed')).toBe('false')

    await list.state('Both').check()
    await list.minAge.fill('2')
    await list.search.click()
    await expect(list.titles).toHaveText(titles('closed', 'resolved'))
    await expectSearch(page, { keywords: word, minAge: '2' })
    expect(list.calls.at(-1)?.has('closed')).toBe(false)

    await list.maxAge.fill('4')
    await list.search.click()
    await expect(list.titles).toHaveText(titles('closed'))
    await expectSearch(page, { keywords: word, minAge: '2', maxAge: '4' })

    await list.minAge.fill('')
    await list.state('Closed only').check()
    await list.search.click()
    await expect(list.titles).toHaveText(titles('closed'))

    // All of them at once, in an address that a reload and another person can open.
    await list.classification.selectOption('duplicate')
    await list.search.click()
    await expect(list.none).toBeVisible()
    await expectSearch(page, { keywords: word, classification: 'duplicate', closed: 'closed', maxAge: '4' })
    await page.reload()
    await expect(list.none).toBeVisible()
    await expect(list.keywords).toHaveValue(word)
    await expect(list.chips).toHaveCount(4)
  })

  await test.step('status, assignee and reporter narrow the list; people are chosen by their names', async () => {
    const word = newWord()
    const other = await product.person(['customer'], { fullName: `Zita ${word}` })
    await aBug(product, me.userId, { title: `${word} mine`, assignedTo: other.userId, status: 'In Progress' })
    await aBug(product, other.userId, { title: `${word} theirs` })
    const list = await openListWithin(page, `keywords=${word}`)
    await list.toggleFilters.click()
    await list.filter('status').selectOption('In Progress')
    await list.search.click()
    await expect(list.titles).toHaveText([`${word} mine`])
    await expectSearch(page, { keywords: word, status: 'In Progress' })
    await list.filter('status').selectOption({ label: 'Any' })

    const person = (label: string) => page.getByRole('main').getByRole('combobox', { name: label, exact: true })
    // The name is not yet whole, so that its suggestion stays.
    await person('Assignee').fill(`Zita ${word.slice(0, -2)}`)
    await expect(page.locator(`datalist option[value="Zita ${word}"]`)).toHaveCount(1)
    await person('Assignee').fill(`Zita ${word}`)
    await person('Reported by').fill('me')
    await list.search.click()
    await expectSearch(page, { keywords: word, assignee: other.userId, author: '@me' })
    await expect(list.titles).toHaveText([`${word} mine`])
    await page.reload()
    await expect(list.chips.filter({ hasText: `Assigned to Zita ${word}` })).toBeVisible()
    await list.toggleFilters.click()
    await expect(person('Assignee')).toHaveValue(`Zita ${word}`)
    await person('Assignee').fill('Nobody')
    await person('Reported by').fill('')
    await list.search.click()
    await expect(list.titles).toHaveText([`${word} theirs`])
    await expectSearch(page, { keywords: word, assignee: 'none' })
    await person('Assignee').fill('no such person')
    await person('Reported by').focus()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Choose somebody from the list.')
  })
})

test('a filter is added by typing a part of its words, and one that is there says so', async ({
  page,
  product,
  signIn,
  openList,
}) => {
  const { userId } = await signIn(['customer'])
  const word = newWord()
  const other = await product.person(['customer'], { fullName: `Zita ${word}` })
  await aBug(product, userId, { title: `${word} theirs`, assignedTo: other.userId, status: 'In Progress' })
  await aBug(product, userId, { title: `${word} nobody’s`, status: 'In Progress' })
  await aBug(product, userId, { title: `${word} open`, assignedTo: other.userId })
  const list = await openList(`keywords=${word}`)
  await expect(list.titles).toHaveCount(3)
  const { button, picker, field, options } = addFilterParts(page)

  await page.keyboard.press('w')
  await expect(field).toBeFocused()
  await page.keyboard.type('stat prog')
  await expect(options).toHaveText(['Status: In Progress'])
  await page.keyboard.press('Enter')
  await expectSearch(page, { keywords: word, status: 'In Progress' })
  await expect(list.titles).toHaveCount(2)
  await expect(button).toBeFocused()

  await page.keyboard.press('w')
  await page.keyboard.type(`assigned to zita ${word}`)
  await expect(options).toHaveText([`Assigned to Zita ${word}`])
  await page.keyboard.press('Enter')
  await expectSearch(page, { keywords: word, status: 'In Progress', assignee: other.userId })
  await expect(list.titles).toHaveText([`${word} theirs`])
  await expect(list.chips).toHaveText([/Keywords/, /Status: In Progress/, `Remove Assigned to Zita ${word}`])

  await button.click()
  await expect(options.filter({ hasText: 'In Progress' })).toHaveText('Status: In Progress, as it is now')
  await field.fill('no such filter')
  await expect(picker.getByRole('status')).toHaveText(/^No filter has this name\./)
  await page.keyboard.press('Escape')
  await list.chips.filter({ hasText: 'Status' }).click()
  await expectSearch(page, { keywords: word, assignee: other.userId })
})

test('every order, and each one inverted', async ({ page, product, signIn, openList }) => {
  const { userId } = await signIn(['customer'])
  const word = newWord()
  const texts = [
    { title: `b ${word}`, description: 'C', stepsToReproduce: 'a' },
    { title: `A ${word}`, description: 'b', stepsToReproduce: 'C' },
    { title: `c ${word}`, description: 'a', stepsToReproduce: 'B' },
  ]
  for (const [index, text] of texts.entries()) await aBug(product, userId, { ...text, createdOn: daysAgo(index) })

  const list = await openList(`keywords=${word}`)
  await expect(list.titles).toHaveText([`b ${word}`, `A ${word}`, `c ${word}`])
  await list.toggleFilters.click()
  await expect(list.sortBy.locator('option')).toHaveText([
    'Title',
    'Description',
    'Steps to reproduce',
    'Priority',
    'Severity',
    'Created',
    'Updated',
    'Affected people',
    'Longest wait',
    'Relevance',
  ])
  for (const [value, order] of [
    ['title', 'Abc'],
    ['description', 'cAb'],
    ['stepsToReproduce', 'bcA'],
    ['createdOn', 'bAc'],
  ] as const) {
    const sort: Record<string, string> = value === 'createdOn' ? {} : { sortBy: value }
    const expected = [...order].map((letter) => `${letter} ${word}`)
    await list.sortBy.selectOption(value)
    await list.invert.uncheck()
    await list.search.click()
    await expectSearch(page, { keywords: word, ...sort })
    await expect(list.titles).toHaveText(expected)
    await list.invert.check()
    await list.search.click()
    await expectSearch(page, { keywords: word, ...sort, sortByInvert: 'true' })
    await expect(list.titles).toHaveText(expected.toReversed())
  }
})

test('Back brings filters, page and place in the list back', async ({ page, product, signIn, openList }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  const { userId } = await signIn(['customer'])
  const word = newWord()
  for (let index = 0; index < 22; index++) {
    await aBug(product, userId, { title: `${word} ${index}`, createdOn: daysAgo(index) })
  }
  const list = await openList(`keywords=${word}&pageSize=10`)
  await list.pager.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(list.titles.first()).toHaveText(`${word} 10`)

  const link = page.getByRole('link', { name: `${word} 19`, exact: true })
  await link.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(100)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} 19`)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await page.goBack()
  await expectSearch(page, { keywords: word, pageSize: '10', pageNumber: '2' })
  await expect(list.titles.first()).toHaveText(`${word} 10`)
  await expect(list.keywords).toHaveValue(word)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)

  await page.goBack()
  await expect(list.titles.first()).toHaveText(`${word} 0`)
  await page.goForward()
  await expect(list.titles.first()).toHaveText(`${word} 10`)

  // The way back that the bug's page offers leads to the same list.
  await link.click()
  await page.getByRole('main').getByRole('link', { name: 'Bugs', exact: true }).click()
  await expectSearch(page, { keywords: word, pageSize: '10', pageNumber: '2' })
})
