import { expect, test } from '#testing/browser-test.ts'
import { commentParts, comments } from '#e2e/parts/comment-parts.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { watchShifts } from '#e2e/parts/shifts.ts'
import { reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import type { Page } from '@playwright/test'

test.use({ isFirstVisit: true, contextOptions: { reducedMotion: 'no-preference' } })

/** Holds back what is asked for at some addresses. @returns lets it go */
async function holdBack(page: Page, addresses: RegExp): Promise<() => void> {
  let letGo = () => {}
  const isFree = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(addresses, async (route) => {
    await isFree
    await route.continue()
  })
  return letGo
}

/** @returns sets how fast animations of the page run, 0 for not at all */
async function animations(page: Page): Promise<(playbackRate: number) => Promise<void>> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Animation.enable')
  return async (playbackRate) => void (await devTools.send('Animation.setPlaybackRate', { playbackRate }))
}

const text = '**Seen again** with `build 7`:\n\n- the window stays empty\n- the log says nothing'

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  for (const count of [0, 3, 40]) {
    test(`at ${width} px nothing moves when the timeline of ${count} comments comes`, async ({ page, signIn }) => {
      const ann = await signIn(['customer'])
      const bugId = await reported(ann)
      const ids: string[] = []
      for (let n = 0; n < count; n++) ids.push(await aComment(ann, bugId, `${text}\n- number ${n}`))
      await page.setViewportSize({ width, height })
      const shift = await watchShifts(page)
      // What comes is waited for however long it takes here.
      await (
        await animations(page)
      )(0)
      for (const hash of ['', '#new-comment', ...ids.slice(2, 3).map((id) => `#comment-${id}`)]) {
        await page.goto('about:blank')
        await page.goto(`/page/bugs/list/view/${bugId}${hash}`)
        await expect(timelineParts(page).entries.first()).toBeVisible()
        if (hash.startsWith('#comment')) await expect(page.locator(hash)).toBeInViewport()
        if (hash === '#new-comment') await expect(commentParts(page).newComment).toBeInViewport()
        if (count > 0) await expect(comments(page).last().getByRole('list')).toBeAttached()
        const { sum, moved } = await shift()
        expect(sum, `${hash} ${moved}`).toBeLessThan(0.02)
      }
    })
  }
}

test('nothing moves when the code of a bug’s page comes after the bug', async ({ page, signIn }) => {
  const ann = await signIn(['customer'])
  const bugId = await reported(ann)
  const shift = await watchShifts(page)
  await (
    await animations(page)
  )(0)
  const letGo = await holdBack(page, /bug-view-page.*js/)
  const timeline = page.waitForResponse(/\/timeline\?/)
  await page.goto(`/page/bugs/list/view/${bugId}#new-comment`, { waitUntil: 'commit' })
  await expect(page.getByText('Loading the page')).toBeAttached()
  await timeline
  letGo()
  await expect(commentParts(page).newComment).toBeInViewport()
  const { sum, moved } = await shift()
  expect(sum, moved).toBeLessThan(0.02)
})

test('nothing moves when the code for who can see a bug comes last', async ({ page, signIn }) => {
  const ann = await signIn(['customer'])
  const bugId = await reported(ann)
  const shift = await watchShifts(page)
  const letGo = await holdBack(page, /privacy-fact/)
  await page.goto(`/page/bugs/list/view/${bugId}#new-comment`)
  await expect(timelineParts(page).entries).toHaveCount(1)
  await expect(commentParts(page).newComment).toBeInViewport()
  const makePrivate = page.getByRole('button', { name: 'Make private' })
  await expect(makePrivate).toBeDisabled()
  const before = await shift()
  letGo()
  await expect(makePrivate).toBeEnabled()
  const { sum, moved } = await shift()
  expect(sum - before.sum, moved).toBeLessThan(0.002)
})

test('the comment field comes with the timeline, and at once for whoever asks for it', async ({ page, signIn }) => {
  const ann = await signIn(['customer'])
  const bugId = await reported(ann)
  const letGo = await holdBack(page, /\/timeline\?/)
  await page.goto(`/page/bugs/list/view/${bugId}`)
  const place = page.locator('.new-comment')
  const root = page.locator(':root')
  await expect(page.getByRole('status').filter({ hasText: 'Loading the timeline' })).toBeVisible()
  await expect(root).toHaveAttribute('data-coming')
  await page.keyboard.press('m')
  await expect(commentParts(page).newComment).toBeFocused()
  await expect(place).toHaveCSS('opacity', '1')
  await page.keyboard.type('a quick word')
  letGo()
  await expect(timelineParts(page).entries).toHaveCount(1)
  await expect(root).not.toHaveAttribute('data-coming')
  await expect(commentParts(page).newComment).toBeFocused()
  await expect(commentParts(page).newComment).toHaveValue('a quick word')
})

test('a timeline that takes its time hides the comment field and the footer only for a while', async ({
  page,
  signIn,
}) => {
  const ann = await signIn(['customer'])
  const bugId = await reported(ann)
  const letGo = await holdBack(page, /\/timeline\?/)
  const runAnimations = await animations(page)
  await runAnimations(0)
  await page.goto(`/page/bugs/list/view/${bugId}`)
  await expect(page.locator(':root')).toHaveAttribute('data-coming')
  const coming = [page.locator('.new-comment'), page.locator('.footer')]
  for (const part of coming) await expect(part).toHaveCSS('opacity', '0')
  await runAnimations(1)
  for (const part of coming) await expect(part).toHaveCSS('opacity', '1')
  await expect(page.locator(':root')).toHaveAttribute('data-coming')
  letGo()
})
