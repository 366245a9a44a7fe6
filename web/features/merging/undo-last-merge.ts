import type { QueryClient } from '@tanstack/react-query'
import { listTimeline, undoChange } from '#shared/history/contract.ts'
import { bugKeys, bugQuery, keepBug } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { toastError, toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'

/** Changes among which the merge is looked for. */
const howFarBack = '30'

/** Takes back the merge of a bug that still holds, and tells how that went. */
export async function undoLastMerge(client: QueryClient, bugId: string): Promise<void> {
  try {
    const query = { filter: 'changes', limit: howFarBack } as const
    const { result } = await call(listTimeline, { params: { bugId }, query })
    const merge = result.findLast(({ kind, undoes, undoneBy }) => kind === 'merged' && !undoes && !undoneBy)
    if (!merge) return toastError(messages.history.undoFailed, undefined, 'The timeline may know more.')
    const original = client.getQueryData(bugQuery(bugId).queryKey)?.duplicateOf?._id
    const { result: bug } = await call(undoChange, { params: { bugId, entryId: merge._id } })
    keepBug(client, { ...bug, comments: [] })
    for (const id of [bugId, ...(original === undefined ? [] : [original])]) {
      void client.invalidateQueries({ queryKey: bugKeys.view(id) })
      void client.invalidateQueries({ queryKey: bugKeys.history(id) })
    }
    toastSuccess(messages.history.undone)
  } catch (error) {
    toastFailure(messages.history.undoFailed, referenceOf(error), explainRefusal(error).explanation)
  }
}
