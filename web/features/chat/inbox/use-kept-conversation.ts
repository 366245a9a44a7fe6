import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Conversation } from '#shared/chat/contract.ts'
import { useSession } from '#web/lib/session/session.ts'
import { conversationQuery } from '../inbox-queries.ts'
import type { InboxSearch } from '../inbox-search.ts'

interface Place {
  /** The list and the conversation that is open beside it. */
  readonly key: string
  readonly index: number
  /** As the list showed it last. */
  readonly conversation: Conversation
}

/**
 * The rows of the inbox. Among those that nobody has taken, the open conversation stays for as long as it is open when
 * its reader takes it, which an answer does: whoever answers must not lose their place. It keeps the place where it was,
 * and shows what has become of it.
 * @param isStandIn the rows are those of another search
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
  // What was deleted can't be read any more.
  if (!listed || !left || !data || isError) return listed
  const isMineOrFree = !data.takenBy || data.takenBy._id === userId
  return isMineOrFree && !data.isClosed ? listed.toSpliced(left.index, 0, data) : listed
}
