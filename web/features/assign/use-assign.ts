import { useNavigate } from '@tanstack/react-router'
import { assignBug, type Bug } from '#shared/bugs/contract.ts'
import type { User } from '#shared/users/contract.ts'
import { useBugChange } from '#web/features/bugs/public.ts'
import { sinceWords, useStaleQuestion } from '#web/features/conflicts/public.ts'
import { conflictOf } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'

/** Whom a bug is given to. */
type Assignee = Pick<User, '_id' | 'fullName'>

/**
 * Assigns a bug, and reads it again afterwards. All screens show the assignee at once and take them back when it fails.
 * When somebody else has assigned the bug since the choice was made, `stale` asks first.
 */
export function useAssign(bug: Bug, onAssigned: () => void) {
  const navigate = useNavigate()
  const { stale, ask } = useStaleQuestion()
  const { mutate, isPending, error } = useBugChange(bug._id, {
    send: async ({ user, baseVersion }: { user: Assignee; baseVersion: number }) =>
      (
        await call(assignBug, {
          params: { bugId: bug._id },
          query: { comments: 'none' },
          body: { userId: user._id, baseVersion },
        })
      ).result,
    onDone: () => {
      toastSuccess(messages.assign.success, {
        label: 'View bug',
        onClick: () => void navigate({ to: paths.viewBug(bug._id) }),
      })
      onAssigned()
    },
    onRefused: (failure, { user }) => {
      const conflict = conflictOf(failure)
      if (conflict && ask(conflict, 'Assign', (version) => assign(user, version))) return
      toastFailure(messages.assign.failed, referenceOf(failure), conflict && sinceWords(conflict))
    },
  })

  /** @param baseVersion of the bug as it was shown when this person was chosen */
  function assign(user: Assignee, baseVersion: number) {
    const assigned = {
      assignedTo: user._id,
      fullName: user.fullName,
      assignedOn: new Date().toISOString(),
      isActive: true,
    }
    mutate({ shown: { assigned }, body: { user, baseVersion } })
  }
  return { assign, isPending, stale, failure: isPending || conflictOf(error) ? null : error }
}
