import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useRef } from 'react'
import { maxKeywordsLength } from '#shared/http/page.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { useDraftOf } from '#web/lib/lists/filter-draft.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { ListKeysHint } from '#web/ui/lists/list-keys-hint.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import type { InboxSearch } from '../inbox-search.ts'
import { InboxRows } from './inbox-rows.tsx'
import { InboxViews } from './inbox-views.tsx'
import { NoConversations } from './no-conversations.tsx'
import { useConversationList } from './use-conversation-list.ts'
import { useKeptConversation } from './use-kept-conversation.ts'
import './inbox-list.css'

/** Shows the conversations of one view, filtered by keywords. */
export function InboxList({
  search,
  onShow,
  onOpen,
}: {
  search: InboxSearch
  onShow: (search: InboxSearch, options?: { replace?: boolean }) => void
  onOpen: (conversationId: string) => void
}) {
  const list = useConversationList(search, onShow)
  const { waiting, pagination, error, isFetching, retry, isStandIn } = list
  const conversations = useKeptConversation(list.conversations, isStandIn, search)
  const field = useRef<HTMLInputElement>(null)
  return (
    <section className="inbox-list" aria-label="Conversations">
      <header className="inbox-list-header">
        <h1 tabIndex={-1}>Inbox</h1>
        <InboxViews search={search} waiting={waiting} onShow={onShow} />
        <KeywordField search={search} onShow={onShow} field={field} />
      </header>
      <div className="inbox-list-body" aria-busy={isStandIn || undefined}>
        {error !== null && !conversations && (
          <LoadError
            title="The conversations could not be loaded"
            {...explainError(error)}
            onRetry={retry}
            isRetrying={isFetching}
          />
        )}
        {error === null && !conversations && <ListSkeleton />}
        {conversations?.length === 0 && <NoConversations search={search} onShow={onShow} />}
        {conversations && conversations.length > 0 && (
          <InboxRows conversations={conversations} search={search} field={field} onOpen={onOpen} />
        )}
      </div>
      {pagination && (
        <Pager
          label="Conversation pages"
          page={search.pageNumber ?? 1}
          pageCount={pagination.totalPages}
          onPage={(pageNumber) => onShow({ ...search, pageNumber })}
        />
      )}
      <ListKeysHint record="conversation" />
    </section>
  )
}

function KeywordField({
  search,
  onShow,
  field,
}: {
  search: InboxSearch
  onShow: (search: InboxSearch) => void
  field: RefObject<HTMLInputElement | null>
}) {
  const { draft, change } = useDraftOf(search, keywordsOf)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { pageNumber: _page, keywords: _before, ...rest } = search
    onShow({ ...rest, keywords: draft.keywords })
  }
  return (
    <form role="search" aria-label="Conversations" onSubmit={submit}>
      <TextField
        ref={field}
        type="search"
        icon={<IconSearch size={16} aria-hidden />}
        aria-label="Search conversations"
        placeholder="Search names and messages"
        maxLength={maxKeywordsLength}
        value={draft.keywords}
        onChange={(event) => {
          change({ keywords: event.currentTarget.value })
          // The field's clear button empties it without submitting the form.
          if (event.currentTarget.value === '' && search.keywords !== undefined) {
            const { keywords: _before, pageNumber: _page, ...rest } = search
            onShow(rest)
          }
        }}
      />
    </form>
  )
}

const keywordsOf = ({ keywords = '' }: InboxSearch) => ({ keywords })

function ListSkeleton() {
  return (
    <Loading label="Loading conversations">
      <ul className="conversation-rows">
        {Array.from({ length: 5 }, (_, index) => (
          <li key={index} className="conversation-row">
            <Skeleton width="32px" height="32px" radius="50%" />
            <div className="conversation-row-words">
              <Skeleton width={`${140 - ((index * 31) % 60)}px`} height="20px" />
              <Skeleton width={`${90 - ((index * 17) % 30)}%`} height="18px" />
              <Skeleton width="80px" height="16px" />
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  )
}
