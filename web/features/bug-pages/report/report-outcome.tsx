import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { paths } from '#web/lib/paths.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { FailureNotice } from '../failure-notice.tsx'

/** What became of the last report; where it got there, `ref` can take the focus. */
export function ReportOutcome({
  ref,
  failure,
  reported,
}: {
  ref: Ref<HTMLDivElement>
  failure: unknown
  reported: Bug | undefined
}) {
  if (failure) return <FailureNotice title="Your report was not sent; its texts are kept" failure={failure} />
  if (!reported) return null
  return (
    <div ref={ref} role="group" aria-label="The last report" tabIndex={-1}>
      <Notice tone="success">
        Your report is <span className="mono">{reported.key}</span>:{' '}
        <Link to={paths.viewBug(reported._id)}>{reported.title}</Link>
      </Notice>
    </div>
  )
}
