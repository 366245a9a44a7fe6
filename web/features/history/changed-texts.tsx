import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { fieldName } from '#shared/history/entry-words.ts'
import { changeQuery } from './timeline-queries.ts'
import { WholeTexts } from './difference/whole-texts.tsx'
import './difference/difference.css'

const TextDifference = lazyPart(async () => {
  const { TextDifference } = await import('./difference/text-difference-view.tsx')
  return TextDifference
})

/** The long texts of a change, before and after; they are read when somebody wants to see them. */
export function ChangedTexts({ bugId, entry }: { bugId: string; entry: TimelineEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div className="changed-texts">
      <button
        type="button"
        className="changed-texts-toggle not-printed"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight size={14} aria-hidden />
        {isOpen ? 'Hide what changed' : 'Show what changed'}
      </button>
      {isOpen && (
        <div id={id}>
          <Texts bugId={bugId} entry={entry} />
        </div>
      )}
    </div>
  )
}

function Texts({ bugId, entry }: { bugId: string; entry: TimelineEntry }) {
  const isApart = entry.changes.some((change) => change.isApart)
  const {
    data = entry,
    error,
    isFetching,
    isPending,
    refetch,
  } = useQuery({
    ...changeQuery(bugId, entry._id),
    enabled: isApart,
  })
  if (isApart && isPending) return <DifferenceSkeleton />
  if (isApart && error) {
    return (
      <p role="alert" className="changed-texts-failure">
        {explainError(error).explanation}{' '}
        <Button size="compact" variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  const texts = data.changes.filter(({ field, from, to }) => field !== 'title' && (from ?? to))
  if (texts.length === 0) return <p className="muted">These words were deleted.</p>
  return texts.map(({ field, from, to }) => {
    const shown = {
      label: fieldName(field),
      isNamed: texts.length > 1,
      from: from?.text ?? '',
      to: to?.text ?? '',
    }
    return <TextDifference key={field} plain={<WholeTexts {...shown} />} coming={<DifferenceSkeleton />} part={shown} />
  })
}

function DifferenceSkeleton() {
  return (
    <Loading label="Loading what changed">
      <div className="difference">
        <Skeleton height="66px" />
      </div>
    </Loading>
  )
}
