import { addComment } from '#shared/comments/contract.ts'
import { uploaded } from '#testing/attachment-parts.ts'
import { accessibilityDefects } from '#testing/axe.ts'
import { giveSession } from '#testing/browser-test.ts'
import { xssPayloads } from '#testing/xss-corpus.ts'
import { commentParts } from '#e2e/parts/comment-parts.ts'
import { expect, test } from '#e2e/parts/fixtures.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { reportForm } from '#e2e/report/report-form.ts'
import { aBug, newWord } from '#e2e/parts/sample-bug.ts'
import { boxesOf } from '#e2e/parts/settled.ts'
import { expectToast } from '#e2e/parts/toasts.ts'
import type { Page } from '@playwright/test'
import { Buffer } from 'node:buffer'
import { aFile, aScreenshot, fieldOf, give, pick, slowDown, uploads } from './attachment-parts.ts'

const facts = (page: Page) => page.getByRole('complementary', { name: 'Facts' })
const inImageText = /!\[shot\.png\]\(attachment:[0-9a-f]{24}\)/

/** Waits until an image has come, and not only its place. */
async function expectLoaded(page: Page, name: string): Promise<void> {
  const image = page.getByRole('main').getByRole('img', { name }).first()
  // What the server says of the text may draw it once more meanwhile.
  await expect(async () => {
    await image.scrollIntoViewIfNeeded({ timeout: 5_000 })
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  }).toPass()
}

test('a picked screenshot and a log are sent with a report and shown with the bug', async ({ page, signIn }) => {
  await signIn(['customer'])
  await page.goto('/page/bugs/report')
  const form = reportForm(page)
  const title = newWord()
  await form.fill(title)
  await expect(fieldOf(form.description).getByText('Paste, drop or pick files up to 25 MB')).toBeVisible()
  await pick(form.description, [await aScreenshot(), aFile('trace.log', 'line\n'.repeat(300))])
  await expect(form.description).toHaveValue(inImageText)
  await expect(form.description).toHaveValue(/\[trace\.log\]\(attachment:[0-9a-f]{24}\)/)
  await expect(uploads(page)).toHaveCount(0)

  await form.button.click()
  await form.linkTo(title).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expectLoaded(page, 'shot.png')
  const link = page.getByRole('main').getByRole('link', { name: 'shot.png' }).first()
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(page.getByRole('main').getByRole('link', { name: 'trace.log 1.5 kB' }).first()).toBeVisible()
  await expect(facts(page).getByText('Attachments')).toBeVisible()
  await expect(facts(page).getByRole('img', { name: 'shot.png' })).toBeVisible()
  await expect(facts(page).getByRole('link', { name: /trace\.log/ })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const asked = colorScheme === 'light' ? 'everything' : 'colours'
    expect(await accessibilityDefects(page, asked), colorScheme).toEqual([])
  }
})

test('a screenshot is pasted into a new comment, and another dropped on it while it is changed', async ({
  page,
  openOwnBug,
}) => {
  await openOwnBug(['customer'])
  const parts = commentParts(page)
  await parts.newComment.fill('Look:')
  await give(parts.newComment, 'paste', [await aScreenshot()])
  await expect(parts.newComment).toHaveValue(inImageText)
  await parts.submit.click()
  await expect(parts.entries).toHaveCount(1)
  await expectLoaded(page, 'shot.png')

  await parts.menuOf(parts.entries.first()).click()
  await parts.item('Edit').click()
  await give(parts.text, 'drop', [await aScreenshot('second.png', 300, 200)])
  await expect(parts.text).toHaveValue(/!\[second\.png\]\(attachment:/)
  await parts.save.click()
  await expectLoaded(page, 'second.png')
  await expect(facts(page).getByRole('img')).toHaveCount(2)
})

test('a file shows how far it is, the form waits for it, and it can be cancelled', async ({ page, signIn }) => {
  await signIn(['customer'])
  await page.goto('/page/bugs/report')
  const form = reportForm(page)
  await form.fill(newWord())
  await slowDown(page, 60_000)
  await pick(form.description, [aFile('large.bin', Buffer.alloc(400_000, 1))])
  const row = uploads(page).filter({ hasText: 'large.bin' })
  const progress = row.getByRole('progressbar', { name: 'Sending large.bin' })
  await expect(progress).toBeVisible()
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  expect(await accessibilityDefects(page)).toEqual([])
  await form.button.click()
  await expectToast(page, 'warning', 'Files are still on their way. Wait a moment, or cancel them.')
  await expect(form.button).toHaveText('Report')

  await row.getByRole('button', { name: 'Cancel large.bin' }).click()
  await expect(uploads(page)).toHaveCount(0)
  await expect(form.description).toHaveValue('It flickers.')
})

test('a file that is too large is refused before it is sent', async ({ page, context, openProduct }) => {
  const product = await openProduct({ ATTACHMENT_MAX_MB: '1' })
  const person = await product.person(['customer'])
  await giveSession(context, product.origin, person.cookie ?? '')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto(`${product.origin}/page/bugs/report`)
  const { description } = reportForm(page)
  await expect(fieldOf(description).getByText('Paste, drop or pick files up to 1 MB')).toBeVisible()
  await pick(description, [aFile('film.mp4', Buffer.alloc(1_200_000)), aFile('empty.txt', '')])
  await expect(uploads(page).filter({ hasText: 'film.mp4' })).toContainText('Too large: files may have up to 1 MB.')
  await expect(uploads(page).filter({ hasText: 'empty.txt' })).toContainText('This file is empty.')
  expect(sent.filter((url) => url.includes('/api/attachments'))).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const asked = colorScheme === 'light' ? 'everything' : 'colours'
    expect(await accessibilityDefects(page, asked), colorScheme).toEqual([])
  }
  await page.getByRole('button', { name: 'Dismiss film.mp4' }).click()
  await expect(uploads(page)).toHaveCount(1)
})

test('a file that did not get there can be tried again', async ({ page, signIn, quietConsole }) => {
  quietConsole.forgive(/ERR_FAILED/)
  await signIn(['customer'])
  await page.goto('/page/bugs/report')
  const { description } = reportForm(page)
  await page.route('**/api/attachments?*', (route) => route.abort(), { times: 1 })
  await pick(description, [await aScreenshot()])
  await expect(uploads(page)).toContainText('The server could not be reached.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(description).toHaveValue(inImageText)
  await expect(uploads(page)).toHaveCount(0)
})

test('a reload keeps what was attached to a text that is not sent yet', async ({ page, signIn }) => {
  await signIn(['customer'])
  await page.goto('/page/bugs/report')
  const { description } = reportForm(page)
  await pick(description, [await aScreenshot()])
  await expect(description).toHaveValue(inImageText)
  await page.reload()
  await expect(description).toHaveValue(inImageText)
  await fieldOf(description).getByRole('tab', { name: 'Preview' }).click()
  await expectLoaded(page, 'shot.png')
})

test('pages and drawings are saved and never run, whatever they are called', async ({ page, product, signIn }) => {
  const person = await signIn(['customer'])
  const script = 'window.top.harmed = 1; alert(1)'
  const files = [
    ['page.html', `<script>${script}</script>`],
    ['drawing.svg', `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`],
    ['picture.png', `<html><script>${script}</script>`],
  ] as const
  const ids = await Promise.all(files.map(([name, content]) => uploaded(person, name, content)))
  const message = ids
    .map((id, index) => `[${files[index]?.[0]}](attachment:${id})\n\n![x](attachment:${id})`)
    .join('\n\n')
  const id = await aBug(product, person.userId)
  await person.call(addComment, { params: { bugId: id }, body: { message } })
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs++
    void dialog.dismiss()
  })
  await page.goto(view(id))
  const entry = commentParts(page).entries.first()
  for (const [index, [name]] of files.entries()) {
    const download = page.waitForEvent('download')
    await entry
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .first()
      .click()
    expect((await download).suggestedFilename()).toBe(name)
    // Opened by its address, it is saved as well.
    const saved = page.waitForEvent('download')
    await page.evaluate((address) => void window.open(address), `/api/attachments/${ids[index]}`)
    expect((await saved).suggestedFilename()).toBe(name)
  }
  await expect(entry.getByRole('img')).toHaveCount(0)
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  expect(dialogs).toBe(0)
})

test('names that try to run a script are names', async ({ page, product, signInWithBug }) => {
  const { buffer } = await aScreenshot('x.png', 40, 30)
  const { id: bugId, person } = await signInWithBug(['customer'])
  const payloads = xssPayloads.filter((_, index) => index % 3 === 0).slice(0, 60)
  for (const [index, payload] of payloads.entries()) {
    const id = await uploaded(person, payload.replaceAll('/', '∕').slice(0, 250), index % 2 ? buffer : `file ${index}`)
    const message = `![${payload}](attachment:${id}) [${payload}](attachment:${id})\n\n[x](attachment:${id})`
    await person.call(addComment, { params: { bugId }, body: { message } })
  }
  const outside: string[] = []
  page.on('request', (request) => !request.url().startsWith(product.origin) && outside.push(request.url()))
  await page.goto(view(bugId))
  await expect(facts(page).getByText('Attachments')).toBeVisible()
  await facts(page)
    .getByRole('button', { name: /^Show \d+ more$/ })
    .click()
  await expect(facts(page).locator('.attachment-list li')).toHaveCount(payloads.length)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  await expect(page.locator('main a[href^="javascript"], main script, main iframe, main object')).toHaveCount(0)
  expect(
    await page
      .locator('main .attachment-list *')
      .evaluateAll((all) => [...new Set(all.map((one) => one.localName))].toSorted()),
  ).toEqual(['a', 'button', 'img', 'li', 'path', 'span', 'svg', 'ul'].filter((name) => name !== 'button'))
  expect(outside).toEqual([])
})

test('what stands below an image is where it was when the image comes', async ({ page, product, signIn }) => {
  const person = await signIn(['customer'])
  const { buffer } = await aScreenshot('wide.png', 1000, 200)
  const id = await uploaded(person, 'wide.png', buffer)
  const bugId = await aBug(product, person.userId)
  const message = `![wide](attachment:${id})\n\nAfter it.`
  await person.call(addComment, { params: { bugId }, body: { message } })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/attachments/*?size=thumbnail', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(view(bugId))
  const entry = commentParts(page).entries.first()
  const after = entry.getByText('After it.', { exact: true })
  await expect(entry.getByRole('link', { name: 'wide' })).toBeVisible()
  const place = async () => {
    const [words, around] = await boxesOf(after, entry)
    return words.y - around.y
  }
  const before = await place()
  release()
  await expectLoaded(page, 'wide')
  expect(await place()).toBe(before)
})

test('an image that can’t be read, and a file that is gone, are told as such', async ({ page, product, signIn }) => {
  const person = await signIn(['customer'])
  const broken = await uploaded(person, 'broken.png', Buffer.from('\x89PNG\r\n\x1a\n and then nothing', 'latin1'))
  const bugId = await aBug(product, person.userId)
  const message = `![broken.png](attachment:${broken})\n\n![gone.png](attachment:${'f'.repeat(24)})`
  await person.call(addComment, { params: { bugId }, body: { message } })
  await page.goto(view(bugId))
  const entry = commentParts(page).entries.first()
  await expect(entry.getByRole('link', { name: /^broken\.png \d+ bytes$/ })).toBeVisible()
  await expect(entry.getByText('is not here any more')).toBeVisible()
  await expect(entry.getByRole('img')).toHaveCount(0)
})
