import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { paths } from '#web/lib/paths.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import { undoLastMerge } from './undo-last-merge.ts'
import './merged-banner.css'

/** Stands above a bug that was merged, and leads to where it goes on. */
export function MergedBanner({ bug }: { bug: Bug }) {
  const client = useQueryClient()
  const [isUndoing, setIsUndoing] = useState(false)
  if (!bug.isMerged || !bug.duplicateOf) return null

  async function undo() {
    if (isUndoing) return
    setIsUndoing(true)
    await undoLastMerge(client, bug._id)
    setIsUndoing(false)
  }

  return (
    <div className="merged-banner">
      <Notice>
        <div className="merged-banner-words">
          <p>
            Merged into{' '}
            <Link to={paths.viewBug(bug.duplicateOf._id)}>
              <bdi>{bug.duplicateOf.title}</bdi>
            </Link>
            , where it goes on.
          </p>
          {bug.abilities.merge && (
            <QuietButton isOff={isUndoing} onClick={() => void undo()}>
              Undo the merge
            </QuietButton>
          )}
        </div>
      </Notice>
    </div>
  )
}
