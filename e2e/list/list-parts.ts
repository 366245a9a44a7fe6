import { expect } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'

/** What the screens of all lists have in common; `name` is the list's own. */
export function listParts(page: Page, name: 'Bugs' | 'Users') {
  const main = page.getByRole('main')
  const cards = main.getByRole('list', { name }).getByRole('listitem')
  return {
    keywords: main.getByRole('searchbox', { name: 'Keywords' }),
    search: main.getByRole('button', { name: 'Search', exact: true }),
    clear: main.getByRole('button', { name: 'Clear Search', exact: true }),
    toggleFilters: main.getByRole('button', { name: 'Filters', exact: true }),
    minAge: main.getByLabel(/^Min age/),
    maxAge: main.getByLabel(/^Max age/),
    sortBy: main.getByLabel('Sort by', { exact: true }),
    invert: main.getByRole('checkbox', { name: /invert/i }),
    chips: main.getByRole('list', { name: 'Active filters' }).getByRole('button'),
    cards,
    none: main.getByText(`No ${name} Found!`, { exact: true }),
    range: main.getByText(/^Showing \d+ to \d+ of \d+ results$/),
    pager: main.getByRole('navigation', { name: /page/i }),
  }
}

/** Query strings of the calls to this path, from now on. */
export function watchQueries(page: Page, path: string): URLSearchParams[] {
  const calls: URLSearchParams[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === path) calls.push(url.searchParams)
  })
  return calls
}

/** Expects the address to carry exactly this search. */
export async function expectSearch(page: Page, search: Record<string, string>): Promise<void> {
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(search)
}
