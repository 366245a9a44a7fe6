import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BugLink as Linked } from '#shared/links/link.ts'
import { OpenClosedBadge } from '#web/features/bugs/public.ts'
import { paths } from '#web/lib/paths.ts'
import './bug-facts.css'

/** One line of a bug's facts. */
export function Fact({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="bug-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
      {action && <dd className="bug-fact-action not-printed">{action}</dd>}
    </div>
  )
}

/** Another bug: its state, its key and its title. */
export function BugLink({
  bug,
  isMerged = false,
  children,
}: {
  bug: Linked
  isMerged?: boolean
  /** After it. */
  children?: ReactNode
}) {
  return (
    <p className="bug-link">
      <OpenClosedBadge isClosed={bug.isClosed} />
      <span className="bug-link-title">
        <span className="mono muted">{bug.key}</span>{' '}
        <Link to={paths.viewBug(bug._id)}>
          <bdi>{bug.title}</bdi>
        </Link>
        {isMerged && <span className="muted"> · merged</span>}
      </span>
      {children}
    </p>
  )
}
