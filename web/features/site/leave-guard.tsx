import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'

/**
 * Asks before unsaved changes are lost: in our dialog before a navigation, in the browser's own when the tab is closed
 * or reloaded. Use it only for changes that would be lost; drafts need no question.
 */
export function LeaveGuard({
  isUnsaved,
  title,
  children,
  onDiscard,
}: {
  isUnsaved: boolean
  title: string
  /** What would be lost. */
  children: ReactNode
  onDiscard?: () => void
}) {
  const shouldBlockFn = useCallback(() => isUnsaved, [isUnsaved])
  const { status, proceed, reset } = useBlocker({ shouldBlockFn, enableBeforeUnload: isUnsaved, withResolver: true })
  if (status !== 'blocked') return null

  function leave() {
    onDiscard?.()
    proceed?.()
  }
  return (
    <ConfirmDialog
      title={title}
      confirm="Discard changes"
      cancel="Keep editing"
      isDanger
      onConfirm={leave}
      onCancel={reset}
    >
      {children}
    </ConfirmDialog>
  )
}
