import { Link } from '@tanstack/react-router'
import type { Bug } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { paths } from '#web/lib/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { FailureNotice } from './failure-notice.tsx'

/** What became of the last report. */
export function ReportOutcome({ failure, reported }: { failure: unknown; reported: Bug | undefined }) {
  if (failure) return <FailureNotice title="Your report was not sent; its texts are kept" failure={failure} />
  if (!reported) return null
  return (
    <Notice tone="success">
      Your report is <span className="mono">{shortId(reported._id)}</span>:{' '}
      <Link to={paths.viewBug(reported._id)}>{reported.title}</Link>
    </Notice>
  )
}
