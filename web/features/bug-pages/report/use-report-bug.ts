import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reportBug } from '#shared/bugs/contract.ts'
import { type BugTexts, keepBug } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'

/** Reports a bug. The same `key` again gives the bug of the first time. */
export function useReportBug() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ texts, key }: { texts: BugTexts; key: string }) =>
      (await call(reportBug, { body: texts, headers: { 'idempotency-key': key } })).result,
    onSuccess: (bug) => keepBug(client, bug),
  })
}
