import { ErrorState } from './error-state.tsx'

/** Shows why something could not be read, as `explainError` explains it, with the way to read it again. */
export function LoadError({
  title,
  explanation,
  requestId,
  onRetry,
  isRetrying,
  kept = '',
}: {
  /** 'The settings could not be loaded' */
  title: string
  explanation: string
  requestId: string | undefined
  onRetry: () => unknown
  isRetrying?: boolean
  /** A sentence about what stays as it is. */
  kept?: string
}) {
  return (
    <ErrorState title={title} onRetry={() => void onRetry()} retrying={isRetrying ?? false} requestId={requestId}>
      {explanation} {kept}
    </ErrorState>
  )
}
