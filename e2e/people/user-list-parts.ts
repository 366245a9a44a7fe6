import { listUsers } from '#shared/users/contract.ts'
import { listParts, watchQueries } from '#e2e/list/list-parts.ts'
import type { Page } from '@playwright/test'

/** The parts of the user list's screen. */
export function userList(page: Page) {
  const parts = listParts(page, 'Users')
  return {
    ...parts,
    role: page.getByRole('main').getByLabel('Role', { exact: true }),
    card: (name: string) => parts.cards.filter({ has: page.getByRole('heading', { name, exact: true }) }),
    names: parts.cards.getByRole('heading'),
  }
}

/** Query strings of the list's calls, from now on. */
export function watchUserCalls(page: Page): URLSearchParams[] {
  return watchQueries(page, listUsers.path)
}
