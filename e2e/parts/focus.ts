import { expect } from '#testing/browser-test.ts'
import type { Locator, Page } from '@playwright/test'
import { settled } from './settled.ts'

/** One stop of the Tab key. */
export interface Stop {
  readonly name: string
  /** What is wrong with it; empty is good. */
  readonly faults: readonly string[]
}

/**
 * What has the focus, and whether somebody who looks would find it: on the screen, with a mark around it, and not below
 * something else. Undefined when the focus is nowhere.
 */
export function stopOf(page: Page): Promise<Stop | undefined> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const place = () => JSON.stringify(document.activeElement?.getBoundingClientRect())
    // A dialog sends the focus from its end to its beginning in the next frame, and what has it may be scrolled to.
    let element: Element | null
    let before: string | undefined
    do {
      ;[element, before] = [document.activeElement, place()]
      await frame()
    } while (element !== document.activeElement || before !== place())
    if (!element || element === document.body) return undefined
    const label = element.closest('label')
    const rect =
      (element.getClientRects()[0]?.width ?? 0) > 4 ? element.getClientRects()[0] : label?.getClientRects()[0]
    const faults: string[] = []

    // A card shows the focus of the link that covers it.
    const marked = [element, element.parentElement, label, element.closest('li')].some((candidate) => {
      if (!candidate) return false
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(candidate)
      const outlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !/^rgba\(.*, 0\)$/.test(outlineColor)
      return outlined || boxShadow.includes('inset')
    })
    if (!marked) faults.push('no outline')

    if (!rect) faults.push('no size')
    else {
      // Something larger than the window shows a part of itself.
      const [left, right] = [Math.max(rect.left, 0), Math.min(rect.right, innerWidth)]
      const [top, bottom] = [Math.max(rect.top, 0), Math.min(rect.bottom, innerHeight)]
      if (left >= right || top >= bottom) faults.push('off the screen')
      else {
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        const own = hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element))
        if (!own) faults.push(`covered by ${hit?.tagName}.${hit?.className}`)
      }
    }
    const name =
      element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.getAttribute('name') || '')
    return { name: `${element.tagName.toLowerCase()} ${name.slice(0, 40)}`, faults }
  })
}

/**
 * Presses Tab through the page.
 * @param isContentAlone leaves out the bar at the top, where nothing has the focus
 * @returns one line for each stop that can't be seen
 */
export async function faultyStops(page: Page, isContentAlone: boolean): Promise<string[]> {
  await settled(page)
  if (isContentAlone)
    await page.evaluate(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
    })
  const faulty: string[] = []
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press('Tab')
    const stop = await stopOf(page)
    // Past the last stop the focus leaves the page.
    if (!stop) break
    if (stop.faults.length > 0) faulty.push(`${stop.name}: ${stop.faults.join(', ')}`)
  }
  return faulty
}

/** Presses Tab, or its way back, until `target` has the focus; every stop on the way must be visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await settled(page)
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press(key)
    expect((await stopOf(page))?.faults ?? []).toEqual([])
    if ((await target.count()) === 1 && (await target.evaluate((element) => element === document.activeElement))) return
  }
  throw new Error(`60 stops of the Tab key never reached ${String(target)}.`)
}
