import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { useBugReference } from './use-bug-reference.ts'

/** Shows a short id or a key: a link to the bug, or just the text where there is no such bug. */
export function BugReference({ named, children }: { named: string; children: ReactNode }) {
  const bug = useBugReference(named)
  if (!bug) return children
  const facts = `${bug.title} (${bug.isClosed ? 'closed' : 'open'})`
  return (
    <Link
      className="bug-reference"
      to={paths.viewBug(bug._id)}
      title={facts}
      aria-label={`${named.includes('-') ? '' : '#'}${named} ${facts}`}
      data-closed={bug.isClosed || undefined}
    >
      {children}
    </Link>
  )
}
