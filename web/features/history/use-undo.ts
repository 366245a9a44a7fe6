import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Conflict } from '#shared/history/conflict.ts'
import { undoChange } from '#shared/history/contract.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { bugKeys, keepBug } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { CallError } from '#web/lib/call-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'

/** Takes a change back. `conflict` says what stands against it. */
export function useUndo(bugId: string, entry: TimelineEntry, onDone: () => void) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => (await call(undoChange, { params: { bugId, entryId: entry._id } })).result,
    onSuccess: (bug) => {
      // The timeline's comments come with the timeline.
      keepBug(client, { ...bug, comments: [] })
      // The other bugs that it linked tell of it too.
      for (const _id of entry.changes.flatMap(({ from, to }) => [from?._id, to?._id])) {
        if (_id === undefined || _id === bugId) continue
        for (const queryKey of [bugKeys.view(_id), bugKeys.history(_id)]) void client.invalidateQueries({ queryKey })
      }
      toastSuccess(messages.history.undone)
      onDone()
    },
    onError: (error) => {
      // Whatever stands against it should be on the page too.
      void client.invalidateQueries({ queryKey: bugKeys.view(bugId) })
      void client.invalidateQueries({ queryKey: bugKeys.history(bugId) })
      toastFailure(messages.history.undoFailed, referenceOf(error))
    },
  })
  const failure = isPending ? null : error
  return { undo: () => mutate(), isPending, failure, conflict: conflictOf(failure) }
}

function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof CallError) || error.code !== 'conflict') return undefined
  return (error.body as { conflict?: Conflict } | undefined)?.conflict
}
