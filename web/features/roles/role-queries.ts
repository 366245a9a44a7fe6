import { queryOptions } from '@tanstack/react-query'
import { type Role, roleMatrix } from '#shared/roles/contract.ts'
import { call } from '#web/lib/call.ts'

/** Reads all roles with their permissions and the number of their holders. */
export const roleMatrixQuery = queryOptions({
  queryKey: ['roles', 'matrix'],
  queryFn: async ({ signal }) => (await call(roleMatrix, { signal })).result,
})

/** Returns the roles with one of them changed, or inserted in order. */
export function withRole(roles: readonly Role[], role: Role): Role[] {
  const others = roles.filter(({ name }) => name !== role.name)
  return [...others, role].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
