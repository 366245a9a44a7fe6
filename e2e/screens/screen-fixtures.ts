import { test as base } from '#testing/browser-test.ts'
import { failedCall } from '#e2e/parts/stumbling-server.ts'
import { screens } from './screens.ts'

export { expect } from '#testing/browser-test.ts'

interface ScreenFixtures {
  /** Opens the screen of this name and brings it into its state; the browser may log calls that fail on purpose. */
  openScreen: (name: string) => Promise<void>
}

/** Browser tests of screens as they are, whatever can be done on them. */
export const test = base.extend<ScreenFixtures>({
  openScreen: async ({ page, context, product, signIn, openProduct, quietConsole }, use) => {
    await use(async (name) => {
      const open = screens[name]
      if (!open) throw new Error(`There is no screen called ${name}.`)
      quietConsole.forgive(failedCall)
      await open({ page, context, product, signIn, openProduct })
    })
  },
})
