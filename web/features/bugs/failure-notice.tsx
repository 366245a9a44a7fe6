import { explainError } from '#web/lib/explain-error.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Stands in a form whose sending failed: what is kept, why it failed, and the number that finds it in the log. */
export function FailureNotice({ title, failure }: { title: string; failure: unknown }) {
  const { explanation, requestId } = explainError(failure)
  return (
    <Notice tone="error" title={title}>
      {explanation}
      {requestId && (
        <p className="muted">
          Request <span className="mono">{requestId}</span> <CopyButton text={requestId} label="Copy the request id" />
        </p>
      )}
    </Notice>
  )
}
