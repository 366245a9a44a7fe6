import { useEffect } from 'react'
import { defaultPageSize } from '#shared/http/page.ts'
import type { ListSearch } from '#web/features/bugs/public.ts'
import { CorrectedNotice } from '#web/features/search/public.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { atPage } from '#web/lib/lists/list-search.ts'
import { messages } from '#web/lib/messages.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { Spinner } from '#web/ui/page/spinner.tsx'
import { BugCards } from '../card/bug-cards.tsx'
import { CardKeys } from '../card/card-keys.tsx'
import { keywordsRefusal } from '../filter/keywords-refusal.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { NoBugs } from './no-bugs.tsx'
import { type BugPage, usePrefetchedBugs } from './use-bug-list.ts'

/** The bugs of one search: on their way, here, none, or not to be had. */
export function BugListResults({
  search,
  page,
  onShow,
}: {
  search: ListSearch
  page: BugPage
  onShow: (search: ListSearch, options?: { replace?: boolean }) => void
}) {
  const { state, items: bugs, reply, pagination, lastPage, error, isFetching, retry } = page
  const { currentPage, totalPages } = pagination
  useGuardAgain(error)

  // A page past the end: bugs were closed meanwhile, or the link is old.
  useEffect(() => {
    if (lastPage !== undefined) onShow(atPage(search, lastPage), { replace: true })
  })
  usePrefetchedBugs(state === 'loaded' && currentPage < totalPages ? atPage(search, currentPage + 1) : undefined)

  if (state === 'first-load') return <Spinner label="Loading bugs" />
  if (state === 'loading' || state === 'replacing') {
    return <ListSkeleton count={search.pageSize ?? defaultPageSize} atOnce={state === 'replacing'} />
  }
  // Words that the server can't search for are explained at their field.
  if (state === 'impossible' || keywordsRefusal(error) !== undefined) {
    return <NoBugs search={search} isImpossible onShow={onShow} />
  }
  if (state === 'failed') {
    const { explanation, requestId } = explainError(error)
    return (
      <ErrorState title="The bugs could not be loaded" onRetry={retry} retrying={isFetching} requestId={requestId}>
        {explanation} Your filters are kept.
      </ErrorState>
    )
  }
  if (bugs.length === 0) return <NoBugs search={search} isImpossible={false} onShow={onShow} />
  return (
    <>
      {reply?.corrected && (
        <CorrectedNotice
          corrected={reply.corrected}
          keywords={search.keywords ?? ''}
          onSearch={(keywords) => onShow({ ...atPage(search, 1), keywords })}
        />
      )}
      <BugCards bugs={bugs} isBusy={state === 'paging'} />
      <CardKeys bugs={bugs} />
      <ListFooter
        label="Bug pages"
        showing={messages.bugList.showing}
        pagination={pagination}
        requestedPage={search.pageNumber ?? 1}
        onPage={(page) => onShow(atPage(search, page))}
        onPageSize={(pageSize) => onShow({ ...atPage(search, 1), pageSize })}
      />
    </>
  )
}
