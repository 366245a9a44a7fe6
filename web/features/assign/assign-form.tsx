import { type RefObject, useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import type { User } from '#shared/users/contract.ts'
import { StaleQuestion } from '#web/features/conflicts/public.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'
import { PersonPicker } from './person-picker.tsx'
import type { FoundUsers } from './search-users.ts'
import { useAssign } from './use-assign.ts'
import { LikelyUsers, UsersFound } from './users-found.tsx'

/** Chooses one of the people found, and assigns the bug to them. */
export function AssignForm({
  ref,
  bug,
  found,
  selected,
  version,
  onSelect,
}: {
  ref: RefObject<HTMLFormElement | null>
  bug: Bug
  /** Undefined before the first search. */
  found: FoundUsers | undefined
  selected: User | undefined
  /** Of the bug as it was shown when they were chosen. */
  version: number
  onSelect: (user: User | undefined) => void
}) {
  const { assign, isPending, stale, failure } = useAssign(bug, () => onSelect(undefined))
  const [isAskedFor, setIsAskedFor] = useState(false)

  function submit(): boolean {
    setIsAskedFor(!selected)
    if (selected && !isPending) assign(selected, version)
    return selected !== undefined
  }

  return (
    <>
      <Form ref={ref} label={messages.assign.heading} onSubmit={submit}>
        {found ? (
          <UsersFound bug={bug} found={found} selected={selected} onSelect={onSelect} />
        ) : (
          <LikelyUsers bug={bug} selected={selected} onSelect={onSelect} />
        )}
        <div className="assign-selected" data-chosen={selected !== undefined || undefined}>
          <div className="assign-selected-head">
            <h2>Selected User</h2>
            <PersonPicker onPick={onSelect} />
          </div>
          <div role="status">
            <SelectedUser user={selected} />
          </div>
          {isAskedFor && !selected && (
            <div role="alert">
              <FieldError>Choose a user first.</FieldError>
            </div>
          )}
          {failure && <FailureNotice title="The assignee is still the old one" {...explainError(failure)} />}
          <FormActions>
            <Button type="submit" loading={isPending}>
              {messages.assign.submit}
            </Button>
            <SendShortcut verb="to assign" />
          </FormActions>
        </div>
      </Form>
      <StaleQuestion stale={stale} />
    </>
  )
}

function SelectedUser({ user }: { user: User | undefined }) {
  if (!user) return <p className="muted">Nobody yet. Choose somebody from the list, or search for them.</p>
  return (
    <div className="assign-selected-user">
      <Avatar name={user.fullName} size={28} />
      <p className="assign-selected-words">
        <bdi className="assign-selected-name">{user.fullName}</bdi> <span className="mono muted">{user._id}</span>
      </p>
    </div>
  )
}
