import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Reference } from '#web/ui/notices/reference.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import './error-state.css'

/**
 * Shows why a place could not be shown: what happened, what is kept, what to do, and the id that finds it in the log.
 */
export function ErrorState({
  title,
  children,
  onRetry,
  retrying = false,
  requestId,
  action,
}: {
  title: ReactNode
  children?: ReactNode
  onRetry?: (() => void) | undefined
  retrying?: boolean
  requestId?: string | undefined
  action?: ReactNode
}) {
  return (
    <div className="error-state" role="alert">
      <IconAlertTriangle size={20} aria-hidden className="error-state-icon" />
      <div className="error-state-words">
        <p className="error-state-title">{title}</p>
        {children && <div className="muted">{children}</div>}
        {(onRetry || action) && (
          <div className="error-state-actions">
            {onRetry && (
              <Button
                size="xs"
                variant="default"
                icon={<IconRefresh size={16} aria-hidden />}
                loading={retrying}
                onClick={onRetry}
              >
                Try again
              </Button>
            )}
            {action}
          </div>
        )}
        {requestId && <Reference id={requestId} />}
      </div>
    </div>
  )
}
