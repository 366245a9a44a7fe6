import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { useSession } from '#web/lib/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/**
 * Asks before unsaved changes are left behind: in a dialog of ours on the way to another screen, in the browser's own
 * when the tab is closed or reloaded.
 */
export function LeaveGuard({
  isUnsaved,
  title,
  children,
  isKeptOverLogin = false,
  onDiscard,
}: {
  isUnsaved: boolean
  title: string
  /** What would be lost. */
  children: ReactNode
  /**
   * What was written is there again after the next login. Whoever was logged out is not asked then: the way to the
   * login must be free.
   */
  isKeptOverLogin?: boolean
  onDiscard?: () => void
}) {
  const isLoggedIn = useSession().state === 'in'
  const isAsked = isUnsaved && (isLoggedIn || !isKeptOverLogin)
  const shouldBlockFn = useCallback(() => isAsked, [isAsked])
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
