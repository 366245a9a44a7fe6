import { expect, test } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'
import { screens } from './screens.ts'
import { failedCall } from './stumbling-server.ts'

/** What is wider than the window, or nothing; elements that scroll or hide their own overflow are fine. */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    if (root.scrollWidth <= root.clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5,
    )
    return [
      `${root.scrollWidth} of ${root.clientWidth}`,
      ...wide.map((element) => `${element.tagName}.${element.className}`),
    ]
  })
}

for (const [name, open] of Object.entries(screens)) {
  test(`${name}: nothing sticks out of a narrow window`, async ({
    page,
    context,
    product,
    signIn,
    openProduct,
    quietConsole,
  }) => {
    quietConsole.forgive(failedCall)
    await page.setViewportSize({ width: 360, height: 740 })
    await open({ page, context, product, signIn, openProduct })
    expect.soft(await sticksOut(page), '360 pixels').toEqual([])
    await page.setViewportSize({ width: 320, height: 568 })
    expect.soft(await sticksOut(page), '320 pixels').toEqual([])
  })
}
