import { queryOptions } from '@tanstack/react-query'
import { listBugs } from '#shared/bugs/contract.ts'
import { listUsers } from '#shared/users/contract.ts'
import { call } from '#web/lib/call.ts'
import type { AskedSuggestion } from './asked-suggestion.ts'

/** Most suggestions at once. */
const most = '6'

export type Suggestion =
  | { readonly kind: 'person'; readonly _id: string; readonly name: string }
  | {
      readonly kind: 'bug'
      readonly _id: string
      readonly key: string
      readonly title: string
      readonly isClosed: boolean
    }

/** Returns the text for a suggestion. */
export function textOf(suggestion: Suggestion): string {
  return suggestion.kind === 'person' ? `@${suggestion.name} ` : `${suggestion.key} `
}

/** Reads the people, all or those who see internal comments, or bugs that these words find. */
export function suggestionsQuery({ kind, words }: Pick<AskedSuggestion, 'kind' | 'words'>, isInternal: boolean) {
  return queryOptions({
    queryKey: [kind === 'person' ? 'users' : 'bugs', 'suggested', words, kind === 'person' && isInternal],
    queryFn: ({ signal }) => (kind === 'person' ? peopleFound(words, isInternal, signal) : bugsFound(words, signal)),
    staleTime: 30_000,
  })
}

async function peopleFound(keywords: string, isInternal: boolean, signal: AbortSignal): Promise<Suggestion[]> {
  const readers = isInternal && { seesInternalComments: 'true' as const }
  const query = { keywords, pageSize: most, sortBy: 'givenName' as const, ...readers }
  const { result } = await call(listUsers, { query, signal })
  return result
    .filter((user) => !user.isDeactivated)
    .map(({ _id, fullName }) => ({ kind: 'person', _id, name: fullName }))
}

async function bugsFound(keywords: string, signal: AbortSignal): Promise<Suggestion[]> {
  const { result } = await call(listBugs, { query: { keywords, pageSize: most }, signal })
  return result.map(({ _id, key, title, isClosed }) => ({ kind: 'bug', _id, key, title, isClosed }))
}
