import { accessibilityDefects } from '#testing/axe.ts'
import { expect, test } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'
import { faultyStops } from './focus.ts'
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

// One visit serves three questions, because getting a screen into its state takes longer than asking them.
for (const [name, open] of Object.entries(screens)) {
  test(`${name}: no accessibility defect, nothing sticks out, every stop of the Tab key can be seen`, async ({
    page,
    context,
    product,
    signIn,
    openProduct,
    quietConsole,
  }) => {
    quietConsole.forgive(failedCall)
    await open({ page, context, product, signIn, openProduct })

    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect.soft(await accessibilityDefects(page), `${colorScheme}, ${width} pixels`).toEqual([])
      }
    }
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      expect.soft(await sticksOut(page), `${width} pixels`).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 500 })
    expect.soft(await faultyStops(page), 'stops of the Tab key').toEqual([])
  })
}
