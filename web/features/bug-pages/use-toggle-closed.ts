import { type Bug, closeBug } from '#shared/bugs/contract.ts'
import { type BugChange, type PendingChange, useBugChange } from '#web/features/bugs/public.ts'
import { sinceWords, useStaleQuestion } from '#web/features/conflicts/public.ts'
import { conflictOf } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'

interface Closing {
  readonly closed: boolean
  readonly baseVersion: number
}

/**
 * Closes an open bug and opens a closed one. All screens show the change at once and take it back when it fails. When
 * somebody else has closed or opened the bug since it was shown, `stale` asks first, and by `ask` what else would change it.
 */
export function useToggleClosed(bug: Bug) {
  const { stale, ask } = useStaleQuestion()
  const { mutate, isPending } = useBugChange(
    bug._id,
    closingOf(bug._id, ask, (again) => mutate(again)),
  )
  return { toggle: () => mutate(closingTo(!bug.isClosed, bug.version)), isPending, stale, ask }
}

function closingTo(closed: boolean, baseVersion: number): PendingChange<Closing> {
  return { shown: { isClosed: closed, status: closed ? 'Closed' : 'Open' }, body: { closed, baseVersion } }
}

/** @param again makes the change all the same, after the question */
function closingOf(
  bugId: string,
  ask: ReturnType<typeof useStaleQuestion>['ask'],
  again: (change: PendingChange<Closing>) => void,
): BugChange<Closing> {
  return {
    send: async (body) => (await call(closeBug, { params: { bugId }, query: { comments: 'none' }, body })).result,
    onDone: ({ isClosed }) => toastSuccess(isClosed ? messages.bugView.closed : messages.bugView.opened),
    onRefused: (error, { closed }) => {
      const conflict = conflictOf(error)
      if (conflict && ask(conflict, closed ? 'Close' : 'Open', (version) => again(closingTo(closed, version)))) return
      const why = conflict ? sinceWords(conflict) : explainError(error).explanation
      toastFailure(messages.bugView.toggleFailed, referenceOf(error), why)
    },
  }
}
