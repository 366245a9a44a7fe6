import { IconLink } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { ReportedTexts, PrivateMark, StateBadge, useShownBug, WaitingMark } from '#web/features/bugs/public.ts'
import { CommentSection, QuestionBanner } from '#web/features/comments/public.ts'
import { StaleQuestion } from '#web/features/conflicts/public.ts'
import { BugInterest } from '#web/features/following/public.ts'
import { timelineQuery } from '#web/features/history/public.ts'
import { useLiveBug, Viewers } from '#web/features/live/public.ts'
import { MergedBanner } from '#web/features/merging/public.ts'
import { useSeen } from '#web/features/notifications/public.ts'
import { SnoozeButton } from '#web/features/snoozing/public.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useAfterPaint } from '#web/ui/late/use-after-paint.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { useToggleClosed } from '../use-toggle-closed.ts'
import { FactPickers } from '../facts/fact-pickers.tsx'
import { inPlace } from '../facts/late-in-place.ts'
import { BugActions, hasActions } from './bug-actions.tsx'
import { BugFacts } from './bug-facts.tsx'
import { BugIds } from './bug-ids.tsx'
import { linkToBug, useBugActions } from './use-bug-actions.ts'
import './bug-view.css'

/**
 * A bug's page. Until `isComplete`, it knows only what the list did: everything but mentions and links.
 * @param props.isWalkedTo somebody goes from bug to bug beside their list: the texts come first
 * @param props.way stands above the title: the way back to the list
 */
export function BugView({
  bug: known,
  isComplete,
  isWalkedTo,
  way,
}: {
  bug: Bug
  isComplete: boolean
  isWalkedTo: boolean
  way: ReactNode
}) {
  const bug = useShownBug(known)
  const client = useQueryClient()
  const viewers = useLiveBug(bug._id)
  const side = useRef<HTMLElement>(null)
  const isPainted = useAfterPaint(isWalkedTo)
  const lastEntry = useLastEntry(client, bug._id)
  useSeen(bug._id, isPainted ? lastEntry : undefined)
  useBugActions(bug, way !== false)
  const { toggle, isPending, stale, ask } = useToggleClosed(bug)
  const toggleNow = isComplete && !isPending ? toggle : undefined
  const { userId } = useSession()
  const then = isComplete && !isPending ? thenOf(bug, userId) : undefined
  const run = () =>
    then === 'toggle'
      ? toggle()
      : inPlace((code) => (then === 'reopen' ? code.reopen(client, bug) : code.closeOwn(client, bug, ask)))
  return (
    <Page title={`${bug.key} ${bug.title}`} heading={null} isDense>
      <header className="bug-header">
        <div className="bug-above">
          {way}
          <Viewers viewers={viewers} />
        </div>
        <MergedBanner bug={bug} />
        <QuestionBanner bug={bug} />
        <div className="bug-title">
          <h1 tabIndex={-1} dir="auto">
            {bug.title}
          </h1>
          {hasActions(bug) && <BugActions bug={bug} toggle={toggleNow} />}
        </div>
        <div className="bug-summary">
          <StateBadge isClosed={bug.isClosed} status={bug.status} />
          {bug.isPrivate && <PrivateMark />}
          {(bug.isWaiting || bug.abilities.ask) && <WaitingMark bug={bug} />}
          <span className="bug-key">
            <span className="mono">{bug.key}</span>
            <CopyButton text={bug.key} label="Copy the bug's key" />
            <CopyButton text={linkToBug(bug.key)} label="Copy link" Icon={IconLink} />
          </span>
          <span className="muted">
            reported by <bdi>{bug.createdBy.fullName}</bdi>
            {bug.createdBy.isGuest && ' (without an account)'} <TimeAgo value={bug.createdOn} />
          </span>
        </div>
      </header>
      <div className="bug-columns">
        <div className="bug-words">
          <ReportedTexts bug={bug} />
        </div>
        <aside ref={side} className="bug-side" aria-label="Facts">
          <BugFacts bug={bug} />
          <FactPickers area={side} bugs={[bug]} inWork={() => bug} />
          <BugInterest bug={bug} isComplete={isComplete}>
            <SnoozeButton bug={bug} />
          </BugInterest>
          <BugIds bug={bug} />
        </aside>
        <div className="bug-comments">
          {isPainted && (
            <CommentSection
              bug={bug}
              then={then && { words: bug.isClosed ? 'It still happens' : 'Close with comment', run }}
            />
          )}
        </div>
      </div>
      <StaleQuestion stale={stale} />
    </Page>
  )
}

/**
 * What a comment may do besides: who may closes the bug, and whom it affects opens it again, but for one that repeats
 * another one.
 */
function thenOf({ isClosed, classification, createdBy, isJoined, abilities }: Bug, userId: string | undefined) {
  if (!isClosed) return abilities.close ? 'toggle' : abilities.statuses.includes('Closed') ? 'close' : undefined
  return classification !== 'duplicate' && (createdBy._id === userId || isJoined) ? 'reopen' : undefined
}

/** The last entry of a bug's whole timeline, once that is shown; nothing is read for it. */
function useLastEntry(client: QueryClient, bugId: string): string | undefined {
  const { data } = useQuery({ ...timelineQuery(client, bugId, 'all'), enabled: false })
  // Entries that the server has not numbered yet are none that it can be told of.
  return data?.entries.findLast(({ _id }) => /^\d+$/.test(_id))?._id
}
