import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { affectedWords } from '#web/features/following/public.ts'
import { paths } from '#web/lib/paths.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'

/** Shows the result for a report that was replaced by joining a known bug. It takes the focus of the removed form. */
export function JoinedNotice({
  bug,
  asked,
  onBringBack,
}: {
  /** The bug that was joined. */
  bug: Bug
  /** The bug that was to be joined; for a duplicate its original was joined. */
  asked: string
  /** Restores the texts of the report; undefined once they are. */
  onBringBack: (() => void) | undefined
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="joined-notice">
      <Notice tone="success" title={asked === bug._id ? 'You joined this bug' : 'You joined the original'}>
        <p>
          <Link to={paths.viewBug(bug._id)}>
            <bdi>{bug.title}</bdi>
          </Link>{' '}
          {affectedWords(bug.affectedCount)} now. You follow it and get its notifications.
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
