import type { QueryClient } from '@tanstack/react-query'
import type { Bug } from '#shared/bugs/contract.ts'
import { listTimeline, undoChange } from '#shared/history/contract.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { makeBugChange } from '#web/features/bugs/public.ts'
import { sinceWords } from '#web/features/conflicts/public.ts'
import { CallError, conflictOf, saysNothing } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { forgetOwn, isFact, isolated, noteVersion, type OwnChange, ownChangeToast, rememberOwn } from './own-changes.ts'

/**
 * Takes a change back. All screens show it at once. One that is on its way to the server is waited for, because changes
 * of one bug are sent one after the other.
 * @param told what is said to be taken back, with others; undefined for this change alone
 */
export function undoOwn(client: QueryClient, change: OwnChange, told?: string): void {
  const { bugId, label, title, before } = change
  if (!forgetOwn(change)) return
  makeBugChange(
    client,
    bugId,
    {
      send: async () => {
        const { result } = await call(undoChange, { params: { bugId, entryId: (await entryOf(change))._id } })
        if (isFact(change)) noteVersion(change, result.version)
        return { ...result, comments: [] }
      },
      onDone: () => {
        const what = told ?? `${label} of ${isolated(title)}`
        toastSuccess(messages.history.undone, undefined, what, ownChangeToast)
      },
      onRefused: (error) => {
        const conflict = conflictOf(error)
        const why = conflict?.since.length ? sinceWords(conflict) : explainRefusal(error).explanation
        // It still stands, and may be taken back when the server is there again.
        if (saysNothing(error)) rememberOwn(change)
        // One of several that is refused stays in sight beside what is told of the others.
        const [what, key] = told === undefined ? [why, ownChangeToast] : [`${label}: ${why}`, undefined]
        toastFailure(messages.history.undoFailed, referenceOf(error), what, undefined, key)
      },
    },
    { shown: before as Partial<Bug>, body: undefined },
  )
}

/** Finds the entry of the timeline that tells of a change. @throws CallError not-found */
async function entryOf({ bugId, userId, isToldBy }: OwnChange): Promise<TimelineEntry> {
  const { result } = await call(listTimeline, { params: { bugId }, query: { filter: 'changes' } })
  const entry = result.findLast(
    ({ by, undoes, undoneBy, changes: told }) =>
      by?._id === userId && undoes === undefined && undoneBy === undefined && told.some(isToldBy),
  )
  if (entry) return entry
  throw new CallError({ code: 'conflict', status: 409, message: 'It was so before, or was taken back already.' })
}
