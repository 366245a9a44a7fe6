import { IconUserCheck } from '@tabler/icons-react'
import type { Bug } from '#shared/bugs/contract.ts'
import { StaleQuestion } from '#web/features/conflicts/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { useSession } from '#web/lib/session/session.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useAssign } from './use-assign.ts'

/** Assigns the bug to whoever looks at it, as if they had searched for themselves. */
export function AssignToMe({ bug, onAssigned }: { bug: Bug; onAssigned: () => void }) {
  const { userId, name } = useSession()
  const { assign, isPending, stale, failure } = useAssign(bug, onAssigned)
  const isMine = userId !== undefined && bug.assigned?.assignedTo === userId

  function assignToMe() {
    if (userId !== undefined && !isMine && !isPending) assign({ _id: userId, fullName: name }, bug.version)
  }

  useActions([
    {
      id: 'bug.assign-to-me',
      label: messages.assign.toMe,
      group: 'This bug',
      keys: 'i',
      isEnabled: !isMine,
      run: assignToMe,
    },
  ])
  return (
    <>
      <Button
        size="xs"
        variant="default"
        icon={<IconUserCheck size={16} aria-hidden />}
        // Not `disabled`: the button that has just been pressed keeps the focus.
        aria-disabled={isMine || isPending || undefined}
        onClick={assignToMe}
      >
        {isMine ? messages.assign.isMine : messages.assign.toMe}
      </Button>
      {failure && <FailureNotice title="The assignee is still the old one" {...explainError(failure)} />}
      <StaleQuestion stale={stale} />
    </>
  )
}
