import { expect, test } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'
import { commentParts, comments } from './comment-parts.ts'
import { aComment } from './sample-comment.ts'
import { reported, timelineParts } from './timeline-parts.ts'

/** What has moved so far by itself, and how much of the window, as Web Vitals weigh it. Call it before the page is opened. */
async function watchShifts(page: Page): Promise<() => Promise<{ sum: number; moved: string }>> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Element | null }[]
        }
        const moved = shift.sources.map(({ node }) => node?.className ?? '')
        if (!shift.hadRecentInput) shifts.push({ value: shift.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() => {
      const { shifts } = window as unknown as { shifts: { value: number; moved: string[] }[] }
      return { sum: shifts.reduce((sum, { value }) => sum + value, 0), moved: JSON.stringify(shifts) }
    })
}

/** Holds timelines back. @returns lets them go */
async function holdTimelines(page: Page): Promise<() => void> {
  let letGo = () => {}
  const isFree = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/timeline\?/, async (route) => {
    await isFree
    await route.continue()
  })
  return letGo
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

test('the comment field comes with the timeline, and at once for whoever asks for it', async ({ page, signIn }) => {
  const ann = await signIn(['customer'])
  const bugId = await reported(ann)
  const letGo = await holdTimelines(page)
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
  const letGo = await holdTimelines(page)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Animation.enable')
  const runAnimations = (playbackRate: number) => devTools.send('Animation.setPlaybackRate', { playbackRate })
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
