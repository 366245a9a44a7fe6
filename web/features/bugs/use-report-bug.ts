import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reportBug } from '#shared/bugs/contract.ts'
import { call } from '#web/lib/call.ts'
import { keepBug } from './bug-queries.ts'

export interface ReportTexts {
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
}

/** Reports a bug. The same `key` again gives the bug of the first time. */
export function useReportBug() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ texts, key }: { texts: ReportTexts; key: string }) =>
      (await call(reportBug, { body: texts, headers: { 'idempotency-key': key } })).result,
    onSuccess: (bug) => keepBug(client, bug),
  })
}
