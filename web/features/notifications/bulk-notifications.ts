import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listBulkNotifications, seeBulkNotifications } from '#shared/following/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { toastFailure } from '#web/ui/notices/toast.ts'
import { notificationsQuery } from './notification-queries.ts'

/** The bugs on one page of a list of what a bulk change has changed. */
export const bulkPageSize = 50

/** Reads the bugs behind one notification: those that a bulk change has changed last, latest first. */
export function bulkNotificationsQuery(bulkId: string, pageNumber: number) {
  const query = { pageNumber: String(pageNumber), pageSize: String(bulkPageSize) }
  return queryOptions({
    // Below that of all notifications: they are read again together.
    queryKey: [...notificationsQuery.queryKey, 'bulk', bulkId, pageNumber],
    queryFn: ({ signal }) => call(listBulkNotifications, { params: { bulkId }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Marks what a bulk change has done as done. @param onSeen is called then, before it is gone */
export function useSeeBulk(bulkId: string, onSeen: () => void) {
  const client = useQueryClient()
  return useMutation({
    onMutate: () => client.cancelQueries({ queryKey: [...notificationsQuery.queryKey, 'bulk', bulkId] }),
    mutationFn: () => call(seeBulkNotifications, { params: { bulkId } }),
    onSuccess: async () => {
      onSeen()
      await client.invalidateQueries({ queryKey: notificationsQuery.queryKey, exact: true })
    },
    onError: (error) => toastFailure(explainError(error).explanation, referenceOf(error)),
  })
}
