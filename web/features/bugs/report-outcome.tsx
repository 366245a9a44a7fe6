import { Link } from '@tanstack/react-router'
import type { Bug } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** What became of the last report. */
export function ReportOutcome({ failure, reported }: { failure: unknown; reported: Bug | undefined }) {
  if (failure) {
    const { explanation, requestId } = explainError(failure)
    return (
      <Notice tone="error" title="Your report was not sent; its texts are kept">
        {explanation}
        {requestId && (
          <p className="muted">
            Request <span className="mono">{requestId}</span>{' '}
            <CopyButton text={requestId} label="Copy the request id" />
          </p>
        )}
      </Notice>
    )
  }
  if (!reported) return null
  return (
    <Notice tone="success">
      Your report is <span className="mono">{shortId(reported._id)}</span>:{' '}
      <Link to={paths.viewBug(reported._id)}>{reported.title}</Link>
    </Notice>
  )
}
