import { type Bug, closeBug } from '#shared/bugs/contract.ts'
import { sinceWords, useStaleQuestion } from '#web/features/conflicts/public.ts'
import { conflictOf } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { toastFailure, toastSuccess } from '#web/ui/toast.ts'
import { useBugChange } from './pending-changes.ts'

/**
 * Closes an open bug and opens a closed one. All screens show the change at once and take it back when it fails. When
 * somebody else has closed or opened the bug since it was shown, `stale` asks first.
 */
export function useToggleClosed(bug: Bug) {
  const { stale, ask } = useStaleQuestion()
  const { mutate, isPending } = useBugChange(bug._id, {
    send: async (body: { closed: boolean; baseVersion: number }) =>
      (await call(closeBug, { params: { bugId: bug._id }, query: { comments: 'none' }, body })).result,
    onDone: ({ isClosed }) => toastSuccess(isClosed ? messages.bugView.closed : messages.bugView.opened),
    onRefused: (error, { closed }) => {
      const conflict = conflictOf(error)
      if (conflict && ask(conflict, closed ? 'Close' : 'Open', (version) => set(closed, version))) return
      const why = conflict ? sinceWords(conflict) : explainError(error).explanation
      toastFailure(messages.bugView.toggleFailed, referenceOf(error), why)
    },
  })

  function set(closed: boolean, baseVersion: number) {
    mutate({ shown: { isClosed: closed, status: closed ? 'Closed' : 'Open' }, body: { closed, baseVersion } })
  }
  return { toggle: () => set(!bug.isClosed, bug.version), isPending, stale }
}
