import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { ClassificationBadge, Labels, StatusBadge } from '#web/features/bugs/public.ts'
import { affectedWords } from '#web/features/following/public.ts'
import { paths } from '#web/lib/paths.ts'
import { Day } from '#web/ui/moment.tsx'
import { MatchedText } from './matched-text.tsx'

/** One of two reports that are compared. Its texts stand as they were typed, so that shared words can be marked. */
export function CompareSide({ name, bug, matched }: { name: string; bug: Bug; matched: readonly string[] }) {
  return (
    <article className="compare-side" aria-label={name}>
      <p className="compare-name">{name}</p>
      <h3>
        <MatchedText text={bug.title} matched={matched} />
      </h3>
      <div className="compare-facts">
        <StatusBadge status={bug.status} />
        <ClassificationBadge classification={bug.classification} />
        <a href={paths.viewBug(bug._id)} target="_blank" rel="noreferrer" className="compare-link">
          <span className="mono">{shortId(bug._id)}</span>
          <IconExternalLink size={14} aria-hidden />
          <span className="visually-hidden"> in a new tab</span>
        </a>
        <span>
          <Day value={bug.createdOn} /> by {bug.createdBy.fullName}
        </span>
        <span>{affectedWords(bug.affectedCount)}</span>
        <span>{bug.commentCount === 1 ? '1 comment' : `${bug.commentCount} comments`}</span>
        <Labels labels={bug.labels} />
      </div>
      <Words heading="Description">
        <MatchedText text={bug.description} matched={matched} />
      </Words>
      <Words heading="Steps to Reproduce">
        <MatchedText text={bug.stepsToReproduce} matched={matched} />
      </Words>
    </article>
  )
}

function Words({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <h4>{heading}</h4>
      <p className="compare-words">{children}</p>
    </>
  )
}
