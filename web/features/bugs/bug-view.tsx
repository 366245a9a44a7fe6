import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { CommentSection } from '#web/features/comments/public.ts'
import { paths } from '#web/lib/paths.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TimeAgo } from '#web/ui/moment.tsx'
import { Page } from '#web/ui/page.tsx'
import { ClassificationBadge, OpenClosedBadge } from './badges.tsx'
import { BugActions, hasActions } from './bug-actions.tsx'
import { BugFacts } from './bug-facts.tsx'
import { Collapsible, isLong, PlainText } from './plain-text.tsx'
import { StepsToReproduce } from './steps-to-reproduce.tsx'
import { lastListSearch } from './use-list-search.ts'
import './bug-view.css'

/** A bug's page. Until `isComplete`, it knows only what the list did: everything but comments and links. */
export function BugView({ bug, isComplete }: { bug: Bug; isComplete: boolean }) {
  return (
    <Page title={bug.title} heading={null}>
      <header className="bug-header">
        <Link className="bug-back not-printed" to={paths.bugList} search={lastListSearch()}>
          <IconArrowLeft size={16} aria-hidden />
          Bugs
        </Link>
        <h1 tabIndex={-1}>{bug.title}</h1>
        <div className="bug-summary">
          <OpenClosedBadge isClosed={bug.isClosed} />
          <ClassificationBadge classification={bug.classification} />
          <span className="bug-short-id">
            <span className="mono">{shortId(bug._id)}</span>
            <CopyButton text={bug._id} label="Copy the bug's id" />
          </span>
          <span className="muted">
            reported by {bug.createdBy.fullName} <TimeAgo value={bug.createdOn} />
          </span>
        </div>
      </header>
      <div className="bug-columns">
        <div className="bug-words">
          <section aria-labelledby="bug-description">
            <h2 id="bug-description">Description</h2>
            <Long label="the description" text={bug.description}>
              <PlainText text={bug.description} />
            </Long>
          </section>
          <section aria-labelledby="bug-steps">
            <h2 id="bug-steps">Steps to Reproduce</h2>
            <Long label="the steps" text={bug.stepsToReproduce}>
              <StepsToReproduce text={bug.stepsToReproduce} />
            </Long>
          </section>
        </div>
        <aside className="bug-side" aria-label="Facts">
          {hasActions(bug) && <BugActions bug={bug} canToggle={isComplete} />}
          <BugFacts bug={bug} />
        </aside>
        <div className="bug-comments">
          <CommentSection bug={bug} isComplete={isComplete} />
        </div>
      </div>
    </Page>
  )
}

function Long({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return isLong(text) ? <Collapsible label={label}>{children}</Collapsible> : children
}
