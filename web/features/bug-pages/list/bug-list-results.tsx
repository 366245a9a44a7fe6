import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { defaultPageSize } from '#shared/http/page.ts'
import type { ListSearch } from '#web/features/bugs/public.ts'
import { CorrectedNotice, UnknownTermsNotice } from '#web/features/search/public.ts'
import { SnoozeCards } from '#web/features/snoozing/public.ts'
import { recountViews } from '#web/features/views/public.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { atPage } from '#web/lib/lists/list-search.ts'
import { ownPageSize } from '#web/lib/lists/own-page-size.ts'
import { useRememberPageSize } from '#web/lib/session/use-preferences.ts'
import { messages } from '#web/lib/messages.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { Spinner } from '#web/ui/page/spinner.tsx'
import { BugCards } from '../card/bug-cards.tsx'
import { compactPageSize, type ListForm, useListForm } from '../card/list-form.ts'
import { ListMenu } from '../export/list-menu.tsx'
import { askToChooseBug } from '../facts/fact-pickers.tsx'
import { keywordsRefusal } from '../filter/keywords-refusal.ts'
import { SplitSwitch } from '../split/split-switch.tsx'
import { keyOf, useLeft } from './left-list.ts'
import { ListColumns } from './list-columns.tsx'
import { ListFormSwitch } from './list-form-switch.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { NoBugs } from './no-bugs.tsx'
import { type BugPage, usePrefetchedBugs } from './use-bug-list.ts'

const LateCompactOffer = lazyPart(async () => (await import('./compact-offer.tsx')).CompactOffer)

/** The bugs of one search: on their way, here, none, or not to be had. */
export function BugListResults({
  search,
  page,
  onShow,
  split,
}: {
  search: ListSearch
  page: BugPage
  onShow: (search: ListSearch, options?: { replace?: boolean }) => void
  /** Whether there is room for narrow rows only, and whether keys are those of a bug beside them. */
  split: { isSplit: boolean; isBeside: boolean; change: (isSplit: boolean) => void }
}) {
  const { state, items: bugs, reply, pagination, lastPage, error, isFetching, retry } = page
  const { currentPage, totalPages } = pagination
  const client = useQueryClient()
  const remember = useRememberPageSize()
  const { form: chosen, setForm, isOpen } = useListForm()
  const form = split.isSplit ? 'compact' : chosen
  // Rows on narrower screens show what they do for everybody.
  const isWide = useMediaQuery('(min-width: 820px)')
  useGuardAgain(error)

  // A page past the end: bugs were closed meanwhile, or the link is old.
  useEffect(() => {
    if (lastPage !== undefined) onShow(atPage(search, lastPage), { replace: true })
  })
  const isAnswered = useRef(false)
  useEffect(() => {
    if (!isAnswered.current || state !== 'loaded' || isFetching) return
    isAnswered.current = false
    // The buttons went with their offer; the list that comes instead has the focus.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('.bug-card-link')?.focus({ preventScroll: true })
  })
  const left = useLeft(keyOf(search))
  usePrefetchedBugs(state === 'loaded' && currentPage < totalPages ? atPage(search, currentPage + 1) : undefined)

  function setPageSize(pageSize: number) {
    onShow({ ...atPage(search, 1), pageSize })
    remember(pageSize)
  }

  function choose(form: ListForm) {
    setForm(form)
    if (form === 'compact' && search.pageSize === undefined && ownPageSize() === defaultPageSize)
      setPageSize(compactPageSize)
  }

  if (state === 'first-load') return <Spinner label="Loading bugs" />
  if (state === 'loading' || state === 'replacing') {
    return <ListSkeleton count={search.pageSize ?? ownPageSize()} form={form} atOnce={state === 'replacing'} />
  }
  // Words that the server can't search for are explained at their field.
  if (state === 'impossible' || keywordsRefusal(error) !== undefined) {
    return <NoBugs search={search} isImpossible onShow={onShow} />
  }
  if (state === 'failed') {
    return (
      <LoadError
        title="The bugs could not be loaded"
        {...explainError(error)}
        onRetry={retry}
        isRetrying={isFetching}
        kept="Your filters are kept."
      />
    )
  }
  const unknown = reply?.unknownTerms && <UnknownTermsNotice names={reply.unknownTerms} />
  if (bugs.length === 0)
    return (
      <>
        {unknown}
        <NoBugs search={search} isImpossible={false} onShow={onShow} />
      </>
    )
  return (
    <>
      {unknown}
      {reply?.corrected && (
        <CorrectedNotice
          corrected={reply.corrected}
          keywords={search.keywords ?? ''}
          onSearch={(keywords) => onShow({ ...atPage(search, 1), keywords })}
        />
      )}
      <BugCards
        bugs={bugs}
        form={form}
        isBusy={state === 'paging'}
        hasKeys={!split.isBeside}
        left={left}
        showsWait={search.sortBy === 'waitingSince' || /\bsort:waiting\b/i.test(search.keywords ?? '')}
      />
      <SnoozeCards
        bugs={bugs}
        hasKeys={!split.isBeside}
        onNoBug={askToChooseBug}
        onSnoozed={() => recountViews(client)}
      />
      {isOpen && !split.isSplit && totalPages > 1 && (
        <LateCompactOffer
          plain={null}
          part={{
            onAnswer: (form) => {
              isAnswered.current = true
              choose(form)
            },
          }}
        />
      )}
      <ListFooter
        label="Bug pages"
        showing={messages.bugList.showing}
        pagination={pagination}
        requestedPage={search.pageNumber ?? 1}
        onPage={(page) => onShow(atPage(search, page))}
        onPageSize={setPageSize}
      >
        {!split.isSplit && (
          <>
            <SplitSwitch isSplit={false} onChange={split.change} />
            <ListFormSwitch form={form} onChange={choose} />
            {form === 'compact' && isWide && <ListColumns productIds={bugs.map(({ product }) => product._id)} />}
          </>
        )}
        <ListMenu search={search} total={pagination.totalCount} />
      </ListFooter>
    </>
  )
}
