import { listUsers } from '#shared/users/contract.ts'
import type { Page } from '@playwright/test'

/** The parts of the user list's screen. */
export function userList(page: Page) {
  const main = page.getByRole('main')
  const cards = main.getByRole('list', { name: 'Users' }).getByRole('listitem')
  return {
    keywords: main.getByRole('searchbox', { name: 'Keywords' }),
    search: main.getByRole('button', { name: 'Search', exact: true }),
    clear: main.getByRole('button', { name: 'Clear Search', exact: true }),
    toggleFilters: main.getByRole('button', { name: 'Filters', exact: true }),
    role: main.getByLabel('Role', { exact: true }),
    minAge: main.getByLabel(/^Min age/),
    maxAge: main.getByLabel(/^Max age/),
    sortBy: main.getByLabel('Sort by', { exact: true }),
    invert: main.getByRole('checkbox', { name: /invert/i }),
    chips: main.getByRole('list', { name: 'Active filters' }).getByRole('button'),
    cards,
    card: (name: string) => cards.filter({ has: page.getByRole('heading', { name, exact: true }) }),
    names: cards.getByRole('heading'),
    none: main.getByText('No Users Found!', { exact: true }),
    range: main.getByText(/^Showing \d+ to \d+ of \d+ results$/),
    pager: main.getByRole('navigation', { name: /page/i }),
  }
}

/** Query strings of the list's calls, from now on. */
export function watchUserCalls(page: Page): URLSearchParams[] {
  const calls: URLSearchParams[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === listUsers.path) calls.push(url.searchParams)
  })
  return calls
}
