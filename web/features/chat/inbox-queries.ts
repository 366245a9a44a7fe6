import { queryOptions } from '@tanstack/react-query'
import { listAnswers, listConversations, viewConversation } from '#shared/chat/contract.ts'
import { call } from '#web/lib/call.ts'
import { compact } from '#web/lib/lists/list-search.ts'
import { chatKeys } from './chat-keys.ts'
import { defaultView, type InboxSearch } from './inbox-search.ts'

/** Conversations on one page of the inbox, and in the box. */
const pageSize = { inbox: 30, box: 20 }

/** Reads one page of the inbox, in one of its views. */
export function conversationListQuery({ view, keywords, pageNumber }: InboxSearch) {
  const query = compact({
    view: view ?? defaultView,
    keywords,
    pageNumber: pageNumber?.toString(),
    pageSize: String(pageSize.inbox),
  } as const)
  return queryOptions({
    queryKey: [...chatKeys.lists, query],
    queryFn: ({ signal }) => call(listConversations, { query, signal }),
  })
}

/** Reads the conversations of the box, and how many wait. */
export const boxListQuery = queryOptions({
  queryKey: chatKeys.boxList,
  queryFn: ({ signal }) => call(listConversations, { query: { view: 'all', pageSize: String(pageSize.box) }, signal }),
})

/** Reads one conversation without its messages. */
export function conversationQuery(conversationId: string) {
  return queryOptions({
    queryKey: chatKeys.view(conversationId),
    queryFn: async ({ signal }) => (await call(viewConversation, { params: { conversationId }, signal })).result,
  })
}

/** Reads the canned answers. */
export const answersQuery = queryOptions({
  queryKey: chatKeys.answers,
  queryFn: async ({ signal }) => (await call(listAnswers, { signal })).result,
  staleTime: 60_000,
})
