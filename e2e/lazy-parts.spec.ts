import { editBug } from '#shared/bugs/contract.ts'
import type { Page } from '@playwright/test'
import { commentParts } from './comment-parts.ts'
import { expect, test } from './fixtures.ts'
import { heading, view } from './page-parts.ts'
import { reported, timelineParts } from './timeline-parts.ts'

/** Keeps these files from the page. @returns what lets them through again */
async function withhold(page: Page, files: string): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort())
  return () => page.unroute(files)
}

const cutOff = /net::ERR_FAILED|dynamically imported module/

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
    await expect(change.locator('del')).toHaveText('flickers', { timeout: 2_000 })
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
