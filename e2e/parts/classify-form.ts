import type { Page } from '@playwright/test'

/** Address of the screen that classifies a bug. */
export const classify = (id: string) => `/page/bugs/list/classify/${id}`

/** The parts of the classify screen. */
export function classifyForm(page: Page) {
  const main = page.getByRole('main')
  return {
    card: main.getByRole('region', { name: 'Original bug' }),
    classification: main.getByLabel('Classification', { exact: true }),
    submit: main.getByRole('button', { name: 'Submit', exact: true }),
    /** Where the original is searched for; not there once one is chosen. */
    original: main.getByRole('combobox', { name: 'Duplicate of', exact: true }),
    found: main.getByRole('listbox', { name: 'Bugs found' }).getByRole('option'),
    /** The original that was chosen. */
    chosen: main.getByRole('group', { name: 'Duplicate of', exact: true }),
    close: main.getByRole('button', { name: 'Close this bug', exact: true }),
  }
}
