import { expect } from '#testing/browser-test.ts'
import type { Locator, Page } from '@playwright/test'

type Tone = 'success' | 'warning' | 'error'

/** The texts of all toasts on the screen, errors and warnings first. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' }).locator('.toast-text')
}

/**
 * Expects exactly one toast, with this tone and this text: the specification says for each message whether it is a
 * success, a warning or an error. Errors and warnings must be in the region that is read out at once.
 */
export async function expectToast(page: Page, tone: Tone, text: string): Promise<void> {
  await expect(toasts(page)).toHaveText([text])
  const region = page.getByRole('region', { name: 'Notifications' }).getByRole(tone === 'success' ? 'status' : 'alert')
  await expect(region.locator(`.toast[data-tone="${tone}"]`).getByText(text, { exact: true })).toBeVisible()
}

/** Closes every toast, so that the next one can be told from the last. */
export async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss notification' })
  while ((await dismiss.count()) > 0) await dismiss.first().click()
  await expect(toasts(page)).toHaveCount(0)
}
