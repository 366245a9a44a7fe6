import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BugNotification, setBugLevel } from '#shared/following/contract.ts'
import type { NewsLevel } from '#shared/following/level.ts'
import { keepBug } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { levelWords } from '#web/lib/level-words.ts'
import { notificationsQuery } from './notification-queries.ts'

/** Sets how much its reader hears of a bug, and says so. */
export function useBugLevel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ bug, level }: { bug: Pick<BugNotification['bug'], '_id' | 'title'>; level: NewsLevel }) =>
      (await call(setBugLevel, { params: { bugId: bug._id }, body: { level } })).result,
    onSuccess: (bug, { level }) => {
      keepBug(client, { ...bug, comments: [] })
      toastSuccess(levelWords[level].chosen, undefined, `“${bug.title}”`, `level ${bug._id}`)
      void client.invalidateQueries({ queryKey: ['bug-level', bug._id] })
      return client.invalidateQueries({ queryKey: notificationsQuery.queryKey })
    },
    onError: (error) => toastFailure(explainError(error).explanation, referenceOf(error)),
  })
}
