import { isEmpty } from '#testing/kept-page.ts'
import { expect } from '#testing/browser-test.ts'
import type { Locator, Page } from '@playwright/test'

/** Address of a bug's page. */
export const view = (id: string) => `/page/bugs/list/view/${id}`

/** The heading that says which page it is. */
export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })

/** Goes to another address within the page that is open, as a link does: the client is loaded only once. */
export async function goWithin(page: Page, address: string): Promise<void> {
  if (!isEmpty(page)) await page.evaluate((to) => history.pushState(null, '', to), address)
  else await page.goto(address)
}

/** Shows a bug within the page that is open; by its title it is told from the one before. */
export async function viewWithin(page: Page, id: string, title: string): Promise<void> {
  await goWithin(page, view(id))
  await expect(heading(page)).toHaveText(title)
}
