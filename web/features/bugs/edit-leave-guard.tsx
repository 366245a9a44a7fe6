import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useId, useLayoutEffect, useRef } from 'react'
import { useSession } from '#web/lib/session.ts'
import './edit-leave-guard.css'

/**
 * Asks before changes are left behind: in a dialog of ours on the way to another screen, in the browser's own when the
 * tab is closed or reloaded. Whoever was logged out is not asked: the way to the login must be free, and what they wrote
 * is there again after it.
 */
export function EditLeaveGuard({ isChanged, onDiscard }: { isChanged: boolean; onDiscard: () => void }) {
  const isAsked = useSession().state === 'in' && isChanged
  const shouldBlockFn = useCallback(() => isAsked, [isAsked])
  const { status, proceed, reset } = useBlocker({ shouldBlockFn, enableBeforeUnload: isChanged, withResolver: true })
  if (status !== 'blocked') return null

  function leave() {
    onDiscard()
    proceed?.()
  }
  return <LeaveQuestion onStay={reset} onLeave={leave} />
}

/** The browser's own modal dialog: it holds the focus, gives it back, and closes on Escape. */
function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  // Before the element leaves the page: only an element that is still there gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} className="leave-question" aria-labelledby={title} onCancel={onStay}>
      <h2 id={title}>Leave without updating?</h2>
      <p>Your changes to this bug are not saved yet.</p>
      <div className="leave-question-actions">
        <Button onClick={onStay}>Keep editing</Button>
        <Button variant="default" onClick={onLeave}>
          Discard changes
        </Button>
      </div>
    </dialog>
  )
}
