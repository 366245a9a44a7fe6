import { accessibilityDefects } from '#testing/axe.ts'
import { expect, test } from '#testing/browser-test.ts'
import { faultyStops } from './focus.ts'
import { screens } from './screens.ts'
import { sticksOut } from './sticks-out.ts'
import { failedCall } from './stumbling-server.ts'

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
