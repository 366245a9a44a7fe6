import { useQuery } from '@tanstack/react-query'
import { type BugReference, listReferences, maxReferences } from '#shared/texts/contract.ts'
import { batched } from '#web/lib/batched.ts'
import { call } from '#web/lib/call.ts'
import { useSession } from '#web/lib/session/session.ts'

/** A page may refer to many bugs, which are requested together. */
const findBug = batched<string, BugReference>(maxReferences, async (shortIds) => {
  const { result } = await call(listReferences, { query: { ids: shortIds.join(',') } })
  return new Map(result.map((bug) => [bug.shortId, bug]))
})

/** Returns the bug for a short id once it is loaded; undefined for an unknown one. */
export function useBugReference(shortId: string): BugReference | undefined {
  const mayView = useSession().has('canViewData')
  const { data } = useQuery({
    queryKey: ['bugs', 'reference', shortId],
    queryFn: async () => (await findBug(shortId)) ?? null,
    enabled: mayView,
    staleTime: 60_000,
    retry: false,
  })
  return data ?? undefined
}
