import { followBug } from '#shared/following/contract.ts'
import { closeBug } from '#shared/bugs/contract.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { heading, view } from '#e2e/parts/page-parts.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { watchShifts } from '#e2e/parts/shifts.ts'
import type { Page } from '@playwright/test'

/** One of the lists of the home page. */
const work = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name })

test('the home page says what the product is, what it offers and what it is made of', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(page).toHaveTitle(/Mothlight/)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(['Every bug, brought to light'])
  await expect(main).toContainText('a bug tracker for people who report problems and people who solve them')
  await expect(main.getByRole('heading', { level: 3 })).toHaveText([
    /bug management/i,
    /user management/i,
    /live chat/i,
  ])
  await expect(main).toContainText(/school/i)
  for (const name of ['TypeScript', 'React', 'Node.js', 'PostgreSQL']) {
    await expect(main.getByRole('list', { name: 'Technologies' }).getByText(name, { exact: true })).toBeVisible()
  }
  await expect(main.getByRole('link', { name: 'Login', exact: true })).toHaveAttribute('href', '/page/login')
})

test('somebody who is logged in and has no work yet is told what to do next, and led on to bugs', async ({
  page,
  signIn,
}) => {
  await signIn(['customer'], { fullName: 'Rosa Lindqvist' })
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main).toContainText('Rosa Lindqvist')
  await expect(main.getByRole('link', { name: 'Login', exact: true })).toHaveCount(0)
  await expect(work(page, 'Reported by you')).toContainText('You have not reported anything yet.')
  await expect(work(page, 'Assigned to you')).toContainText('Nothing is assigned to you.')
  await expect(work(page, 'Waiting for you')).toContainText('Nobody waits for you.')
  await expect(work(page, 'Notifications about bugs you follow')).toContainText('Nothing new.')
  await expect(work(page, 'Recently viewed')).toContainText('Bugs that you open are kept here.')
  await work(page, 'Reported by you').getByRole('link', { name: 'Write it down' }).click()
  await expect(page).toHaveURL(/\/page\/bugs\/report$/)

  await page.goto('/')
  await main.getByRole('searchbox').fill('lamp 404')
  await main.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\/page\/bugs\/list\?keywords=lamp(\+|%20)404$/)
  await expect(page.getByRole('searchbox', { name: 'Keywords' })).toHaveValue('lamp 404')
})

test('somebody without the view permission is offered no list', async ({ page, product, signIn }) => {
  await product.database.pool.query(
    `insert into roles (name, permissions) values ('guest', '{}') on conflict do nothing`,
  )
  await signIn(['guest'], { fullName: 'Rosa Lindqvist' })
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main).toContainText('Rosa Lindqvist')
  await expect(main.getByRole('searchbox')).toHaveCount(0)
  await expect(main.locator('a[href^="/page/bugs/list"]')).toHaveCount(0)
  await expect(main.locator('a[href="/page/bugs/report"]').first()).toBeVisible()
})

test('name, home text and banner are the operator’s, who may have no banner and say nothing of the project', async ({
  page,
  openProduct,
}) => {
  const name = 'Lamps & <Moths>'
  const product = await openProduct({
    PRODUCT_NAME: name,
    HOME_TITLE: 'What flickers here?',
    HOME_TEXT: 'Tell the lamp team.',
    HOME_ABOUT: 'none',
    BANNER_TEXT: 'none',
  })
  const served = await (await page.request.get(product.origin)).text()
  expect(served).toContain('<title>Lamps &#38; &#60;Moths&#62;</title>')
  expect(served).not.toContain('Mothlight')
  await page.goto(product.origin)
  await expect(page).toHaveTitle(name)
  await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('What flickers here?')
  await expect(main).toContainText('Tell the lamp team.')
  await expect(page.getByRole('complementary', { name: 'About this site' })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toContainText(name)
  await expect(page.getByText(/portfolio project|Mothlight/)).toHaveCount(0)
  await page.goto(`${product.origin}/page/login`)
  await expect(page).toHaveTitle(`Login · ${name}`)
  const described = (await (await page.request.get(`${product.origin}/api/openapi.json`)).json()) as {
    info: { title: string }
  }
  expect(described.info.title).toBe(name)
})

test('the home of somebody logged in is their work: what waits, is assigned, was reported, changed and was looked at', async ({
  page,
  product,
  signIn,
}) => {
  const me = await signIn(['staff'], { fullName: 'Rosa Lindqvist' })
  const ada = await product.person(['staff'], { fullName: 'Ada Ash' })
  const word = newWord()
  const mine = await aBug(product, me.userId, { title: `${word} mine`, priority: 'high' })
  const task = await aBug(product, ada.userId, { title: `${word} task`, assignedTo: me.userId })
  await aBug(product, ada.userId, { title: `${word} done`, assignedTo: me.userId, status: 'Closed' })
  const other = await aBug(product, ada.userId, { title: `${word} other` })
  for (const bugId of [mine, other]) await me.call(followBug, { params: { bugId }, body: { following: true } })
  for (const bugId of [task, mine]) {
    await page.goto(view(bugId))
    await expect(heading(page)).toContainText(word)
    // What was viewed is noted once the page is idle.
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(bugId)
  }
  // A page that shows the bug would see it at once.
  await page.goto('about:blank')
  await aComment(ada, mine, 'Which lamp?')
  await ada.call(closeBug, { params: { bugId: other }, body: { closed: true } })

  const shift = await watchShifts(page)
  await page.goto('/')
  await expect(heading(page)).toHaveText('Hello, Rosa Lindqvist')
  await expect(work(page, 'Waiting for you').getByRole('listitem')).toContainText([`${word} mine`])
  await expect(work(page, 'Waiting for you')).toContainText('Ada Ash commented')
  await expect(work(page, 'Assigned to you').getByRole('heading', { level: 3 })).toHaveText([`${word} task`])
  await expect(work(page, 'Reported by you').getByRole('heading', { level: 3 })).toHaveText([`${word} mine`])
  await expect(work(page, 'Reported by you')).toContainText('Priority: high')
  await expect(work(page, 'Notifications about bugs you follow')).toContainText('Ada Ash closed it')
  await expect(work(page, 'Recently viewed').getByRole('heading', { level: 3 })).toHaveText([
    `${word} mine`,
    `${word} task`,
  ])
  // What the product is about stands below.
  await expect(page.getByRole('heading', { level: 2, name: 'Every bug, brought to light' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Live Chat' })).toBeVisible()
  const { sum, moved } = await shift()
  expect(sum, moved).toBeLessThan(0.02)

  await work(page, 'Assigned to you').getByRole('link', { name: 'All assigned to you' }).click()
  await expect(page).toHaveURL(/\/page\/bugs\/list\?view=assigned-to-me$/)
  await page.goBack()
  await work(page, 'Waiting for you').getByRole('listitem').first().click()
  await expect(page).toHaveURL(new RegExp(`${view(mine)}#new-comment$`))
})

test('whoever may classify finds the queue of untriaged bugs, and works through it beside its first bug', async ({
  page,
  product,
  signIn,
}) => {
  const word = newWord()
  const me = await signIn(['staff'])
  // The newest of all that there are.
  for (const n of [2, 1]) await aBug(product, me.userId, { title: `${word} ${n}`, createdOn: new Date() })
  await page.goto('/')
  const untriaged = work(page, 'Untriaged')
  await expect(untriaged.getByRole('heading', { level: 3 }).first()).toHaveText(`${word} 1`)
  await untriaged.getByRole('link', { name: 'Work through them' }).click()
  await expect(heading(page)).toHaveText(`${word} 1`)
  await expect(bugList(page).cards.first()).toContainText(`${word} 1`)
  await page.keyboard.press('j')
  await expect(heading(page)).toHaveText(`${word} 2`)
  // On a small screen the list comes first.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await untriaged.getByRole('link', { name: 'Work through them' }).click()
  await expect(page).toHaveURL(product.origin + '/page/bugs/list?view=untriaged&pageSize=50')
})

test('a list that can’t be read says so and offers to try again, and the page stays', async ({
  page,
  signIn,
  whileBugsAreAway,
}) => {
  await signIn(['customer'], { fullName: 'Rosa Lindqvist' })
  const again = work(page, 'Reported by you').getByRole('button', { name: 'Try again' })
  await whileBugsAreAway(async () => {
    await page.goto('/')
    await expect(again).toBeVisible()
    await expect(heading(page)).toHaveText('Hello, Rosa Lindqvist')
    await expect(work(page, 'Recently viewed')).toContainText('Bugs that you open are kept here.')
  })
  await again.click()
  await expect(work(page, 'Reported by you')).toContainText('You have not reported anything yet.')
})
