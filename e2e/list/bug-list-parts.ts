import { isEmpty } from '#testing/kept-page.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import { bugFields, type FilterField } from '#shared/bugs/fields.ts'
import { expect } from '#testing/browser-test.ts'
import { goWithin } from '#e2e/parts/page-parts.ts'
import type { Page } from '@playwright/test'
import { listParts, watchQueries } from './list-parts.ts'

/** The parts of the bug list's screen. */
export function bugList(page: Page) {
  const main = page.getByRole('main')
  const parts = listParts(page, 'Bugs')
  return {
    ...parts,
    classification: main.getByLabel('Classification', { exact: true }),
    filter: (name: FilterField) => main.getByLabel(bugFields[name].label, { exact: true }),
    state: (name: 'Both' | 'Open only' | 'Closed only') => main.getByRole('radio', { name, exact: true }),
    card: (title: string) => parts.cards.filter({ has: page.getByRole('link', { name: title, exact: true }) }),
    titles: parts.cards.getByRole('heading'),
    /** What the keywords field says is wrong. */
    mistake: main.getByRole('search').getByRole('alert'),
    /** The ways to go on that the keywords field offers. */
    options: page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option'),
    help: main.getByRole('button', { name: 'How to search' }),
    order: (name: 'Newest' | 'Best match') => main.getByRole('radio', { name, exact: true }),
  }
}

/** What adds a filter by its words. */
export function addFilterParts(page: Page) {
  const picker = page.getByRole('dialog', { name: 'Add a filter' })
  return {
    picker,
    button: page.getByRole('search', { name: 'Bugs' }).getByRole('button', { name: 'Add a filter' }),
    field: picker.getByRole('combobox'),
    options: picker.getByRole('option'),
  }
}

/** Query strings of the list's calls, from now on. */
export function watchListCalls(page: Page): URLSearchParams[] {
  return watchQueries(page, listBugs.path)
}

/**
 * Shows the list anew with this search, within the page that is open: nothing is left of what was opened or typed in it.
 * With it come the query strings that it asks with.
 */
export async function openListWithin(page: Page, search?: string) {
  const list = bugList(page)
  if (!isEmpty(page)) {
    await goWithin(page, '/page/nowhere')
    await expect(list.keywords).toHaveCount(0)
  }
  const calls: readonly URLSearchParams[] = watchListCalls(page)
  await goWithin(page, `/page/bugs/list${search ? `?${search}` : ''}`)
  return { ...list, calls }
}

/** The different searches among these calls, in their order. */
export function searchesIn(calls: readonly URLSearchParams[]): string[] {
  return [...new Set(calls.map(String))]
}
