import type { Page } from '@playwright/test'
import { settled } from './settled.ts'

/** What is wider than the window, or nothing; elements that scroll or hide their own overflow are fine. */
export async function sticksOut(page: Page): Promise<string[]> {
  await settled(page)
  return page.evaluate(async () => {
    // What opened above the page takes its place in the frame after a window's new size.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
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
