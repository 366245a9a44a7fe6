import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Bug } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { ClassificationBadge, FieldBadges, OpenClosedBadge, useShownBug } from '#web/features/bugs/public.ts'
import { CommentSection } from '#web/features/comments/public.ts'
import { BugInterest } from '#web/features/following/public.ts'
import { timelineQuery } from '#web/features/history/public.ts'
import { useLiveBug, Viewers } from '#web/features/live/public.ts'
import { MergedBanner } from '#web/features/merging/public.ts'
import { useSeen } from '#web/features/notifications/public.ts'
import { MarkdownText } from '#web/features/texts/public.ts'
import { paths } from '#web/lib/paths.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { lastListSearch } from '../filter/last-search.ts'
import { useListWalk } from '../list/use-list-walk.ts'
import { BugActions, hasActions } from './bug-actions.tsx'
import { BugFacts } from './bug-facts.tsx'
import { useBugActions } from './use-bug-actions.ts'
import './bug-view.css'

/** A bug's page. Until `isComplete`, it knows only what the list did: everything but mentions and links. */
export function BugView({ bug: known, isComplete }: { bug: Bug; isComplete: boolean }) {
  const bug = useShownBug(known)
  const viewers = useLiveBug(bug._id)
  useSeen(bug._id, useLastEntry(bug._id))
  useBugActions(bug)
  useListWalk(bug._id, paths.viewBug)
  return (
    <Page title={bug.title} heading={null}>
      <header className="bug-header">
        <div className="bug-above">
          <Link
            className="bug-back not-printed"
            to={paths.bugList}
            search={lastListSearch()}
            state={{ isReturn: true }}
          >
            <IconArrowLeft size={16} aria-hidden />
            Bugs
          </Link>
          <Viewers viewers={viewers} />
        </div>
        <MergedBanner bug={bug} />
        <h1 tabIndex={-1}>{bug.title}</h1>
        <div className="bug-summary">
          <OpenClosedBadge isClosed={bug.isClosed} />
          <ClassificationBadge classification={bug.classification} />
          <FieldBadges bug={bug} />
          <span className="bug-short-id">
            <span className="mono">{shortId(bug._id)}</span>
            <CopyButton text={bug._id} label="Copy the bug's id" />
          </span>
          <span className="muted">
            reported by {bug.createdBy.fullName} <TimeAgo value={bug.createdOn} />
          </span>
        </div>
        <BugInterest bug={bug} isComplete={isComplete} />
      </header>
      <div className="bug-columns">
        <div className="bug-words">
          <section aria-labelledby="bug-description">
            <h2 id="bug-description">Description</h2>
            <MarkdownText text={bug.description} mentions={bug.mentions} long="the description" />
          </section>
          <section aria-labelledby="bug-steps">
            <h2 id="bug-steps">Steps to Reproduce</h2>
            <MarkdownText text={bug.stepsToReproduce} mentions={bug.mentions} asSteps long="the steps" />
          </section>
        </div>
        <aside className="bug-side" aria-label="Facts">
          {hasActions(bug) && <BugActions bug={bug} canToggle={isComplete} />}
          <BugFacts bug={bug} />
        </aside>
        <div className="bug-comments">
          <CommentSection bug={bug} />
        </div>
      </div>
    </Page>
  )
}

/** The last entry of a bug's whole timeline, once that is shown; nothing is read for it. */
function useLastEntry(bugId: string): string | undefined {
  const client = useQueryClient()
  const { data } = useQuery({ ...timelineQuery(client, bugId, 'all'), enabled: false })
  // Entries that the server has not numbered yet are none that it can be told of.
  return data?.entries.findLast(({ _id }) => /^\d+$/.test(_id))?._id
}
