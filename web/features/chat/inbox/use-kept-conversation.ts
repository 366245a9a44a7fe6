import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Conversation } from '#shared/chat/contract.ts'
import { useSession } from '#web/lib/session/session.ts'
import { conversationQuery } from '../inbox-queries.ts'
import type { InboxSearch } from '../inbox-search.ts'

interface Place {
  /** Names the list and the open conversation. */
  readonly key: string
  readonly index: number
  /** As the list showed it last. */
  readonly conversation: Conversation
}

/**
 * Returns the rows of the inbox. The open conversation stays among the unassigned ones when its reader takes it, for
 * example by an answer, so that they don't lose their place. It keeps its position and shows its new state.
 * @param isStandIn whether the rows are those of another search
 */
export function useKeptConversation(
  listed: readonly Conversation[] | undefined,
  isStandIn: boolean,
  search: InboxSearch,
): readonly Conversation[] | undefined {
  const { userId } = useSession()
  const [known, setKnown] = useState<Place>()
  const key = JSON.stringify(search)
  const index = isStandIn ? -1 : (listed?.findIndex(({ _id }) => _id === search.conversation) ?? -1)
  const found = listed?.[index]
  if (found && (known?.key !== key || known.index !== index || known.conversation !== found)) {
    setKnown({ key, index, conversation: found })
  }
  const isGone = !found && !isStandIn && search.view === undefined && known?.key === key
  const left = isGone ? known : undefined
  const { data = left?.conversation, isError } = useQuery({
    ...conversationQuery(left?.conversation._id ?? ''),
    enabled: left !== undefined,
  })
  // A deleted conversation can't be read any more.
  if (!listed || !left || !data || isError) return listed
  const isMineOrFree = !data.takenBy || data.takenBy._id === userId
  return isMineOrFree && !data.isClosed ? listed.toSpliced(left.index, 0, data) : listed
}
