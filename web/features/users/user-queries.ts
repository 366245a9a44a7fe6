import { queryOptions } from '@tanstack/react-query'
import { listRoles } from '#shared/roles/contract.ts'
import { getUser, listUsers, me, type User } from '#shared/users/contract.ts'
import { call } from '#web/lib/call.ts'
import { toUserQuery, type UserSearch } from './user-search.ts'

/** Keys of the cached queries about people. */
export const userKeys = {
  lists: ['users', 'list'],
  view: (userId: string) => ['users', 'view', userId],
} as const

/** Reads one page of the user list. */
export function userListQuery(search: UserSearch) {
  const query = toUserQuery(search)
  return queryOptions({
    queryKey: [...userKeys.lists, query],
    queryFn: ({ signal }) => call(listUsers, { query, signal }),
  })
}

/** Reads one person, never undefined: an unknown id is a refusal with the code `not-found`. */
export function userQuery(userId: string) {
  return queryOptions({
    queryKey: userKeys.view(userId),
    queryFn: async ({ signal }): Promise<User> => {
      const { result } = await call(getUser, { params: { userId }, signal })
      // Without keywords the server sends one person; an array is its answer to a search.
      return Array.isArray(result) ? (result[0] as User) : result
    },
  })
}

/** Reads the caller's own account. */
export const meQuery = queryOptions({
  queryKey: ['users', 'me'],
  queryFn: async ({ signal }) => (await call(me, { signal })).result,
})
export type Me = Awaited<ReturnType<NonNullable<typeof meQuery.queryFn>>>

/** Reads the names of all roles. */
export const rolesQuery = queryOptions({
  queryKey: ['users', 'roles'],
  queryFn: async ({ signal }) => (await call(listRoles, { signal })).result.map((role) => role.name),
  staleTime: 5 * 60_000,
})
