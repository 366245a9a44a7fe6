import type { Page } from '@playwright/test'

/** Addresses of the two ways to edit a bug. */
export const editMine = (id: string) => `/page/bugs/list/edit/my/${id}`
export const editAny = (id: string) => `/page/bugs/list/edit/${id}`

/** The parts of the edit screen. */
export function editForm(page: Page) {
  const main = page.getByRole('main')
  return {
    id: main.getByLabel('Id', { exact: true }),
    title: main.getByLabel('Title', { exact: true }),
    description: main.getByLabel('Description', { exact: true }),
    steps: main.getByLabel('Steps to Reproduce', { exact: true }),
    update: main.getByRole('button', { name: 'Update', exact: true }),
    cancel: main.getByRole('link', { name: 'Cancel', exact: true }),
    /** Asks before changes are thrown away. */
    question: page.getByRole('alertdialog', { name: 'Discard your changes?' }),
    restored: main.getByText('Draft restored'),
    discard: main.getByRole('button', { name: 'Discard', exact: true }),
  }
}
