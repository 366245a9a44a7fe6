import { IconArrowLeft, IconBellCheck, IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { BugNotification } from '#shared/following/contract.ts'
import { bulkNotificationsQuery, newIn, useSeeBulk } from '#web/features/notifications/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import '#web/ui/lists/cards.css'
import '#web/ui/lists/list-footer.css'
import { Pager } from '#web/ui/lists/pager.tsx'
import { shownRange } from '#web/ui/lists/shown-range.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { useCardLinks } from '../card/use-card-links.ts'
import { NotificationRow } from './notification-row.tsx'

/** The bugs that one bulk change has changed and that the reader follows, or that came into a view of theirs at once, until they are seen. */
export function BulkNotificationsPage() {
  const { bulkId = '' }: { bulkId?: string } = useParams({ strict: false })
  const [page, setPage] = useState(1)
  const [isSeen, setIsSeen] = useState(false)
  const seeing = useSeeBulk(bulkId, () => setIsSeen(true))
  // What was just seen stays in sight: other pages of the reader's may be told so before this one has its answer.
  const enabled = !isSeen && !seeing.isPending
  const { data, error, isFetching, refetch } = useQuery({ ...bulkNotificationsQuery(bulkId, page), enabled })
  useGuardAgain(data ? undefined : error)

  const isGone = error instanceof CallError && error.code === 'not-found'
  const view = data?.result[0]?.view
  return (
    <Page
      title={view ? newIn(view) : 'Bugs changed at once'}
      back={
        <Link to={paths.bugList}>
          <IconArrowLeft size={16} aria-hidden />
          Bugs
        </Link>
      }
      actions={
        data &&
        !isGone && (
          <Button
            variant="default"
            icon={<IconBellCheck size={16} aria-hidden />}
            loading={seeing.isPending}
            // It keeps the focus.
            aria-disabled={isSeen || undefined}
            onClick={() => isSeen || seeing.mutate()}
          >
            {isSeen ? 'Done' : 'Mark all as done'}
          </Button>
        )
      }
    >
      {isGone ? (
        <NothingNew />
      ) : data ? (
        <Changed news={data.result}>
          <p className="muted" role="status">
            {wordsOf(data.pagination)}
          </p>
          <Pager label="Notification pages" page={page} pageCount={data.pagination.totalPages} onPage={setPage} />
        </Changed>
      ) : error ? (
        <LoadError
          title="Your notifications could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <Loading label="Loading your notifications">
          <Skeleton height="240px" />
        </Loading>
      )}
    </Page>
  )
}

function Changed({ news, children }: { news: readonly BugNotification[]; children: ReactNode }) {
  const links = useCardLinks()
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/mouse-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the links themselves */}
      <ul className="cards" aria-label="Changed bugs" {...links}>
        {news.map((one) => (
          <NotificationRow key={one.bug._id} notification={one} level={2} />
        ))}
      </ul>
      <div className="list-footer">{children}</div>
    </>
  )
}

function NothingNew() {
  return (
    <EmptyState
      icon={<IconBellOff size={28} stroke={1.5} />}
      title="Nothing new here"
      action={
        <ButtonLink to={paths.bugList} variant="default">
          Show all bugs
        </ButtonLink>
      }
    >
      You have seen all of it, or something else was done to these bugs since.
    </EmptyState>
  )
}

function wordsOf(pagination: Parameters<typeof shownRange>[0]): string {
  const { first, last } = shownRange(pagination)
  return messages.bugList.showing(first, last, pagination.totalCount)
}
