import { IconExternalLink } from '@tabler/icons-react'
import { useRef } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { BugLabels, BugOrigin, ClassificationBadge, FieldBadges, StatusBadge } from '#web/features/bugs/public.ts'
import { affectedWords } from '#web/features/following/public.ts'
import { MarkdownText } from '#web/features/texts/public.ts'
import { paths } from '#web/lib/paths.ts'
import { Day } from '#web/ui/text/timestamp.tsx'
import { MatchedText } from './matched-text.tsx'
import { useHighlights } from './use-highlights.ts'

/** Shows one of two compared reports, with their common words marked. */
export function CompareSide({ name, bug, matched }: { name: string; bug: Bug; matched: readonly string[] }) {
  const words = useRef<HTMLDivElement>(null)
  useHighlights(words, matched)
  return (
    <article className="compare-side" aria-label={name}>
      <p className="compare-name">{name}</p>
      <h3>
        <bdi>
          <MatchedText text={bug.title} matched={matched} />
        </bdi>
      </h3>
      <div className="compare-facts">
        <StatusBadge status={bug.status} />
        <ClassificationBadge classification={bug.classification} />
        <FieldBadges bug={bug} />
        <a href={paths.viewBug(bug._id)} target="_blank" rel="noreferrer" className="compare-link">
          <span className="mono">{bug.key}</span>
          <IconExternalLink size={14} aria-hidden />
          <span className="visually-hidden"> in a new tab</span>
        </a>
        <span>
          <Day value={bug.createdOn} /> by <bdi>{bug.createdBy.fullName}</bdi>
        </span>
        <span>{affectedWords(bug.affectedCount)}</span>
        <span>{bug.commentCount === 1 ? '1 comment' : `${bug.commentCount} comments`}</span>
        <BugOrigin bug={bug} />
        <BugLabels labels={bug.labels} />
      </div>
      <div ref={words} className="compare-words">
        <h4>Description</h4>
        <MarkdownText text={bug.description} mentions={bug.mentions} />
        {bug.stepsToReproduce.trim() !== '' && (
          <>
            <h4>Steps to Reproduce</h4>
            <MarkdownText text={bug.stepsToReproduce} mentions={bug.mentions} asSteps />
          </>
        )}
      </div>
    </article>
  )
}
