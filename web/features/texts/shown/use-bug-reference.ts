import { useQuery } from '@tanstack/react-query'
import { type BugReference, listReferences, maxReferences } from '#shared/texts/contract.ts'
import { batched } from '#web/lib/batched.ts'
import { call } from '#web/lib/call.ts'
import { useSession } from '#web/lib/session/session.ts'

/** A page may refer to many bugs, which are requested together. */
const findBug = batched<string, BugReference>(maxReferences, async (names) => {
  const { result } = await call(listReferences, { query: { ids: names.join(',') } })
  return new Map(result.map((bug) => [bug.shortId, bug]))
})

/** Returns the bug that a short id or a key names once it is loaded; undefined for none. */
export function useBugReference(named: string): BugReference | undefined {
  const mayView = useSession().has('canViewData')
  const { data } = useQuery({
    queryKey: ['bugs', 'reference', named],
    queryFn: async () => (await findBug(named)) ?? null,
    enabled: mayView,
    staleTime: 60_000,
    retry: false,
  })
  return data ?? undefined
}
