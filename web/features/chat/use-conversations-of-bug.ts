import { useQuery } from '@tanstack/react-query'
import { listConversationsOfBug } from '#shared/chat/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { call } from '#web/lib/call.ts'
import { useSession } from '#web/lib/session/session.ts'
import { chatKeys } from './chat-keys.ts'

/** Returns the conversations that a bug came from, for those who may read them; empty for others. */
export function useConversationsOfBug(bugId: string): ReplyOf<typeof listConversationsOfBug>['result'] {
  const isStaff = useSession().has('liveChatAdmin')
  const { data } = useQuery({
    queryKey: chatKeys.ofBug(bugId),
    queryFn: async ({ signal }) => (await call(listConversationsOfBug, { params: { bugId }, signal })).result,
    enabled: isStaff,
  })
  return (isStaff && data) || []
}
