import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Bug, type BugListItem, type listBugs, viewBug } from '#shared/bugs/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { call } from '#web/lib/call.ts'

type ListReply = ReplyOf<typeof listBugs>

/** Keys of what is cached about bugs. Invalidate `lists` after any change that a card shows. */
export const bugKeys = {
  all: ['bugs'],
  lists: ['bugs', 'list'],
  view: (bugId: string) => ['bugs', 'view', bugId],
  /** What happened to a bug, and how it was. Invalidate it after any change of the bug or its comments. */
  history: (bugId: string) => ['bugs', 'history', bugId],
} as const

/** One bug; its comments come with its timeline. */
export function bugQuery(bugId: string) {
  return queryOptions({
    queryKey: bugKeys.view(bugId),
    queryFn: async ({ signal, client }) => {
      const { result } = await call(viewBug, { params: { bugId }, query: { comments: 'none' }, signal })
      return newer(client.getQueryData<Bug>(bugKeys.view(bugId)), result)
    },
  })
}

/** What a list already told about a bug: enough to show its page while the rest is on its way. */
export function bugFromLists(client: QueryClient, bugId: string): Bug | undefined {
  for (const [, reply] of client.getQueriesData<ListReply>({ queryKey: bugKeys.lists })) {
    const item = reply?.result.find((candidate) => candidate._id === bugId)
    if (item) return withoutComments(item)
  }
  return undefined
}

/** Keeps a changed bug: its page and the rows of lists show it at once, its timeline shows it when it is read again. */
export function keepBug(client: QueryClient, bug: Bug): void {
  client.setQueryData(bugQuery(bug._id).queryKey, (known) => newer(known, bug))
  void client.invalidateQueries({ queryKey: bugKeys.history(bug._id) })
  client.setQueriesData<ListReply>({ queryKey: bugKeys.lists }, (known) => known && withRow(known, bug))
  // Rows of a list on the screen stay where they are; `useListNews` reads it again.
  void client.invalidateQueries({ queryKey: bugKeys.lists, refetchType: 'none' })
}

/** Shows facts of a bug wherever it stands, until it is read again: what is on its way and makes no version of it. */
export function showOfBug(client: QueryClient, bugId: string, shown: Partial<Bug>): void {
  client.setQueryData(bugQuery(bugId).queryKey, (known) => known && { ...known, ...shown })
  client.setQueriesData<ListReply>(
    { queryKey: bugKeys.lists },
    (known) =>
      known && { ...known, result: known.result.map((row) => (row._id === bugId ? { ...row, ...shown } : row)) },
  )
}

/** The list with this bug as it is now, in its place; undefined where there is nothing to change. */
function withRow(list: ListReply, bug: Bug): ListReply | undefined {
  const isOlder = ({ _id, version }: BugListItem) => _id === bug._id && version < bug.version
  if (!list.result.some(isOlder)) return undefined
  return { ...list, result: list.result.map((row) => (isOlder(row) ? { ...bug, matches: row.matches } : row)) }
}

/** Answers may overtake one another; an older one must not win. */
function newer(known: Bug | undefined, answer: Bug): Bug {
  return known && known.version > answer.version ? known : answer
}

function withoutComments({ matches: _, ...item }: BugListItem): Bug {
  return {
    ...item,
    comments: [],
    mentions: [],
    readers: [],
    duplicates: [],
    links: [],
    isMerged: false,
    isFollowing: false,
    isJoined: false,
    followerCount: 0,
    mergedCommentCount: 0,
  }
}
