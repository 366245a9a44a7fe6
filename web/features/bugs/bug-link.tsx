import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BugLink as Linked } from '#shared/links/link.ts'
import { paths } from '#web/lib/paths.ts'
import { OpenClosedBadge } from './badges.tsx'
import './bug-link.css'

/** Another bug: its state, its key and its title. */
export function BugLink({
  bug,
  isMerged = false,
  children,
}: {
  bug: Pick<Linked, '_id' | 'key' | 'title' | 'isClosed'>
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
