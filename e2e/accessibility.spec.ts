import { accessibilityDefects } from '#testing/axe.ts'
import { expect, test } from '#testing/browser-test.ts'
import { screens } from './screens.ts'
import { failedCall } from './stumbling-server.ts'

for (const [name, open] of Object.entries(screens)) {
  test(`${name}: no accessibility defect, light or dark, wide or narrow`, async ({
    page,
    context,
    product,
    signIn,
    openProduct,
    quietConsole,
  }) => {
    quietConsole.forgive(failedCall)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open({ page, context, product, signIn, openProduct })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect.soft(await accessibilityDefects(page), `${colorScheme}, ${width} pixels`).toEqual([])
      }
    }
  })
}
