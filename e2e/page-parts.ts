import type { Locator, Page } from '@playwright/test'

/** Address of a bug's page. */
export const view = (id: string) => `/page/bugs/list/view/${id}`

/** The heading that says which page it is. */
export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
