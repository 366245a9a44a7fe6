import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { bugListQuery, type ListSearch } from '#web/features/bugs/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { atPage } from '#web/lib/lists/list-search.ts'
import { toastWarning } from '#web/ui/notices/toast.ts'
import { lastShownSearch } from '../filter/last-search.ts'
import { type ListWalk, neighbour, walkOf } from './list-walk.ts'

let walk: ListWalk | undefined

/**
 * Goes to the next and the previous bug of the list that was last looked at, by keys.
 * @param to the page of a bug
 * @returns the way to the next one, for a button
 */
export function useListWalk(bugId: string, to: (bugId: string) => string): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  // What the list showed is remembered before a change of this bug takes it from there.
  useEffect(() => remember(client, lastShownSearch()), [client, bugId])

  async function go(step: 1 | -1) {
    const next = neighbour(walk, bugId, step) ?? (await further(client, bugId, step))
    if (next !== undefined) void navigate({ to: to(next) })
    else toastWarning(step === 1 ? 'This is the last bug of the list' : 'This is the first bug of the list')
  }

  useActions([
    { id: 'bug.next', label: 'Next bug of the list', group: 'This bug', keys: ']', run: () => void go(1) },
    { id: 'bug.previous', label: 'Previous bug of the list', group: 'This bug', keys: '[', run: () => void go(-1) },
  ])
  return () => void go(1)
}

/** The bugs that follow on this one in the list that was last looked at, as far as they were seen. */
export function followingInWalk(bugId: string): readonly string[] {
  const place = walk?.ids.indexOf(bugId) ?? -1
  return place === -1 ? [] : (walk?.ids.slice(place + 1) ?? [])
}

/** What a search is for, whatever page of it is looked at. */
const keyOf = ({ pageNumber: _, ...search }: ListSearch) => JSON.stringify(search)

/** Takes up what the cache knows of the list. */
function remember(client: QueryClient, search: ListSearch): void {
  const reply = client.getQueryData(bugListQuery(search).queryKey)
  if (reply) walk = walkOf(walk, keyOf(search), reply.result)
}

/**
 * Reads on where the walk ends. Bugs that were dealt with may have left the list, so that others moved up: the last page
 * is read again before the one after it.
 */
async function further(client: QueryClient, bugId: string, step: 1 | -1): Promise<string | undefined> {
  const search = lastShownSearch()
  const page = search.pageNumber ?? 1
  for (const number of step === 1 ? [page, page + 1] : [page - 1]) {
    if (number < 1) return undefined
    try {
      const { result } = await client.fetchQuery({ ...bugListQuery(atPage(search, number)), staleTime: 0 })
      if (step === -1) {
        const ids = result.map(({ _id }) => _id).filter((id) => !walk?.ids.includes(id))
        if (walk) walk = { ...walk, ids: [...ids, ...walk.ids] }
      } else walk = walkOf(walk, keyOf(search), result)
    } catch {
      return undefined
    }
    const found = neighbour(walk, bugId, step)
    if (found !== undefined) return found
  }
  return undefined
}
