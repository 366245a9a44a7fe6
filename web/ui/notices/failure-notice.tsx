import { Notice } from './notice.tsx'
import { Reference } from './reference.tsx'

/** Stands in a form whose sending failed: what is kept, why it failed, and the number that finds it in the log. */
export function FailureNotice({
  title,
  explanation,
  requestId,
}: {
  title: string
  explanation: string
  requestId: string | undefined
}) {
  return (
    <Notice tone="error" title={title}>
      {explanation}
      {requestId && <Reference id={requestId} />}
    </Notice>
  )
}
