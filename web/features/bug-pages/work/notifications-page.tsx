import { IconBellCheck, IconCheck } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  type BugNotification,
  listAllNotifications,
  notificationStates,
  seeAllNotifications,
  seeBug,
} from '#shared/following/contract.ts'
import { StatusBadge } from '#web/features/bugs/public.ts'
import {
  LessButton,
  notificationLink,
  notificationsQuery,
  notificationTitle,
  notificationWords,
  useUnsee,
} from '#web/features/notifications/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { reasonWords } from '#shared/following/reason-words.ts'
import { useListKeys } from '#web/lib/lists/use-list-keys.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import '#web/ui/lists/cards.css'
import '#web/ui/lists/list-footer.css'
import { Pager } from '#web/ui/lists/pager.tsx'
import { shownRange } from '#web/ui/lists/shown-range.ts'
import { toastFailure } from '#web/ui/notices/toast.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { useCardLinks } from '../card/use-card-links.ts'
import '../card/bug-card.css'
import './notifications-page.css'

type State = (typeof notificationStates)[number]

const stateWords: Readonly<Record<State, { name: string; none: string; about: string }>> = {
  unread: {
    name: 'Unread',
    none: 'Nothing unread',
    about:
      'What others do to bugs that you report, comment on, join or follow stands here, and where they mention you.',
  },
  read: {
    name: 'Read',
    none: 'Nothing left to mark as done',
    about: 'What you have looked at stays here until you mark it as done, for 30 days at most.',
  },
  done: {
    name: 'Done',
    none: 'Nothing done yet',
    about: 'What you mark as done stays here, up to 30 days after you have read it.',
  },
}

const pageSize = 50
const rows = { stop: '.bug-card-link', item: '.notifications-entry' }

const newsQuery = (state: State, pageNumber: number) =>
  queryOptions({
    // Below that of all notifications: they are read again together.
    queryKey: [...notificationsQuery.queryKey, 'list', state, pageNumber],
    queryFn: ({ signal }) =>
      call(listAllNotifications, {
        query: { state, pageNumber: String(pageNumber), pageSize: String(pageSize) },
        signal,
      }),
    // While another page of the same loads, the one before it is shown.
    placeholderData: (previous, query) => (query?.queryKey[2] === state ? previous : undefined),
  })

/** Everything that its reader was told, by bug: what is unread, what was read, and what is done. */
export function NotificationsPage() {
  const [state, setState] = useState<State>('unread')
  const [page, setPage] = useState(1)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(newsQuery(state, page))
  // What stood here was marked as done, so this page is past the end.
  const pastEnd =
    data && !isPlaceholderData && data.result.length === 0 && page > 1
      ? Math.max(1, data.pagination.totalPages)
      : undefined
  useEffect(() => {
    if (pastEnd !== undefined) setPage(pastEnd)
  }, [pastEnd])
  const seeing = useSee()
  const [list, none] = [useRef<HTMLUListElement>(null), useRef<HTMLInputElement>(null)]
  useListKeys(list, none, rows, 'bug')
  const one = () => {
    const entry = document.activeElement?.closest<HTMLElement>('.notifications-entry')
    return data?.result.find(({ bug }) => bug._id === entry?.dataset['bug'])
  }
  useActions([
    {
      id: 'news.done',
      label: 'Mark as done',
      group: 'List',
      keys: 'd',
      isEnabled: state !== 'done',
      inPalette: false,
      run: () => {
        const focused = one()
        if (!focused || focused.bulk) return false
        moveOn(list.current)
        seeing.mutate(focused)
        return true
      },
    },
    {
      id: 'news.undo',
      label: 'Undo: mark as not done',
      group: 'List',
      keys: 'z',
      isEnabled: seeing.canUndo,
      run: seeing.undo,
    },
  ])
  const links = useCardLinks()
  useGuardAgain(data ? undefined : error)
  return (
    <Page
      title="Notifications"
      description="What others do at bugs that concern you, and why you are told."
      actions={
        <ButtonLink to={paths.profile} variant="default">
          How much you hear
        </ButtonLink>
      }
    >
      <div className="notifications-tools">
        <Segmented
          label="Which notifications"
          value={state}
          onChange={(chosen) => {
            setState(chosen)
            setPage(1)
          }}
          options={notificationStates.map((value) => ({ value, words: stateWords[value].name }))}
        />
        {state !== 'done' && data && data.result.length > 0 && (
          <Button
            variant="default"
            size="xs"
            icon={<IconBellCheck size={14} aria-hidden />}
            loading={seeing.isPending && 'all' in seeing.variables}
            onClick={() => {
              focusHeading()
              seeing.mutate({ all: state })
            }}
          >
            Mark all as done
          </Button>
        )}
      </div>
      {data ? (
        data.result.length === 0 ? (
          <EmptyState icon={<IconBellCheck size={28} stroke={1.5} />} title={stateWords[state].none}>
            {stateWords[state].about}
          </EmptyState>
        ) : (
          <>
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/mouse-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the links themselves */}
            <ul ref={list} className="cards" aria-label="Notifications" aria-busy={isFetching && undefined} {...links}>
              {data.result.map((notification) => (
                <NotificationEntry
                  key={notification.bulk?._id ?? notification.bug._id}
                  notification={notification}
                  onDone={
                    state !== 'done'
                      ? () => {
                          moveOn(list.current)
                          seeing.mutate(notification)
                        }
                      : undefined
                  }
                />
              ))}
            </ul>
            <div className="list-footer">
              <p className="muted" role="status">
                {wordsOf(data.pagination)}
              </p>
              <Pager label="Notification pages" page={page} pageCount={data.pagination.totalPages} onPage={setPage} />
            </div>
          </>
        )
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

function NotificationEntry({
  notification,
  onDone,
}: {
  notification: BugNotification
  onDone: (() => void) | undefined
}) {
  const { bug, bulk, last, reason } = notification
  const { to, hash } = notificationLink(notification)
  return (
    <li className="card bug-card notifications-entry" {...(!bulk && { 'data-bug': bug._id })}>
      <div className="notifications-entry-words">
        <h2 className="notifications-entry-title" dir="auto">
          {bulk ? (
            <Link className="bug-card-link" to={to}>
              {notificationTitle(notification)}
            </Link>
          ) : (
            <a className="bug-card-link" href={hash === undefined ? to : `${to}#${hash}`}>
              {notificationTitle(notification)}
            </a>
          )}
        </h2>
        <span>{notificationWords(notification)}</span>
        <span className="notifications-entry-facts">
          {!bulk && (
            <>
              <StatusBadge status={bug.status} />
              <span className="mono">{bug.key}</span>
            </>
          )}
          <span>Because {reasonWords[reason]}</span>
          <TimeAgo value={last.at} />
        </span>
      </div>
      <span className="notifications-entry-acts">
        <LessButton notification={notification} />
        {onDone && !bulk && (
          <IconButton size={32} title="Mark as done (d)" aria-label={`Mark as done: ${bug.title}`} onClick={onDone}>
            <IconCheck size={16} aria-hidden />
          </IconButton>
        )}
      </span>
    </li>
  )
}

/** The heading takes the focus where nothing is left to have it. */
const focusHeading = () => document.querySelector<HTMLElement>('h1')?.focus()

/** Puts the focus on the next entry, as the one that has it goes. */
function moveOn(list: HTMLElement | null): void {
  const stops = [...(list?.querySelectorAll<HTMLElement>(rows.stop) ?? [])]
  const entry = document.activeElement?.closest(rows.item)
  const index = stops.findIndex((stop) => entry?.contains(stop))
  const next = stops[index + 1] ?? stops[index - 1]
  if (next) next.focus()
  else focusHeading()
}

/** Marks the notifications of one bug, or all that are unread or read, as done, and takes that back, the last one first. */
function useSee() {
  const client = useQueryClient()
  const { unsee, tell } = useUnsee()
  /** The timestamps of what was marked here and stands. */
  const [marked, setMarked] = useState<readonly string[]>([])
  function undo(seenOn = marked.at(-1)) {
    if (seenOn === undefined) return
    setMarked((before) => before.filter((one) => one !== seenOn))
    unsee(seenOn)
  }
  const seeing = useMutation({
    mutationFn: (which: BugNotification | { all: 'unread' | 'read' }) =>
      'all' in which
        ? call(seeAllNotifications, { query: { state: which.all } })
        : call(seeBug, { params: { bugId: which.bug._id }, body: { entryId: which.last._id, isDone: true } }),
    onSuccess: async ({ seenOn }, which) => {
      if (seenOn !== undefined) {
        setMarked((before) => [...before, seenOn])
        tell('all' in which ? 'All notifications' : which.bug.title, seenOn, () => undo(seenOn))
      }
      await client.invalidateQueries({ queryKey: notificationsQuery.queryKey })
    },
    onError: (error) => toastFailure(explainError(error).explanation, referenceOf(error)),
  })
  return { ...seeing, canUndo: marked.length > 0, undo: () => undo() }
}

function wordsOf(pagination: Parameters<typeof shownRange>[0]): string {
  const { first, last } = shownRange(pagination)
  return messages.bugList.showing(first, last, pagination.totalCount)
}
