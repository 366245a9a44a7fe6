import { Notice } from './notice.tsx'
import { Reference } from './reference.tsx'

/** Shows in a form that sending failed: what is kept, why it failed, and the id that finds it in the log. */
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
