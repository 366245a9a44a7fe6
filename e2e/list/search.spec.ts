import { loginStatus } from '#shared/auth/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { termNames } from '#shared/search/search-query.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { aBug, daysAgo, newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { boxOf } from '#e2e/parts/settled.ts'
import { openListWithin, searchesIn } from './bug-list-parts.ts'
import { expectSearch } from './list-parts.ts'

test('the words of a search, and the panel and the chips that say the same', async ({ page, product, signIn }) => {
  const { userId } = await signIn(['customer'])

  await test.step('the panel and the words say the same, whichever is changed', async () => {
    const word = newWord()
    await aBug(product, userId, { title: `${word} open`, classification: 'approved', createdOn: daysAgo(1) })
    await aBug(product, userId, { title: `${word} closed`, status: 'Closed', createdOn: daysAgo(2) })
    const list = await openListWithin(page, `keywords=${word}`)
    await expect(list.titles).toHaveText([`${word} open`, `${word} closed`])
    await list.toggleFilters.click()

    // What is typed shows in the controls before it is searched for.
    await list.keywords.fill(`${word} is:open class:approved sort:title-desc`)
    await expect(list.state('Open only')).toBeChecked()
    await expect(list.classification).toHaveValue('approved')
    await expect(list.sortBy).toHaveValue('title')
    await expect(list.invert).toBeChecked()
    await list.keywords.press('Enter')
    await expect(list.titles).toHaveText([`${word} open`])
    await expectSearch(page, { keywords: `${word} is:open class:approved sort:title-desc` })

    // A control that the words speak for changes the words.
    await list.state('Closed only').check()
    await list.classification.selectOption({ label: 'Any' })
    await expect(list.keywords).toHaveValue(`${word} is:closed sort:title-desc`)
    await list.search.click()
    await expect(list.titles).toHaveText([`${word} closed`])
    await expectSearch(page, { keywords: `${word} is:closed sort:title-desc` })

    // One that they leave alone has a parameter of its own.
    await list.classification.selectOption('approved')
    await list.search.click()
    await expect(list.none).toBeVisible()
    await expectSearch(page, { keywords: `${word} is:closed sort:title-desc`, classification: 'approved' })

    await page.goBack()
    await expect(list.titles).toHaveText([`${word} closed`])
    await expect(list.state('Closed only')).toBeChecked()
    await expect(list.classification).toHaveValue('')
    await page.goBack()
    await expect(list.keywords).toHaveValue(`${word} is:open class:approved sort:title-desc`)
    await expect(list.state('Open only')).toBeChecked()
  })

  await test.step('each condition among the words is a chip that takes only itself back', async () => {
    const word = newWord()
    await aBug(product, userId, { title: `${word} lamp` })
    const list = await openListWithin(page, `keywords=${encodeURIComponent(`lamp ${word} is:open author:@me -winter`)}`)
    await expect(list.titles).toHaveText([`${word} lamp`])
    await expect(list.chips).toHaveText([
      `Remove Keywords: lamp ${word}`,
      'Remove Open only',
      'Remove Reported by me',
      'Remove Without: winter',
    ])
    await list.chips.filter({ hasText: 'Open only' }).click()
    await expectSearch(page, { keywords: `lamp ${word} author:@me -winter` })
    await list.chips.filter({ hasText: 'Keywords' }).click()
    await expectSearch(page, { keywords: 'author:@me -winter' })
  })

  await test.step('a search that can’t be read is explained at the field, its place marked, and nothing is asked', async () => {
    const word = newWord()
    await aBug(product, userId, { title: word })
    const list = await openListWithin(page, `keywords=${word}`)
    await expect(list.titles).toHaveText([word])

    await list.keywords.fill(`${word} class:wonderful`)
    await expect(list.mistake).toHaveCount(0)
    await list.keywords.press('Enter')
    await expect(list.mistake).toContainText('can be unclassified, approved, unapproved or duplicate')
    await expect(list.mistake.locator('mark')).toHaveText('class:wonderful')
    await expect(list.keywords).toHaveAttribute('aria-invalid', 'true')
    await expect(list.keywords).toHaveAccessibleDescription(/can be unclassified/)
    await expect(list.keywords).toBeFocused()
    await expect(list.keywords).toHaveValue(`${word} class:wonderful`)
    await expect(list.titles).toHaveText([word])
    expect(searchesIn(list.calls)).toEqual([`keywords=${word}`])

    await list.keywords.fill(`${word} class:unclassified`)
    await expect(list.mistake).toHaveCount(0)
    await list.keywords.press('Enter')
    await expect(list.titles).toHaveText([word])

    // A link that somebody mangled.
    await page.goto(`/page/bugs/list?keywords=${encodeURIComponent(`(${word} OR lamp`)}`)
    await expect(list.mistake).toContainText('bracket')
    await expect(page.getByText('Nothing Was Searched For Yet')).toBeVisible()
    await expect(list.none).toHaveCount(0)
    expect(searchesIn(list.calls)).toHaveLength(2)
  })

  await test.step('what the server refuses about the words is told at their field', async () => {
    const error = { code: 'invalid-input', message: 'These words are too much.', field: 'keywords', requestId: 'r' }
    await page.route(/\/api\/bug\/list\?.*keywords=/, (route) => route.fulfill({ status: 400, json: { error } }))
    const list = await openListWithin(page)
    await list.keywords.fill('too much')
    await list.search.click()
    await expect(list.mistake).toHaveText('These words are too much.')
    await expect(list.keywords).toHaveValue('too much')
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })
})

test('the offer while somebody types', async ({ page, product, signIn }) => {
  await signIn(['customer'])

  await test.step('terms, their values and people’s names are offered, and the keyboard chooses', async () => {
    const word = newWord()
    const person = await product.person(['staff'], { fullName: `Rosa ${word}` })
    await aBug(product, person.userId, { title: `${word} lamp` })
    const list = await openListWithin(page)
    await list.keywords.focus()
    await page.keyboard.type('lamp au')
    await expect(list.options).toHaveText([/author:/])
    await expect(list.keywords).not.toHaveAttribute('aria-activedescendant')
    await page.keyboard.press('ArrowDown')
    await expect(list.options.first()).toHaveAttribute('aria-selected', 'true')
    const active = await list.options.first().getAttribute('id')
    await expect(list.keywords).toHaveAttribute('aria-activedescendant', active ?? '')
    await page.keyboard.press('Enter')
    await expect(list.keywords).toHaveValue('lamp author:')
    await expect(list.options.first()).toContainText('@me')

    await page.keyboard.type(word.slice(0, 8))
    await expect(list.options).toHaveText([new RegExp(`Rosa ${word}`)])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await expect(list.keywords).toHaveValue(`lamp author:"Rosa ${word}" `)
    await expect(list.keywords).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(list.titles).toHaveText([`${word} lamp`])
    await expectSearch(page, { keywords: `lamp author:"Rosa ${word}"` })
  })

  await test.step('Enter searches when nothing is chosen, and Escape only closes the offer', async () => {
    const list = await openListWithin(page)
    await list.keywords.focus()
    await page.keyboard.type('stat')
    await expect(list.options).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(list.options).toHaveCount(0)
    await expect(list.keywords).toHaveValue('stat')
    await page.keyboard.type('u')
    await expect(list.options).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expectSearch(page, { keywords: 'statu' })
    await expect(list.options).toHaveCount(0)
  })

  await test.step('the arrow offers every term, and the pointer chooses too', async () => {
    const list = await openListWithin(page)
    await list.keywords.focus()
    await page.keyboard.press('ArrowDown')
    // With one product nobody is told of products.
    await expect(list.options).toHaveCount(termNames.filter((name) => name !== 'product').length)
    await list.options.filter({ hasText: 'is:' }).click()
    await list.options.filter({ hasText: 'is:open' }).click()
    await expect(list.keywords).toHaveValue('is:open ')
    await expect(list.keywords).toBeFocused()
    await expect(list.options).toHaveCount(0)
  })
})

test('typing goes on while the session is read again', async ({ page, signInWithBugs, openList }) => {
  const word = newWord()
  await signInWithBugs(['customer'], { title: `${word} lamp` }, { title: `${word} lantern` })
  await page.clock.install()
  const list = await openList(`keywords=${word}`)
  await expect(list.titles).toHaveCount(2)
  // So old that a screen waits for the new one before it opens.
  await page.clock.fastForward('02:00')
  let letGo = () => {}
  const answer = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(`**${loginStatus.path}`, async (route) => {
    await answer
    await route.fallback()
  })
  await list.keywords.focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' lam')
  await expectSearch(page, { keywords: `${word} lam` })
  // After so long a screen that waits is replaced.
  await page.clock.runFor(1_000)
  await page.keyboard.type('p')
  await expectSearch(page, { keywords: `${word} lamp` })
  letGo()
  await expect(list.titles).toHaveText([`${word} lamp`])
  await expect(list.keywords).toHaveValue(`${word} lamp`)
  await expect(list.keywords).toBeFocused()
})

test('the help explains by examples, also on a phone, and gives the focus back', async ({ page, signIn, openList }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await signIn(['customer'])
  const list = await openList()
  await list.help.focus()
  await page.keyboard.press('Enter')
  await expect(list.help).toHaveAttribute('aria-expanded', 'true')
  const region = page.getByRole('dialog', { name: 'How to search' })
  await expect(region).toContainText('assignee:@me')
  const box = await boxOf(region)
  expect(box.x >= 0 && box.x + box.width <= 390).toBe(true)
  await page.keyboard.press('Escape')
  await expect(region).toHaveCount(0)
  await expect(list.help).toBeFocused()

  await list.keywords.fill('lamp')
  await list.help.click()
  await region.getByRole('button', { name: 'is:open', exact: true }).click()
  await expect(list.keywords).toHaveValue('lamp is:open')
  await expect(list.keywords).toBeFocused()
  await expect(region).toHaveCount(0)
})

test('what is found, and what is said of it', async ({ page, product, signIn }) => {
  const viewer = await signIn(['customer'])
  const { userId } = viewer

  await test.step('a result shows where the words stand, and a comment’s leads to it', async () => {
    const word = newWord()
    const bugId = await aBug(product, viewer.userId, {
      title: 'A lamp <b>x</b>',
      description: `Before the ${word} <img src=x onerror=alert(1)> after`,
    })
    const commentId = await aComment(viewer, bugId, `Also seen: ${word} in the hall`)
    const list = await openListWithin(page, `keywords=${word}`)
    const card = list.cards.first()
    await expect(card.getByText('In the description')).toBeVisible()
    await expect(card.locator('.snippet')).toHaveCount(2)
    await expect(card.locator('.snippet mark')).toHaveText([word, word])
    await expect(card.locator('.snippet', { hasText: 'onerror' })).toContainText('<img src=x onerror=alert(1)>')
    await expect(card.locator('img')).toHaveCount(0)
    await expect(card.locator('.badge')).toHaveText(['Open'])

    await card.getByRole('link', { name: 'In a comment' }).click()
    await expect(page).toHaveURL(`${product.origin}/page/bugs/list/view/${bugId}#comment-${commentId}`)
    await expect(page.locator(`#comment-${commentId}`)).toBeInViewport()
  })

  await test.step('words in the title are marked there, and without words nothing is', async () => {
    const word = newWord()
    const id = await aBug(product, userId, { title: `The ${word} flickers` })
    const list = await openListWithin(page, `keywords=${word}`)
    await expect(list.titles).toHaveText([`The ${word} flickers`])
    await expect(list.titles.locator('mark')).toHaveText([word])
    await expect(list.cards.locator('.snippet')).toHaveCount(0)
    await openListWithin(page, `keywords=${shortId(id)}`)
    await expect(list.titles).toHaveText([`The ${word} flickers`])
    await expect(list.cards.locator('mark')).toHaveCount(0)
  })

  await test.step('words that nothing was found for are replaced by what comes near, and it says so', async () => {
    // Numbers are no words that anybody mistypes.
    const letters = newWord().replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
    const word = `lantern${letters}`
    const typo = `lantrn${letters}`
    await aBug(product, userId, { title: `The ${word}` })
    const list = await openListWithin(page, `keywords=${typo}%20is:open`)
    await expect(list.titles).toHaveText([`The ${word}`])
    const notice = page.getByText(`Nothing was found for “${typo}”. Showing bugs with “${word}”.`)
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: `Search for “${word}”` }).click()
    await expectSearch(page, { keywords: `${word} is:open` })
    await expect(list.titles).toHaveText([`The ${word}`])
    await expect(notice).toHaveCount(0)
  })

  await test.step('an empty result names what was asked, and offers to drop each of it', async () => {
    const word = newWord()
    await aBug(product, userId, { title: word, status: 'Closed' })
    const list = await openListWithin(page, `keywords=${word}%20is:open&maxAge=3`)
    await expect(list.none).toBeVisible()
    const asked = page.getByRole('list', { name: 'What was asked' })
    await expect(asked.getByRole('listitem')).toHaveText([
      new RegExp(`Keywords: ${word}`),
      /Open only/,
      /At most 3 days old/,
    ])
    await asked.getByRole('button', { name: 'Drop Open only' }).click()
    await expect(list.titles).toHaveText([word])
    await expectSearch(page, { keywords: word, maxAge: '3' })
  })

  await test.step('with words the best matches are one press away; without words there is nothing to match', async () => {
    const word = newWord()
    await aBug(product, userId, { title: `${word} ${word}`, createdOn: daysAgo(9) })
    await aBug(product, userId, { title: 'Something else', description: `once ${word}`, createdOn: daysAgo(1) })
    const list = await openListWithin(page, `keywords=${word}`)
    await expect(list.titles).toHaveText(['Something else', `${word} ${word}`])
    await page.getByText('Best match', { exact: true }).click()
    await expect(list.order('Best match')).toBeChecked()
    await expect(list.titles).toHaveText([`${word} ${word}`, 'Something else'])
    await expectSearch(page, { keywords: word, sortBy: 'relevance' })

    await list.toggleFilters.click()
    await expect(list.sortBy).toHaveValue('relevance')
    await list.keywords.fill('is:open')
    await expect(list.sortBy).toHaveValue('createdOn')
    await list.search.click()
    await expectSearch(page, { keywords: 'is:open' })
    await expect(list.order('Best match')).toHaveCount(0)
  })

  await test.step('how many people are affected stands on the card, once it is more than one', async () => {
    const word = newWord()
    const many = await aBug(product, userId, { title: `${word} many`, createdOn: daysAgo(1) })
    await aBug(product, userId, { title: `${word} one`, createdOn: daysAgo(2) })
    await product.database.pool.query('update bugs set affected_count = 7 where id = $1', [many])
    const list = await openListWithin(page, `keywords=${word}`)
    await expect(list.card(`${word} many`)).toContainText('affects 7 people')
    await expect(list.card(`${word} one`)).not.toContainText('affects')
  })
})
