import { queryOptions } from '@tanstack/react-query'
import { listLikelyAssignees } from '#shared/bugs/contract.ts'
import { call } from '#web/lib/call.ts'

/** Reads to whom a bug is likely to be assigned, whoever reads first. */
export function likelyAssigneesQuery(bugId: string) {
  return queryOptions({
    queryKey: ['users', 'likely assignees', bugId],
    queryFn: async ({ signal }) => (await call(listLikelyAssignees, { params: { bugId }, signal })).result,
  })
}
