import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { useBugReference } from './use-bug-reference.ts'

/** `#` and a short id in a text: a link to the bug that it means, or just the text where it means none. */
export function BugReference({ shortId, children }: { shortId: string; children: ReactNode }) {
  const bug = useBugReference(shortId)
  if (!bug) return children
  const facts = `${bug.title} (${bug.isClosed ? 'closed' : 'open'})`
  return (
    <Link
      className="bug-reference"
      to={paths.viewBug(bug._id)}
      title={facts}
      aria-label={`#${shortId} ${facts}`}
      data-closed={bug.isClosed || undefined}
    >
      {children}
    </Link>
  )
}
