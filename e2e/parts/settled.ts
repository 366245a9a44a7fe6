import { expect } from '#testing/browser-test.ts'
import type { CountsIdleCallbacks } from '#testing/idle-callbacks.ts'
import { partsOf } from '#testing/late-parts.ts'
import type { Locator, Page } from '@playwright/test'

/** Where something is in the window, in pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Waits until a page has all its parts: its fonts, and the code that it loads when the browser is idle. */
export async function settled(page: Page): Promise<void> {
  const parts = partsOf(page)
  await expect(async () => {
    const { asked } = parts
    await page.evaluate(async () => {
      const { idleCallbacksWaiting: waiting } = window as CountsIdleCallbacks
      // The page has asked for all it wants once its idle callbacks have run, of which none waits longer than this. One that is
      // never idle, such as with something that turns, has drawn by then what it was told to.
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: waiting ? 500 : 2_500 }))
      while (waiting && waiting() > 0) await new Promise((resolve) => setTimeout(resolve, 10))
      await document.fonts.ready
    })
    expect({ asked: parts.asked, missing: parts.missing.size }).toEqual({ asked, missing: 0 })
  }).toPass({ intervals: [20, 50, 100] })
}

/**
 * Returns where elements are, all in the same frame, once the page has all its parts and they have stayed there for two
 * frames.
 */
export async function boxesOf<All extends [Locator, ...Locator[]]>(
  ...locators: All
): Promise<{ [Each in keyof All]: Box }> {
  const page = locators[0].page()
  await settled(page)
  const elements = await Promise.all(locators.map((locator) => locator.elementHandle()))
  const boxes = await page.evaluate(async (all) => {
    const read = () =>
      all.map((element) => {
        const { x, y, width, height } = element?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0, height: 0 }
        return { x, y, width, height }
      })
    let now = read()
    // What a frame has measured may move others in the next one.
    for (let calm = 0; calm < 2; calm++) {
      const before = JSON.stringify(now)
      await new Promise((resolve) => requestAnimationFrame(resolve))
      now = read()
      if (JSON.stringify(now) !== before) calm = -1
    }
    return now
  }, elements)
  return boxes as unknown as { [Each in keyof All]: Box }
}

/** The same for one element. */
export async function boxOf(locator: Locator): Promise<Box> {
  const [box] = await boxesOf(locator)
  return box
}

/** Whether something in it has the focus, once the page has all its parts and the focus stays for a frame. */
export async function hasFocus(place: Locator): Promise<boolean> {
  await settled(place.page())
  return place.evaluate(async (element) => {
    let before: Element | null = null
    while (before !== document.activeElement) {
      before = document.activeElement
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return element.contains(before)
  })
}
