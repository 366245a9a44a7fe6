import { useState } from 'react'
import type { User } from '#shared/users/contract.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { OpenAssignments } from './open-assignments.tsx'
import { useActivation } from './use-activation.ts'
import './activation-section.css'

/** Shows whether a person can log in, and the button to change that. */
export function ActivationSection({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false)
  if (!user.abilities.edit) return null
  const isActive = !user.isDeactivated
  return (
    <section className="surface activation" aria-labelledby="activation-heading">
      <div className="activation-words">
        <h2 id="activation-heading">{isActive ? 'Deactivate this account' : 'This account is deactivated'}</h2>
        <p className="muted">
          {isActive
            ? 'Nobody is deleted here: whoever leaves is deactivated, and what they wrote stays under their name.'
            : 'Its owner can’t log in. Everything they wrote is still there, and so are their roles.'}
        </p>
        <OpenAssignments user={user} />
      </div>
      <Button variant="default" className={isActive ? 'activation-danger' : ''} onClick={() => setIsAsking(true)}>
        {isActive ? 'Deactivate' : 'Reactivate'}
      </Button>
      {isAsking && <Question user={user} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

function Question({ user, onClose }: { user: User; onClose: () => void }) {
  const isMe = useSession().userId === user._id
  // The question must not change when the write has succeeded.
  const [isActive] = useState(!user.isDeactivated)
  const { setActive, isPending, failure } = useActivation(user, onClose)
  return (
    <ConfirmDialog
      title={`${isActive ? 'Deactivate' : 'Reactivate'} ${user.fullName}?`}
      confirm={isActive ? 'Deactivate' : 'Reactivate'}
      isDanger={isActive}
      isPending={isPending}
      notice={
        failure && (
          <FailureNotice
            title={isActive ? 'The account is still active' : 'The account is still deactivated'}
            {...explainRefusal(failure)}
          />
        )
      }
      onConfirm={() => setActive(!isActive)}
      onCancel={onClose}
    >
      {isActive && <OpenAssignments user={user} />}
      {isActive
        ? `${isMe ? 'This is your own account: you are' : 'They are'} logged out everywhere at once and can’t log in again until somebody reactivates the account.`
        : 'They can log in again, with the password and the roles they had.'}
    </ConfirmDialog>
  )
}
