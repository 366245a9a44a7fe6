import { bugFields, type PlainName } from '#shared/bugs/fields.ts'
import type { Page } from '@playwright/test'

/** What a bug's page shows of a field that has no screen of its own. */
export function fieldParts(page: Page, name: PlainName) {
  const { label } = bugFields[name]
  const main = page.getByRole('main')
  return {
    control: main.getByRole('combobox', { name: label, exact: true }),
    /** The line of the facts that tells of it. */
    fact: main.locator('.bug-fact').filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) }),
    /** The badge beside the title; none while it is as it was at first. */
    badge: main.locator('.bug-summary .badge').filter({ hasText: `${label}: ` }),
  }
}
