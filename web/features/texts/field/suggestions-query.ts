import { queryOptions } from '@tanstack/react-query'
import { listBugs } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { listUsers } from '#shared/users/contract.ts'
import { call } from '#web/lib/call.ts'
import type { AskedSuggestion } from './asked-suggestion.ts'

/** Most suggestions at once. */
const most = '6'

export type Suggestion =
  | { readonly kind: 'person'; readonly _id: string; readonly name: string }
  | { readonly kind: 'bug'; readonly _id: string; readonly title: string; readonly isClosed: boolean }

/** Returns the text for a suggestion. */
export function textOf(suggestion: Suggestion): string {
  return suggestion.kind === 'person' ? `@${suggestion.name} ` : `#${shortId(suggestion._id)} `
}

/** Reads the people or bugs that these words find. */
export function suggestionsQuery({ kind, words }: Pick<AskedSuggestion, 'kind' | 'words'>) {
  return queryOptions({
    queryKey: [kind === 'person' ? 'users' : 'bugs', 'suggested', words],
    queryFn: ({ signal }) => (kind === 'person' ? peopleFound(words, signal) : bugsFound(words, signal)),
    staleTime: 30_000,
  })
}

async function peopleFound(keywords: string, signal: AbortSignal): Promise<Suggestion[]> {
  const query = { keywords, pageSize: most, sortBy: 'givenName' as const }
  const { result } = await call(listUsers, { query, signal })
  return result
    .filter((user) => !user.isDeactivated)
    .map(({ _id, fullName }) => ({ kind: 'person', _id, name: fullName }))
}

async function bugsFound(keywords: string, signal: AbortSignal): Promise<Suggestion[]> {
  const { result } = await call(listBugs, { query: { keywords, pageSize: most }, signal })
  return result.map(({ _id, title, isClosed }) => ({ kind: 'bug', _id, title, isClosed }))
}
