import { type Bug, reopenBug } from '#shared/bugs/contract.ts'
import { useBugChange } from '#web/features/bugs/public.ts'
import { saysNothing } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useSession } from '#web/lib/session/session.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'

/** Returns what opens a closed bug again because it still happens; undefined where it is open, repeats another one, or does not affect its reader. */
export function useReopen(bug: Bug): (() => void) | undefined {
  const { userId } = useSession()
  const { mutate } = useBugChange<undefined>(bug._id, {
    kind: 'reopen',
    send: async () =>
      (await call(reopenBug, { params: { bugId: bug._id }, query: { comments: 'none' }, body: {} })).result,
    onDone: () => toastSuccess('The bug is open again, and is triaged anew'),
    onRefused: (error) => {
      const again = saysNothing(error) ? { label: 'Try again', onClick: reopen } : undefined
      toastFailure('The bug is still closed', referenceOf(error), explainRefusal(error).explanation, again)
    },
  })
  const reopen = () =>
    mutate({ shown: { isClosed: false, status: 'Open', classification: 'unclassified' }, body: undefined })
  const isAffected = bug.createdBy._id === userId || bug.isJoined
  return bug.isClosed && bug.classification !== 'duplicate' && isAffected ? reopen : undefined
}
