import { expect, test } from '#testing/browser-test.ts'
import { stopOf } from './focus.ts'
import { screens } from './screens.ts'
import { failedCall } from './stumbling-server.ts'

for (const [name, open] of Object.entries(screens)) {
  test(`${name}: every stop of the Tab key can be seen`, async ({
    page,
    context,
    product,
    signIn,
    openProduct,
    quietConsole,
  }) => {
    quietConsole.forgive(failedCall)
    await page.setViewportSize({ width: 1280, height: 500 })
    await open({ page, context, product, signIn, openProduct })
    const lost: string[] = []
    for (let stops = 0; stops < 60; stops++) {
      await page.keyboard.press('Tab')
      const stop = await stopOf(page)
      // Past the last stop the focus leaves the page.
      if (!stop) break
      if (stop.faults.length > 0) lost.push(`${stop.name}: ${stop.faults.join(', ')}`)
    }
    expect(lost).toEqual([])
  })
}
