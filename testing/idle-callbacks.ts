import type { Page } from '@playwright/test'

/** A window that counts the idle callbacks which wait. */
export interface CountsIdleCallbacks {
  readonly idleCallbacksWaiting?: () => number
}

/** Has a page count the idle callbacks that wait in it, before any code of its own runs. */
export async function countIdleCallbacks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { requestIdleCallback, cancelIdleCallback } = window
    const waiting = new Set<number>()
    const request: typeof requestIdleCallback = (callback, options) => {
      const id = requestIdleCallback((deadline) => {
        waiting.delete(id)
        callback(deadline)
      }, options)
      waiting.add(id)
      return id
    }
    const cancel: typeof cancelIdleCallback = (id) => {
      waiting.delete(id)
      cancelIdleCallback(id)
    }
    const idleCallbacksWaiting = () => waiting.size
    Object.assign(window, { requestIdleCallback: request, cancelIdleCallback: cancel, idleCallbacksWaiting })
  })
}
