import { expect } from '#testing/browser-test.ts'
import type { Locator, Page } from '@playwright/test'

type Tone = 'success' | 'warning' | 'error'

function toaster(page: Page): Locator {
  return page.getByRole('region', { name: 'Status messages' })
}

/** The texts of all toasts on the screen, the newest first. */
export function toasts(page: Page): Locator {
  return toaster(page).locator('.toast-text')
}

/** The second lines of all toasts: why, and what is kept. */
export function toastDetail(page: Page): Locator {
  return toaster(page).locator('.toast-detail')
}

/**
 * Expects exactly one toast, with this tone and this text: the specification says for each message whether it is a
 * success, a warning or an error. Errors and warnings must be alerts, which are read out at once.
 */
export async function expectToast(page: Page, tone: Tone, text: string): Promise<void> {
  const toast = toaster(page)
    .locator(`.toast[data-tone="${tone}"]`)
    .filter({ has: page.getByText(text, { exact: true }) })
  await expect(toast).toBeVisible()
  await expect(toast).toHaveRole(tone === 'success' ? 'group' : 'alert')
  // No waiting here: a toast too many goes away by itself.
  expect(await toasts(page).allInnerTexts()).toEqual([text])
}

/** Expects that nothing is told at this moment. */
export async function expectNoToast(page: Page): Promise<void> {
  // Again no waiting: any toast would be gone some seconds later.
  expect(await toasts(page).allInnerTexts()).toEqual([])
}

/** Closes every toast, so that the next one can be told from the last. */
export async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss message' })
  // One may leave by itself just before it is pressed.
  while ((await dismiss.count()) > 0)
    await dismiss
      .first()
      .click({ timeout: 10_000 })
      .catch(() => {})
  await expect(toasts(page)).toHaveCount(0)
}
