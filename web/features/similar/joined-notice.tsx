import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { affectedWords } from '#web/features/following/public.ts'
import { paths } from '#web/lib/paths.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'

/** What became of a report that was given up for a bug that is known already. It takes the focus from what is gone. */
export function JoinedNotice({
  bug,
  asked,
  onBringBack,
}: {
  /** The bug that was joined. */
  bug: Bug
  /** The bug that was to be joined: a duplicate leads to its original. */
  asked: string
  /** Gives the texts of the report back; undefined once they are. */
  onBringBack: (() => void) | undefined
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="joined-notice">
      <Notice tone="success" title={asked === bug._id ? 'You joined this bug' : 'You joined the original'}>
        <p>
          <Link to={paths.viewBug(bug._id)}>{bug.title}</Link> {affectedWords(bug.affectedCount)} now. You follow it and
          will see its news.
        </p>
        {onBringBack && (
          <p>
            Your text was put aside. <QuietButton onClick={onBringBack}>Bring it back</QuietButton>
          </p>
        )}
      </Notice>
    </div>
  )
}
