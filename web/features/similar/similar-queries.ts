import { queryOptions } from '@tanstack/react-query'
import { defaultCandidates, defaultSimilar, findSimilar, listCandidates } from '#shared/similar/contract.ts'
import { call } from '#web/lib/call.ts'
import type { Question } from './report-question.ts'

/** Milliseconds for which an answer is cached. */
const fresh = 30_000

/**
 * Reads possible duplicates of the report that is being written. Nobody waits for them, so a failure is shown as no
 * answer.
 */
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

/** Reads possible originals of a bug. Their order stays the same while a person decides. */
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
