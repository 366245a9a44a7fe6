import { newEmail } from '#e2e/people/account.ts'
import { bugList } from '#e2e/list/bug-list-parts.ts'
import { comments } from '#e2e/parts/comment-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { stopOf, tabTo } from '#e2e/parts/focus.ts'
import { heading } from '#e2e/parts/page-parts.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { settled } from '#e2e/parts/settled.ts'
import { expectToast, toasts } from '#e2e/parts/toasts.ts'
import type { Locator, Page } from '@playwright/test'

/** Tabs to a field and types into it. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.insertText(text)
}

test('without a mouse: register, report a bug, open it and comment', async ({ page, product }) => {
  const title = newWord()
  const bar = page.getByRole('banner')
  const main = page.getByRole('main')
  await page.goto('/page/login')
  await tabTo(page, main.getByRole('link', { name: 'Register', exact: true }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()

  const field = (name: string) => page.getByLabel(name, { exact: true })
  await type(page, field('Email'), newEmail())
  await type(page, field('Password'), 'moth-at-the-pane')
  await type(page, field('Confirm Password'), 'moth-at-the-pane')
  await type(page, field('Full Name'), 'Rosa Lindqvist')
  await type(page, field('Given Name'), 'Rosa')
  await type(page, field('Family Name'), 'Lindqvist')
  await page.keyboard.press('Enter')
  await expectToast(page, 'success', 'Register User Successful! LoggedIn!')
  await expect(page).toHaveURL(product.origin + '/')
  await expect(heading(page)).toBeFocused()

  await tabTo(page, bar.getByRole('button', { name: 'Bugs', exact: true }), 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(bar.getByRole('link', { name: 'Find Bugs', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(bar.getByRole('link', { name: 'Report Bug', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
  const form = reportForm(page)
  await type(page, form.title, title)
  await type(page, form.description, 'It flickers.')
  await type(page, form.steps, 'Wait for dusk.')
  await page.keyboard.press('Control+Enter')
  // What registration said may still be there.
  await expect(toasts(page).filter({ hasText: 'New Bug has been Reported!' })).toBeVisible()
  await tabTo(page, form.linkTo(title), 'Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(title)
  await expect(heading(page)).toBeFocused()

  const box = main.getByRole('textbox', { name: 'New comment' })
  await type(page, box, 'It still flickers.')
  await tabTo(page, main.getByRole('button', { name: 'Submit', exact: true }))
  await page.keyboard.press('Enter')
  await expect(comments(page)).toContainText('It still flickers.')
  await expect(box).toBeFocused()
})

test('the first stop skips to the content, and a navigation moves the focus to the new heading', async ({
  page,
  signIn,
}) => {
  await test.step('the first stop skips to the content', async () => {
    await page.goto('/page/login')
    // Until it is known whether somebody is logged in, the fields take no focus.
    await expect(page.getByLabel('Email')).toBeEnabled()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Email')).toBeFocused()
  })

  await test.step('a navigation moves the focus to the new screen’s heading and says its title', async () => {
    await signIn(['customer'])
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Bugs', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Bugs')
    await expect(heading(page)).toBeFocused()
    await expect(page.locator('[aria-live="polite"]').filter({ hasText: /^Bugs/ })).toHaveCount(1)
  })

  await test.step('what is typed into a field triggers none of the list’s keys', async () => {
    await signIn(['customer'])
    await page.goto('/page/bugs/list')
    const { keywords } = bugList(page)
    await keywords.focus()
    await page.keyboard.type('jk/x')
    await expect(keywords).toHaveValue('jk/x')
    await expect(keywords).toBeFocused()
  })
})

test('a search and a page change leave the focus where it is', async ({ page, product, signIn, openList }) => {
  const { userId } = await signIn(['customer'])
  const word = newWord()
  for (let index = 0; index < 4; index++) await aBug(product, userId, { title: `${word} ${index}` })
  const list = await openList('pageSize=2')
  await list.keywords.focus()
  await page.keyboard.insertText(word)
  await page.keyboard.press('Enter')
  await expect(list.range).toHaveText('Showing 1 to 2 of 4 results')
  await expect(list.keywords).toBeFocused()

  const next = list.pager.getByRole('button', { name: 'Next page' })
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(list.range).toHaveText('Showing 3 to 4 of 4 results')
  // The last page switches the button off; the focus must not fall back to the page's beginning.
  await settled(page)
  expect(await stopOf(page)).toBeDefined()
})

test('a card’s menu opens, is walked through and closes by keyboard', async ({ page, product, signIn }) => {
  const { userId } = await signIn(['staff'])
  const title = newWord()
  const id = await aBug(product, userId, { title })
  await page.goto(`/page/bugs/list?keywords=${title}`)
  const button = bugList(page).cards.getByRole('button', { name: /^Actions/ })
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expect(item('Show More')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(item('Edit')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(item('Snooze')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(item('Show More')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${product.origin}/page/bugs/list/view/${id}`)
  await expect(heading(page)).toBeFocused()
})

test('the list’s keys walk through the bugs, and can be switched off for good', async ({ page, product, signIn }) => {
  const { userId } = await signIn(['customer'])
  const word = newWord()
  for (const name of ['one', 'two']) await aBug(product, userId, { title: `${word} ${name}` })
  const list = bugList(page)
  const link = (name: string) => page.getByRole('link', { name: `${word} ${name}`, exact: true })
  const address = `/page/bugs/list?keywords=${word}&sortBy=title`
  await page.goto(address)
  await expect(list.cards).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(link('one')).toBeFocused()
  await page.keyboard.press('j')
  await expect(link('two')).toBeFocused()
  await page.keyboard.press('k')
  await expect(link('one')).toBeFocused()
  await page.keyboard.press('/')
  await expect(list.keywords).toBeFocused()
  await page.keyboard.press('j')
  await expect(list.keywords).toHaveValue('j')

  await page.getByRole('button', { name: /keys off/i }).click()
  await page.goto(address)
  await expect(list.cards).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('/')
  await expect(list.cards.getByRole('link').and(page.locator(':focus'))).toHaveCount(0)
  await expect(list.keywords).not.toBeFocused()
})
