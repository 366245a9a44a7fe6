import { bugFields, type FieldName } from '#shared/bugs/fields.ts'
import { expect } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'

/** What a bug's page and the rows of a list show of a fact that is changed in place. */
export function factParts(page: Page, name: FieldName) {
  const { label } = bugFields[name]
  const main = page.getByRole('main')
  const ownNames: { readonly [N in FieldName]?: string } = {
    duplicateOf: 'Choose the original',
    product: 'Move to another product',
  }
  const picker = page.getByRole('dialog', { name: ownNames[name] ?? `Change the ${label.toLowerCase()}`, exact: true })
  const fact = main.locator('.bug-fact').filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
  // Not by its role: a question lies over it at times.
  const control = page.locator(`.bug-side [data-fact="${name}"]`)
  const option = (words: string) => picker.getByRole('option', { name: words })
  return {
    /** The button of a bug's page that shows it, for whoever may set it. */
    control,
    /** The line of the facts that tells of it. */
    fact,
    /** Why it was not changed, which stands there. */
    refusal: fact.getByRole('alert'),
    picker,
    field: picker.getByRole('combobox'),
    options: picker.getByRole('option'),
    option,
    /** Chooses a value with the mouse. */
    choose: async (words: string) => {
      await control.click()
      await option(words).click()
    },
  }
}

/** Waits for the code of the pickers, which comes when the browser is idle, sooner than somebody has read a title. */
export async function pickersLoaded(page: Page): Promise<void> {
  const isThere = () => performance.getEntriesByType('resource').some(({ name }) => /\/in-place[^/]*\.js/.test(name))
  await expect.poll(() => page.evaluate(isThere)).toBe(true)
  // What has come is also run, and known to the page.
  await page.evaluate(() => new Promise((run) => requestIdleCallback(() => requestIdleCallback(run))))
}
