import { listBugs } from '#shared/bugs/contract.ts'
import { expect } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'

/** The parts of the bug list's screen. */
export function bugList(page: Page) {
  const main = page.getByRole('main')
  const cards = main.getByRole('list', { name: 'Bugs' }).getByRole('listitem')
  return {
    keywords: main.getByRole('searchbox', { name: 'Keywords' }),
    search: main.getByRole('button', { name: 'Search', exact: true }),
    clear: main.getByRole('button', { name: 'Clear Search', exact: true }),
    toggleFilters: main.getByRole('button', { name: 'Filters', exact: true }),
    classification: main.getByLabel('Classification', { exact: true }),
    state: (name: 'Both' | 'Open only' | 'Closed only') => main.getByRole('radio', { name, exact: true }),
    minAge: main.getByLabel(/^Min age/),
    maxAge: main.getByLabel(/^Max age/),
    sortBy: main.getByLabel('Sort by', { exact: true }),
    invert: main.getByRole('checkbox', { name: /invert/i }),
    chips: main.getByRole('list', { name: 'Active filters' }).getByRole('button'),
    cards,
    card: (title: string) => cards.filter({ has: page.getByRole('link', { name: title, exact: true }) }),
    titles: cards.getByRole('heading'),
    none: main.getByText('No Bugs Found!', { exact: true }),
    range: main.getByText(/^Showing \d+ to \d+ of \d+ results$/),
    pager: main.getByRole('navigation', { name: /page/i }),
  }
}

/** Query strings of the list's calls, from now on. */
export function watchListCalls(page: Page): URLSearchParams[] {
  const calls: URLSearchParams[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === listBugs.path) calls.push(url.searchParams)
  })
  return calls
}

/** Expects the address to carry exactly this search. */
export async function expectSearch(page: Page, search: Record<string, string>): Promise<void> {
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(search)
}
