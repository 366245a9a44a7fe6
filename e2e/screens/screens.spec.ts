import { accessibilityDefects } from '#testing/axe.ts'
import { faultyStops } from '#e2e/parts/focus.ts'
import { settled } from '#e2e/parts/settled.ts'
import { sticksOut } from '#e2e/parts/sticks-out.ts'
import { expect, test } from './screen-fixtures.ts'
import { screens } from './screens.ts'

/** On these Tab begins with the bar at the top, which is the same on all: of a stranger, of staff, of an administrator, with its menu open. */
const withBar = ['an invalid bug to edit', 'a link that ended', 'settings', 'the Bugs menu with views']

// One visit serves three questions, because getting a screen into its state takes longer than asking them.
for (const name of Object.keys(screens)) {
  test(`${name}: no accessibility defect, nothing sticks out, every stop of the Tab key can be seen`, async ({
    page,
    openScreen,
  }) => {
    await openScreen(name)
    await settled(page)
    // A phone has menus of its own, so each width is asked everything; colours differ by scheme alone.
    const lookAt = async (width: number, colorScheme: 'light' | 'dark') => {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      expect.soft(await accessibilityDefects(page), `${colorScheme}, ${width} pixels`).toEqual([])
    }
    await lookAt(390, 'light')
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      expect.soft(await sticksOut(page), `${width} pixels`).toEqual([])
    }
    // The page is laid out as on a wide screen once only.
    await lookAt(1280, 'dark')
    await page.setViewportSize({ width: 1280, height: 500 })
    expect.soft(await faultyStops(page, !withBar.includes(name)), 'stops of the Tab key').toEqual([])
  })
}
