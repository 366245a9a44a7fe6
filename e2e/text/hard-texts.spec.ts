import { addComment, maxCommentLength } from '#shared/comments/contract.ts'
import { maxBodyLength } from '#shared/bugs/words.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { commentParts, comments } from '#e2e/parts/comment-parts.ts'
import { heading, view } from '#e2e/parts/page-parts.ts'
import { aBug } from '#e2e/parts/sample-bug.ts'
import type { Locator, Page } from '@playwright/test'

const filled = (part: string, length = maxCommentLength) => part.repeat(length / part.length)
const nested = (open: string, close: string, count: number) => `${open.repeat(count)}a${close.repeat(count)}`

/** The reader takes half a minute for it, and no count of signs tells. */
const images = nested('![', '](b)', 3_900)
/** More than a page reads by itself, and harmless. */
const long = 'Some **bold** words, and a line that goes on for a while.\n\n'.repeat(150)

/** To be read, and to be laid out. */
const hardTexts = [
  ...[nested('![', '](c)', 3_800), filled('[a]('), nested('*a _b ', ' b_ a*', 700), `- ${'a\n'.repeat(4_900)}`],
  ...[filled('AW'), filled('4x'), filled('\u0628'), filled('1\u05d0')],
]

const note = (place: Page | Locator) =>
  place.getByText('Shown as plain text, because formatting it would take too long.')
const region = (page: Page, name: string) => page.getByRole('region', { name })

test('texts that are hard to read and to lay out stand as they were typed, and the page and its other texts go on', async ({
  page,
  product,
  signIn,
}) => {
  const me = await signIn(['staff'])
  const id = await aBug(product, me.userId, { description: filled('[](', maxBodyLength), stepsToReproduce: images })
  for (const message of [...hardTexts, long, 'and **this** one']) {
    expect((await me.call(addComment, { params: { bugId: id }, body: { message } })).status).toBe(200)
  }
  await page.goto(view(id))
  await expect(note(region(page, 'Description'))).toBeVisible()
  const all = comments(page)
  await expect(all).toHaveCount(hardTexts.length + 2)
  await expect(all.last().locator('strong')).toHaveText('this')
  await expect(all.nth(hardTexts.length).locator('strong')).toHaveCount(150)
  await expect(note(all.first())).toBeVisible()

  const hard = [hardTexts[0], filled('[a]('), filled('AW'), filled('1\u05d0')]
  await expect
    .poll(() => page.locator('.plain-text').allTextContents())
    .toEqual(expect.arrayContaining([filled('[](', maxBodyLength), images, ...hard]))

  // Those that take longest are read last.
  await expect(note(region(page, 'Steps to Reproduce'))).toBeVisible()
  const { newComment } = commentParts(page)
  await newComment.fill('Still here')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(all.last()).toContainText('Still here')
})

test('the preview of a text that is hard to read shows it as it was typed', async ({ page, openReport }) => {
  const form = await openReport()
  await form.description.fill(images)
  await page.getByRole('tab', { name: 'Preview' }).first().click()
  await expect(note(page)).toBeVisible()
  await expect(page.getByRole('tabpanel').locator('.plain-text')).toHaveText(images)
  await page.getByRole('tab', { name: 'Write' }).first().click()
  await form.description.fill('Some **words**')
  await page.getByRole('tab', { name: 'Preview' }).first().click()
  await expect(page.getByRole('tabpanel').locator('strong')).toHaveText('words')
})

test('a long text stays plain where the code that reads it can’t be had, and a short one does not', async ({
  page,
  signIn,
  product,
  quietConsole,
}) => {
  quietConsole.forgive(/net::ERR_FAILED/)
  const me = await signIn(['staff'])
  const id = await aBug(product, me.userId, { description: long, stepsToReproduce: 'Some **words**' })
  await page.route('**/assets/markdown-worker*.js', (route) => route.abort())
  await page.goto(view(id))
  await expect(region(page, 'Steps to Reproduce').locator('strong')).toHaveText('words')
  await expect(region(page, 'Description').locator('.plain-text')).toContainText('Some **bold** words')
  await expect(note(page)).toHaveCount(0)
  await expect(heading(page)).toBeVisible()

  await page.unroute('**/assets/markdown-worker*.js')
  await page.reload()
  await expect(region(page, 'Description').locator('strong')).toHaveCount(150)
})
