import { type ReactNode, useRef, useState } from 'react'
import type { User } from '#shared/users/contract.ts'
import { explainError, explainRefusal } from '#web/lib/explain-error.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { SessionRow } from './session-row.tsx'
import { type ListedSession, mySessions, type SessionSource, sessionsOfUser } from './session-sources.ts'
import { useSessions } from './use-sessions.ts'
import './sessions-section.css'

/** Most sessions that are shown at first. */
const shownAtFirst = 5

/** Shows the reader's own sessions. */
export function MySessions() {
  return (
    <Sessions source={mySessions} heading="Where you are logged in">
      Something you don’t know? End it and change your password.
    </Sessions>
  )
}

/** Shows another person's sessions, for those who edit users. */
export function UserSessions({ user }: { user: User }) {
  if (useSession().userId === user._id) return <MySessions />
  return (
    <Sessions source={sessionsOfUser(user._id)} heading="Where this user is logged in">
      Ending a session logs that browser out at once.
    </Sessions>
  )
}

function Sessions({ source, heading, children }: { source: SessionSource; heading: string; children: ReactNode }) {
  const { sessions, error, isFetching, retry, end, endingWhich, failure } = useSessions(source)
  const title = useRef<HTMLHeadingElement>(null)
  const canEndAll = sessions?.some((session) => !session.isCurrent) ?? false

  function endAndStay(which: string) {
    end(which)
    // The button is removed with its session, so the focus moves to the heading.
    title.current?.focus()
  }

  return (
    <section className="surface sessions" aria-labelledby="sessions-heading">
      <div className="sessions-head">
        <div className="sessions-words">
          <h2 id="sessions-heading" ref={title} tabIndex={-1}>
            {heading}
          </h2>
          <p className="muted">{children}</p>
        </div>
        {canEndAll && (
          <Button
            size="xs"
            variant="default"
            loading={endingWhich === source.endsAll}
            onClick={() => endAndStay(source.endsAll)}
          >
            {source.endsAll === 'others' ? 'End all others' : 'End all'}
          </Button>
        )}
      </div>
      {failure && <FailureNotice title="The session goes on" {...explainRefusal(failure)} />}
      {sessions ? (
        <SessionList sessions={sessions} endingWhich={endingWhich} onEnd={endAndStay} />
      ) : error ? (
        <ErrorState
          title="The sessions could not be loaded"
          onRetry={retry}
          retrying={isFetching}
          requestId={explainError(error).requestId}
        >
          {explainRefusal(error).explanation}
        </ErrorState>
      ) : (
        <Loading label="Loading sessions">
          <Skeleton height="44px" />
        </Loading>
      )}
    </section>
  )
}

function SessionList({
  sessions,
  endingWhich,
  onEnd,
}: {
  sessions: readonly ListedSession[]
  endingWhich: string | undefined
  onEnd: (sessionId: string) => void
}) {
  const [showsAll, setShowsAll] = useState(false)
  if (sessions.length === 0) return <p className="sessions-none muted">Not logged in anywhere.</p>
  const current = sessions.filter((session) => session.isCurrent)
  const sorted = [...current, ...sessions.filter((session) => !session.isCurrent)]
  const shown = showsAll ? sorted : sorted.slice(0, shownAtFirst)
  return (
    <>
      <ul className="session-list" aria-label="Sessions">
        {shown.map((session) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            isEnding={endingWhich === session.sessionId}
            onEnd={() => onEnd(session.sessionId)}
          />
        ))}
      </ul>
      {shown.length < sorted.length && (
        <Button size="xs" variant="subtle" className="sessions-more" onClick={() => setShowsAll(true)}>
          Show all {sorted.length}
        </Button>
      )}
    </>
  )
}
