import { useBlocker } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks before unsaved roles are left behind; the browser asks by itself when the tab is closed. */
export function LeaveGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const shouldBlockFn = useCallback(() => isUnsaved, [isUnsaved])
  const { status, proceed, reset } = useBlocker({ shouldBlockFn, enableBeforeUnload: isUnsaved, withResolver: true })
  if (status !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Discard changes"
      cancel="Keep editing"
      isDanger
      onConfirm={proceed}
      onCancel={reset}
    >
      Your changes to the roles are not saved yet.
    </ConfirmDialog>
  )
}
