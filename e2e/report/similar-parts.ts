import type { Locator, Page } from '@playwright/test'

/** The similar bugs beside the report form. */
export function similarParts(page: Page) {
  const region = page.getByRole('region', { name: 'Similar bugs' })
  const rows = region.locator('li.similar-bug')
  const row = (title: string) => rows.filter({ hasText: title })
  return {
    region,
    rows,
    row,
    /** The button that a row opens with. */
    opener: (title: string) => row(title).getByRole('heading').getByRole('button'),
    marked: (title: string) => row(title).locator('mark'),
    mineToo: region.getByRole('button', { name: 'This is mine too', exact: true }),
    note: region.getByLabel('What is different for you?', { exact: true }),
    takeOver: region.getByRole('button', { name: 'Take over your description', exact: true }),
    join: region.getByRole('button', { name: 'Join this bug', exact: true }),
    cancel: region.getByRole('button', { name: 'Cancel', exact: true }),
    open: (title: string): Locator => region.getByRole('link', { name: `Open ${title}`, exact: true }),
    notThese: region.getByRole('button', { name: 'Not these', exact: true }),
    showAgain: region.getByRole('button', { name: 'Show them', exact: true }),
    bringBack: region.getByRole('button', { name: 'Bring it back', exact: true }),
    outcome: region.locator('.joined-notice'),
  }
}
