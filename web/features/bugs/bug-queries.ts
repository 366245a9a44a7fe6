import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Bug, type BugListItem, listBugs, viewBug } from '#shared/bugs/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { call } from '#web/lib/call.ts'
import { type ListSearch, toListQuery } from './list-search.ts'

type ListReply = ReplyOf<typeof listBugs>

/** Keys of what is cached about bugs. Invalidate `lists` after any change that a card shows. */
export const bugKeys = {
  all: ['bugs'],
  lists: ['bugs', 'list'],
  view: (bugId: string) => ['bugs', 'view', bugId],
} as const

/** One page of the bug list. */
export function bugListQuery(search: ListSearch) {
  const query = toListQuery(search)
  return queryOptions({
    queryKey: [...bugKeys.lists, query],
    queryFn: ({ signal }) => call(listBugs, { query, signal }),
  })
}

/** One bug with its comments. */
export function bugQuery(bugId: string) {
  return queryOptions({
    queryKey: bugKeys.view(bugId),
    queryFn: async ({ signal }) => (await call(viewBug, { params: { bugId }, signal })).result,
  })
}

/** What a list already told about a bug: enough to show its page while its comments are on their way. */
export function bugFromLists(client: QueryClient, bugId: string): Bug | undefined {
  for (const [, reply] of client.getQueriesData<ListReply>({ queryKey: bugKeys.lists })) {
    const item = reply?.result.find((candidate) => candidate._id === bugId)
    if (item) return withoutComments(item)
  }
  return undefined
}

/** Keeps a changed bug: its page shows it at once, lists show it when they are read again. */
export function keepBug(client: QueryClient, bug: Bug): void {
  client.setQueryData(bugQuery(bug._id).queryKey, bug)
  void client.invalidateQueries({ queryKey: bugKeys.lists })
}

function withoutComments(item: BugListItem): Bug {
  return { ...item, comments: [], duplicates: [] }
}
