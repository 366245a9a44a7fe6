import { editBug } from '#shared/bugs/contract.ts'
import { commentParts } from '#e2e/parts/comment-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { heading, view } from '#e2e/parts/page-parts.ts'
import { newWord } from '#e2e/parts/sample-bug.ts'
import { boxesOf } from '#e2e/parts/settled.ts'
import { reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import { toasts } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'

test.use({ isFirstVisit: true })

/** Keeps these files from the page. @returns what lets them through again */
async function withhold(page: Page, files: string): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort())
  return () => page.unroute(files)
}

const cutOff = /net::ERR_(FAILED|INTERNET_DISCONNECTED)|dynamically imported module/

test.beforeEach(({ quietConsole }) => quietConsole.forgive(cutOff))

test('a bug stays on the screen without the code that compares its titles, and asks for that again', async ({
  page,
  signIn,
}) => {
  const person = await signIn(['staff'])
  const bugId = await reported(person, { title: 'The lamp flickers' })
  const texts = { title: 'The lamp burns', description: 'At dusk.', stepsToReproduce: 'Wait for dusk.' }
  expect((await person.call(editBug, { params: { bugId }, body: texts })).status).toBe(200)

  const letThrough = await withhold(page, '**/assets/word-difference*.js')
  await page.goto(view(bugId))
  const change = timelineParts(page).change('title').locator('.word-difference')
  await expect(change.locator('del')).toHaveText('The lamp flickers')
  await expect(change.locator('ins')).toHaveText('The lamp burns')
  const { newComment } = commentParts(page)
  await newComment.fill('still here')
  await expect(heading(page)).toHaveText('The lamp burns')
  await expect(newComment).toHaveValue('still here')

  await letThrough()
  // What is shown before the page has heard of the failure still waits for the code that does not come.
  await expect(async () => {
    await timelineParts(page).choose('Comments')
    await expect(change).toHaveCount(0)
    await timelineParts(page).choose('All')
    await expect(change.locator('del')).toHaveText('flickers', { timeout: 5_000 })
  }).toPass()
  await expect(change.locator('ins')).toHaveText('burns')
})

test('long texts stand whole without the code that compares them, which is asked for again', async ({
  page,
  signIn,
}) => {
  const person = await signIn(['staff'])
  const bugId = await reported(person, { description: 'At dusk.\nIn rain.' })
  const texts = { title: 'The lamp flickers', description: 'At dawn.\nIn rain.', stepsToReproduce: 'Wait for dusk.' }
  expect((await person.call(editBug, { params: { bugId }, body: texts })).status).toBe(200)

  const letThrough = await withhold(page, '**/assets/text-difference*.js')
  await page.goto(view(bugId))
  const show = page.getByRole('button', { name: 'Show what changed' })
  const difference = page.getByRole('figure', { name: 'What changed in the description' })
  await show.click()
  await expect(difference.locator('del')).toHaveText('At dusk.\nIn rain.')
  await expect(difference.locator('ins')).toHaveText('At dawn.\nIn rain.')

  await letThrough()
  await page.getByRole('button', { name: 'Hide what changed' }).click()
  await show.click()
  await expect(difference.locator('del')).toHaveText('At dusk.')
  await expect(difference.locator('ins')).toHaveText('At dawn.')
})

test('a screen whose code could not be had comes when it is tried again', async ({ page, signIn }) => {
  await signIn(['customer'])
  await page.goto('/')
  const giveTheCode = await withhold(page, '**/assets/report-page*.js')
  await page.goto('/page/bugs/report')
  const failure = page.getByRole('alert').filter({ hasText: 'This page could not be shown' })
  await expect(failure).toBeVisible()

  const giveTheServer = await withhold(page, '**/api/site')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toContainText('The server could not be reached. Check the connection and try again.')

  await giveTheServer()
  await giveTheCode()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Report a bug')
})

/** Holds back these files. @returns what lets them go on */
async function delay(page: Page, files: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(files, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

test('a menu that is asked for before its code is there opens once it is, at its button, and takes the keys', async ({
  page,
  signInWithBug,
}) => {
  const title = newWord()
  await signInWithBug(['staff'], { title })
  const letGo = await delay(page, '**/assets/popups*.js')
  await page.goto(`/page/bugs/list?keywords=${title}`)
  const button = page.getByRole('button', { name: `Actions for ${title}` })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('menu')).toHaveCount(0)
  letGo()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const [menu, place] = await boxesOf(page.getByRole('menu'), button)
  expect(Math.abs(menu.y - place.y - place.height)).toBeLessThan(12)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('a menu that is asked for too early can be given up before it opens', async ({ page, signInWithBug }) => {
  const title = newWord()
  await signInWithBug(['staff'], { title })
  const letGo = await delay(page, '**/assets/popups*.js')
  await page.goto(`/page/bugs/list?keywords=${title}`)
  const button = page.getByRole('button', { name: `Actions for ${title}` })
  await button.click()
  await page.keyboard.press('Escape')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  const came = page.waitForResponse('**/assets/popups*.js')
  letGo()
  await came
  await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(() => done(true))))
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('without the code for what opens there are plain menus, questions and toasts, which do the same', async ({
  page,
  context,
  openOwnComment,
}) => {
  await withhold(page, '**/assets/{popups,toasts}*.js')
  const { comments } = await openOwnComment('words to regret')
  await comments.newComment.focus()
  await comments.submit.click()
  await expect(toasts(page)).toHaveText(['New Comment Input Must Not Be EMPTY!'])
  await page.getByRole('button', { name: 'Dismiss message' }).click()

  await comments.menus.click()
  const menu = page.getByRole('dialog', { name: 'Actions' })
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(comments.menus).toBeFocused()
  await comments.menus.click()
  await menu.getByRole('button', { name: 'Delete' }).click()
  await expect(comments.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()

  await context.setOffline(true)
  await comments.answer('Delete').click()
  await expect(comments.dialog.getByText('The comment was not deleted')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(comments.dialog).toHaveCount(0)
  await expect(comments.menus).toBeFocused()
})
