import { explainError } from '#web/lib/explain-error.ts'
import { FailureNotice as Failure } from '#web/ui/notices/failure-notice.tsx'

/** Stands in a form whose sending failed: what is kept, why it failed, and the number that finds it in the log. */
export function FailureNotice({ title, failure }: { title: string; failure: unknown }) {
  return <Failure title={title} {...explainError(failure)} />
}
