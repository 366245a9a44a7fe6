import type { QueryClient } from '@tanstack/react-query'
import { undoBulk } from '#shared/bulk/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { toastFailure } from '#web/ui/notices/toast.ts'
import { forgetMany } from '../facts/own-changes.ts'
import { bulksQuery, keepBulk } from './bulk-queries.ts'
import { beginShowing, dismiss } from './shown-bulks.ts'

/** Takes a bulk change back, and shows how that goes on. A refusal is told. */
export async function takeBack(client: QueryClient, bulkId: string): Promise<void> {
  try {
    const { result } = await call(undoBulk, { params: { bulkId } })
    keepBulk(client, result)
    beginShowing(result._id)
    dismiss(bulkId)
    forgetMany(bulkId)
    client.setQueryData(bulksQuery.queryKey, (known = []) =>
      known.map((one) => (one._id === bulkId ? { ...one, undoneBy: result._id, abilities: { undo: false } } : one)),
    )
  } catch (error) {
    toastFailure('The bulk change was not taken back', referenceOf(error), explainError(error).explanation)
  }
}
