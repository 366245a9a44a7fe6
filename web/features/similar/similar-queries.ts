import { queryOptions } from '@tanstack/react-query'
import { defaultCandidates, defaultSimilar, findSimilar, listCandidates } from '#shared/similar/contract.ts'
import { call } from '#web/lib/call.ts'
import type { Question } from './report-question.ts'

/** Milliseconds in which the same question has the same answer. */
const fresh = 30_000

/** Bugs that may be the same as a report that is being written. Nobody waits for them, so a failure is just no answer. */
export function similarQuery(question: Question | undefined) {
  return queryOptions({
    queryKey: ['bugs', 'similar', question ?? null],
    queryFn: async ({ signal }) => {
      const body = { title: '', ...question, limit: defaultSimilar }
      return { title: body.title, bugs: (await call(findSimilar, { body, signal })).result }
    },
    enabled: question !== undefined,
    staleTime: fresh,
    gcTime: fresh,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/** Bugs that a bug may be a duplicate of. Their order stays while somebody decides. */
export function candidatesQuery(bugId: string) {
  return queryOptions({
    queryKey: ['bugs', 'candidates', bugId],
    queryFn: async ({ signal }) => {
      const query = { limit: String(defaultCandidates) }
      return (await call(listCandidates, { params: { bugId }, query, signal })).result
    },
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })
}
