import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reportBug } from '#shared/bugs/contract.ts'
import { call } from '#web/lib/call.ts'
import { keepBug } from './bug-queries.ts'
import { idempotencyKeys } from './idempotency-key.ts'

export interface ReportTexts {
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
}

/** Reports a bug; sending the same texts again after a failure can't report it twice. */
export function useReportBug() {
  const client = useQueryClient()
  const [keys, setKeys] = useState(() => ({ keyOf: idempotencyKeys() }))

  return useMutation({
    mutationFn: async (texts: ReportTexts) => {
      const headers = { 'idempotency-key': keys.keyOf({ ...texts }) }
      return (await call(reportBug, { body: texts, headers })).result
    },
    onSuccess: (bug) => {
      setKeys({ keyOf: idempotencyKeys() })
      keepBug(client, bug)
    },
  })
}
