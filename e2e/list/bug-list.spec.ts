import { shortId } from '#shared/bugs/words.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { expectNoToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { bugList } from './bug-list-parts.ts'
import { expectSearch } from './list-parts.ts'

test('a card shows what the specification lists', async ({ page, product, signIn, openList }) => {
  const creator = await signIn(['customer'], { fullName: 'Ines Ferreira' })
  const assignee = await product.person(['staff'], { fullName: 'Tomasz Lis' })
  const word = newWord()
  const createdOn = new Date('2024-02-03T04:05:06Z')
  const assigned = await aBug(product, creator.userId, {
    title: `${word} one`,
    createdOn,
    status: 'In Progress',
    assignedTo: assignee.userId,
  })
  const unassigned = await aBug(product, creator.userId, { title: `${word} two`, createdOn })
  const list = await openList(`keywords=${word}`)

  const one = list.card(`${word} one`)
  for (const text of [shortId(assigned), '2/3/2024', 'Ines Ferreira', 'Tomasz Lis', 'In Progress']) {
    await expect(one).toContainText(text)
  }
  await expect(one).not.toContainText('Unassigned')
  await expect(one.locator('time')).toHaveAttribute('datetime', createdOn.toISOString())
  await expect(one.locator('time')).toHaveAttribute('title', /February 3, 2024/)

  const two = list.card(`${word} two`)
  for (const text of [shortId(unassigned), 'Ines Ferreira', 'Unassigned', 'Open']) await expect(two).toContainText(text)
  await expect(two).not.toContainText('Tomasz Lis')
  await expectNoToast(page)
})

test('each status has its own badge and colour', async ({ page, product, signIn }) => {
  const { userId } = await signIn(['customer'])
  const word = newWord()
  const tones = { Open: 'green', 'In Progress': 'amber', Closed: 'grey', Resolved: 'blue' } as const
  const list = bugList(page)
  for (const status of Object.keys(tones) as (keyof typeof tones)[]) {
    await aBug(product, userId, { title: `${word} ${status}`, status })
  }
  await page.goto(`/page/bugs/list?keywords=${word}`)
  for (const [status, tone] of Object.entries(tones)) {
    const badge = list.card(`${word} ${status}`).locator('.badge')
    await expect(badge).toHaveText([status])
    await expect(badge).toHaveAttribute('data-tone', tone)
  }
})

test('the whole card opens the bug', async ({ page, product, signInWithBug }) => {
  const title = newWord()
  const { id } = await signInWithBug(['customer'], { title })
  await page.goto(`/page/bugs/list?keywords=${title}`)
  await bugList(page).card(title).getByText('Unassigned').click({ force: true })
  await expect(page).toHaveURL(`${product.origin}/page/bugs/list/view/${id}`)
})

test.describe('the three-dot menu', () => {
  /** Addresses by name, in the menu's order. */
  async function entriesOf(page: Page, title: string): Promise<[string, string | null][]> {
    await bugList(page)
      .card(title)
      .getByRole('button', { name: /^Actions/ })
      .click()
    const items = page.getByRole('menu').getByRole('menuitem')
    await expect(items.first()).toBeFocused()
    const entries = (await items.all()).map(async (item): Promise<[string, string | null]> => [
      await item.innerText(),
      await item.getAttribute('href'),
    ])
    const result = await Promise.all(entries)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(
      bugList(page)
        .card(title)
        .getByRole('button', { name: /^Actions/ }),
    ).toBeFocused()
    return result
  }

  test('offers each role what it may do to a bug', async ({ page, signInToBug }) => {
    for (const [role, isCreator, names] of [
      ['customer', true, ['Show More', 'Edit', 'Snooze']],
      ['customer', false, ['Show More', 'Snooze']],
      ['staff', true, ['Show More', 'Edit', 'Classify', 'Assign User', 'Snooze']],
      ['staff', false, ['Show More', 'Edit', 'Classify', 'Assign User', 'Snooze']],
      ['support', false, ['Show More', 'Snooze']],
      ['admin', false, ['Show More', 'Edit', 'Classify', 'Assign User', 'Snooze']],
    ] as const) {
      await test.step(`offers ${role} ${names.join(', ')} on a bug of ${isCreator ? 'their own' : 'somebody else'}`, async () => {
        const title = newWord()
        const id = await signInToBug(role, isCreator, { title })
        const addresses: Record<string, string> = {
          'Show More': `/page/bugs/list/view/${id}`,
          Edit: isCreator ? `/page/bugs/list/edit/my/${id}` : `/page/bugs/list/edit/${id}`,
          Classify: `/page/bugs/list/classify/${id}`,
          'Assign User': `/page/bugs/assignUser/${id}`,
        }
        await page.goto(`/page/bugs/list?keywords=${title}`)
        expect(await entriesOf(page, title)).toEqual(names.map((name) => [name, addresses[name] ?? null]))
      })
    }
  })

  test('leads to the bug', async ({ page, product, signInWithBug }) => {
    const title = newWord()
    const { id } = await signInWithBug(['customer'], { title })
    await page.goto(`/page/bugs/list?keywords=${title}`)
    await bugList(page)
      .card(title)
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Show More', exact: true }).click()
    await expect(page).toHaveURL(`${product.origin}/page/bugs/list/view/${id}`)
    await expect(page.getByRole('menu')).toHaveCount(0)
  })
})

test('an empty database says so and offers the first report', async ({ page, openProductAs }) => {
  const { product } = await openProductAs(['customer'])
  await page.goto(product.origin + '/page/bugs/list')
  const list = bugList(page)
  await expect(list.none).toBeVisible()
  await expect(list.range).toHaveCount(0)
  await expect(list.pager).toHaveCount(0)
  await expectNoToast(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /report the first bug/i })
    .click()
  await expect(page).toHaveURL(product.origin + '/page/bugs/report')
})

test('a failed read empties the list, keeps the filters and offers to try again', async ({
  page,
  product,
  signIn,
  whileBugsAreAway,
  openList,
}) => {
  const { userId } = await signIn(['customer'])
  const word = newWord()
  for (const name of ['one', 'two', 'three']) await aBug(product, userId, { title: `${word} ${name}` })
  const list = await openList(`keywords=${word}&pageSize=2`)
  await expect(list.range).toHaveText('Showing 1 to 2 of 3 results')

  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await whileBugsAreAway(async () => {
    await list.keywords.fill(`${word} t`)
    await list.search.click()
    await expect(again).toBeVisible()
  })
  await expect(list.cards).toHaveCount(0)
  await expect(list.range).toHaveCount(0)
  await expect(list.pager).toHaveCount(0)
  await expect(list.none).toHaveCount(0)
  await expect(list.keywords).toHaveValue(`${word} t`)
  await expectSearch(page, { keywords: `${word} t`, pageSize: '2' })

  await again.click()
  await expect(list.titles).toHaveText([`${word} three`, `${word} two`])
  await expect(again).toHaveCount(0)
})

test('a list that the server could not read comes by itself when it can again', async ({
  page,
  quietConsole,
  signInWithBug,
  whileBugsAreAway,
  openList,
}) => {
  quietConsole.forgive(/status of 500/)
  const word = newWord()
  await signInWithBug(['customer'], { title: word })
  const list = await whileBugsAreAway(async () => {
    const opened = await openList(`keywords=${word}`)
    await expect(page.getByText('The bugs could not be loaded')).toBeVisible()
    return opened
  })
  await expect(list.titles).toHaveText([word])
})

test('without a network the list says so, and recovers', async ({ page, quietConsole, signInWithBug, openList }) => {
  quietConsole.forgive(/net::ERR_INTERNET_DISCONNECTED/)
  const word = newWord()
  await signInWithBug(['customer'], { title: word })
  const list = await openList()
  await expect(list.cards.first()).toBeVisible()
  await page.context().setOffline(true)
  await list.keywords.fill(word)
  await list.search.click()
  await expect(page.getByText(/could not be reached/)).toBeVisible()
  await expect(list.cards).toHaveCount(0)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(list.titles).toHaveText([word])
})
