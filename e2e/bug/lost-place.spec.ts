import { expect, test as base } from '#testing/browser-test.ts'
import { view } from '#e2e/parts/page-parts.ts'
import { aComment } from '#e2e/parts/sample-comment.ts'
import { reported, timelineParts } from '#e2e/parts/timeline-parts.ts'
import type { Page } from '@playwright/test'

const test = base.extend<{
  /** A bug with 36 entries, of which 30 are read at first. */
  longBug: { readonly bugId: string; readonly first: string }
}>({
  longBug: async ({ signIn }, use) => {
    const ann = await signIn(['customer'])
    const bugId = await reported(ann)
    const ids: string[] = []
    for (let n = 1; n <= 35; n++) ids.push(await aComment(ann, bugId, `Number ${n}.`))
    await use({ bugId, first: ids[0] ?? '' })
  },
})

/** Reads back by two entries at once, and holds back every such reading but the first. @returns lets them go */
async function readSlowly(page: Page): Promise<() => void> {
  let letGo = () => {}
  const isFree = new Promise<void>((resolve) => (letGo = resolve))
  let readings = 0
  await page.route(/\/timeline\?.*before=/, async (route) => {
    if (++readings > 1) await isFree
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '2')
    await route.continue({ url: String(url) })
  })
  return letGo
}

test('who comes for a place that is gone sees the timeline all the same, before all of it has been read', async ({
  page,
  longBug,
}) => {
  const letGo = await readSlowly(page)
  await page.goto(`${view(longBug.bugId)}#comment-${'f'.repeat(24)}`)
  const { entries } = timelineParts(page)
  await expect(entries).toHaveCount(32)
  await expect(entries.last()).toBeVisible()
  letGo()
  await expect(entries).toHaveCount(36)
})

test('who comes for a place far back is taken there when it has been read', async ({ page, longBug }) => {
  const letGo = await readSlowly(page)
  await page.goto(`${view(longBug.bugId)}#comment-${longBug.first}`)
  const { entries } = timelineParts(page)
  await expect(entries.last()).toBeVisible()
  letGo()
  await expect(page.locator(`#comment-${longBug.first}`)).toBeInViewport()
  await expect(entries).toHaveCount(36)
})
