import { Link } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import type { Conversation } from '#shared/chat/contract.ts'
import { paths } from '#web/lib/paths.ts'
import { useListKeys } from '#web/lib/lists/use-list-keys.ts'
import { ConversationRow } from '../conversation/conversation-row.tsx'
import type { InboxSearch } from '../inbox-search.ts'
import { useKeptFocus } from './use-kept-focus.ts'

const rows = { stop: '[data-conversation]' }

/** Shows the rows of the inbox. */
export function InboxRows({
  conversations,
  search,
  field,
  onOpen,
}: {
  conversations: readonly Conversation[]
  search: InboxSearch
  /** The keywords field. */
  field: RefObject<HTMLInputElement | null>
  onOpen: (conversationId: string) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list, field, rows, 'conversation')
  useKeptFocus(
    list,
    conversations.map(({ _id }) => _id),
  )
  return (
    <ul ref={list} className="conversation-rows" aria-label="Conversations">
      {conversations.map((conversation) => (
        <li key={conversation._id}>
          <Link
            to={paths.chat}
            search={{ ...search, conversation: conversation._id }}
            className="conversation-row"
            data-conversation={conversation._id}
            aria-current={conversation._id === search.conversation ? 'true' : undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              onOpen(conversation._id)
            }}
          >
            <ConversationRow conversation={conversation} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
