import type { QueryClient } from '@tanstack/react-query'
import { type Bug, reopenBug } from '#shared/bugs/contract.ts'
import { makeBugChange } from '#web/features/bugs/public.ts'
import { saysNothing } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'

/** Opens a closed bug again because it still happens, and takes its classification away. */
export function reopen(client: QueryClient, bug: Bug): void {
  makeBugChange(
    client,
    bug._id,
    {
      send: async () =>
        (await call(reopenBug, { params: { bugId: bug._id }, query: { comments: 'none' }, body: {} })).result,
      onDone: () => toastSuccess('The bug is open again, and is triaged anew'),
      onRefused: (error) => {
        const again = saysNothing(error) ? { label: 'Try again', onClick: () => reopen(client, bug) } : undefined
        toastFailure('The bug is still closed', referenceOf(error), explainRefusal(error).explanation, again)
      },
    },
    { shown: { isClosed: false, status: 'Open', classification: 'unclassified' }, body: undefined },
  )
}
