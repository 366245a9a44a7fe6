import type { Page } from '@playwright/test'

/** What has moved so far by itself, and how much of the window, as Web Vitals weigh it. Call it before the page is opened. */
export async function watchShifts(page: Page): Promise<() => Promise<{ sum: number; moved: string }>> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Element | null }[]
        }
        const moved = shift.sources.map(({ node }) => node?.className ?? '')
        if (!shift.hadRecentInput) shifts.push({ value: shift.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() => {
      const { shifts } = window as unknown as { shifts: { value: number; moved: string[] }[] }
      return { sum: shifts.reduce((sum, { value }) => sum + value, 0), moved: JSON.stringify(shifts) }
    })
}
