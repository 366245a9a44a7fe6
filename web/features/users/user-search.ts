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

/** The order that the server gives without being asked for one. */
export const defaultUserSort = 'newest' satisfies UserSort

/** What the address of the user list says. Whatever equals the default is absent. Ages are those of the accounts. */
export interface UserSearch extends CommonSearch {
  readonly role?: string
  readonly sortBy?: Exclude<UserSort, typeof defaultUserSort>
}

/** The part of a search that decides who is found; the rest is order and place. */
export type UserFilterName = 'keywords' | 'role' | 'minAge' | 'maxAge'
const filterNames: readonly UserFilterName[] = ['keywords', 'role', 'minAge', 'maxAge']

/** Reads the address bar. Anything that can't be meant is left out: a mangled link still opens the list. */
export function parseUserSearch(search: Readonly<Record<string, unknown>>): UserSearch {
  const sortBy = oneOf(search['sortBy'], userSorts)
  return compact({
    ...parseCommonSearch(search, { keywords: maxKeywordsLength, age: maxAgeDays }),
    role: textIn(search['role'], maxRoleNameLength),
    sortBy: sortBy === defaultUserSort ? undefined : sortBy,
  })
}

/** The search as the query of GET /api/user/list. */
export function toUserQuery(search: UserSearch) {
  return compact({ ...toCommonQuery(search), role: search.role, sortBy: search.sortBy } as const)
}

/** The names of the filters that narrow this search, in the order of the panel. */
export function activeUserFilters(search: UserSearch): readonly UserFilterName[] {
  return filterNames.filter((name) => search[name] !== undefined)
}
