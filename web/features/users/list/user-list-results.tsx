import { useEffect } from 'react'
import { explainError } from '#web/lib/explain-error.ts'
import { atPage } from '#web/lib/lists/list-search.ts'
import { ownPageSize } from '#web/lib/lists/own-page-size.ts'
import { useRememberPageSize } from '#web/lib/session/use-preferences.ts'
import { messages } from '#web/lib/messages.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { Spinner } from '#web/ui/page/spinner.tsx'
import type { UserSearch } from '../user-search.ts'
import { NoUsers } from './no-users.tsx'
import { UserCard } from './user-card.tsx'
import { UserListSkeleton } from './user-list-skeleton.tsx'
import { usePrefetchedUsers, useUserList } from './use-user-list.ts'

/** Shows the people of one search, or that they are loading, missing or not available. */
export function UserListResults({
  search,
  onShow,
}: {
  search: UserSearch
  onShow: (search: UserSearch, options?: { replace?: boolean }) => void
}) {
  const { state, items: users, pagination, lastPage, error, isFetching, retry } = useUserList(search)
  const { currentPage, totalPages } = pagination
  const remember = useRememberPageSize()
  useGuardAgain(error)

  // The page is past the end: the link is old, or the filter finds fewer people than before.
  useEffect(() => {
    if (lastPage !== undefined) onShow(atPage(search, lastPage), { replace: true })
  })
  usePrefetchedUsers(state === 'loaded' && currentPage < totalPages ? atPage(search, currentPage + 1) : undefined)

  if (state === 'first-load') return <Spinner label="Loading users" />
  if (state === 'loading' || state === 'replacing') {
    return <UserListSkeleton count={search.pageSize ?? ownPageSize()} atOnce={state === 'replacing'} />
  }
  if (state === 'failed') {
    return (
      <LoadError
        title="The users could not be loaded"
        {...explainError(error)}
        onRetry={retry}
        isRetrying={isFetching}
        kept="Your filters are kept."
      />
    )
  }
  if (users.length === 0) return <NoUsers isImpossible={state === 'impossible'} onShowAll={() => onShow({})} />
  return (
    <>
      <ul className="cards" aria-label="Users" aria-busy={state === 'paging'}>
        {users.map((user) => (
          <UserCard key={user._id} user={user} />
        ))}
      </ul>
      <ListFooter
        label="User pages"
        showing={messages.userList.showing}
        pagination={pagination}
        requestedPage={search.pageNumber ?? 1}
        onPage={(page) => onShow(atPage(search, page))}
        onPageSize={(pageSize) => {
          onShow({ ...atPage(search, 1), pageSize })
          remember(pageSize)
        }}
      />
    </>
  )
}
