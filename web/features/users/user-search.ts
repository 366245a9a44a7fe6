import { maxRoleNameLength } from '#shared/roles/words.ts'
import { type UserSort, userSorts } from '#shared/users/contract.ts'
import { maxAgeDays, maxKeywordsLength } from '#shared/http/page.ts'
import {
  type CommonSearch,
  compact,
  oneOf,
  parseCommonSearch,
  textIn,
  toCommonQuery,
} from '#web/lib/lists/list-search.ts'

/** The server's default order. */
export const defaultUserSort = 'newest' satisfies UserSort

/** The parameters in the address of the user list. Default values are absent. Ages are those of the accounts. */
export interface UserSearch extends CommonSearch {
  readonly role?: string
  readonly sortBy?: Exclude<UserSort, typeof defaultUserSort>
}

/** The filters of a search; the rest is order and page. */
export type UserFilterName = 'keywords' | 'role' | 'minAge' | 'maxAge'
const filterNames: readonly UserFilterName[] = ['keywords', 'role', 'minAge', 'maxAge']

/** Parses the address. Invalid values are dropped, so a damaged link still opens the list. */
export function parseUserSearch(search: Readonly<Record<string, unknown>>): UserSearch {
  const sortBy = oneOf(search['sortBy'], userSorts)
  return compact({
    ...parseCommonSearch(search, { keywords: maxKeywordsLength, age: maxAgeDays }),
    role: textIn(search['role'], maxRoleNameLength),
    sortBy: sortBy === defaultUserSort ? undefined : sortBy,
  })
}

/** Returns the search as the query of GET /api/user/list. */
export function toUserQuery(search: UserSearch) {
  return compact({ ...toCommonQuery(search), role: search.role, sortBy: search.sortBy } as const)
}

/** Returns the names of the active filters, in the order of the panel. */
export function activeUserFilters(search: UserSearch): readonly UserFilterName[] {
  return filterNames.filter((name) => search[name] !== undefined)
}
