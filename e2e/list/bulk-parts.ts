import type { Page } from '@playwright/test'
import { bugList } from './bug-list-parts.ts'

/** What selects bugs of the list and changes all of them at once. */
export function bulkParts(page: Page) {
  const bar = page.getByRole('region', { name: 'Selected bugs' })
  const notices = page.getByRole('region', { name: 'Bulk change' })
  return {
    box: (title: string) => bugList(page).card(title).getByRole('checkbox'),
    boxes: bugList(page).cards.getByRole('checkbox'),
    bar,
    count: bar.getByRole('status'),
    clear: bar.getByRole('button', { name: 'Clear the selection' }),
    selectPage: bar.getByRole('button', { name: 'Select all on this page' }),
    selectAll: bar.getByRole('button', { name: /^Select all [\d,]+ found$/ }),
    fact: (name: string) => bar.getByRole('button', { name, exact: true }),
    option: (name: string) => page.getByRole('option', { name: new RegExp(`^${name}\\b`) }),
    notices,
    said: notices.getByRole('status'),
    undo: notices.getByRole('button', { name: 'Undo' }),
    dismiss: notices.getByRole('button', { name: 'Dismiss' }),
    showRefused: notices.getByRole('button', { name: /^Show the/ }),
    refused: notices.getByRole('list', { name: 'Refused' }).getByRole('listitem'),
  }
}
