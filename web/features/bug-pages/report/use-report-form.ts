import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Bug, reportBug } from '#shared/bugs/contract.ts'
import { reportCooldownSeconds } from '#shared/bugs/words.ts'
import { bugTextErrors, type BugTextName, type BugTexts, hasEmptyText, keepBug } from '#web/features/bugs/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { dismissAllToasts, toastFailure, toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'
import { useCooldown } from './cooldown.ts'
import { useReportDraft } from './use-report-draft.ts'

/** The report form: its texts, what is wrong with them, and the way from sending to the next report. */
export function useReportForm() {
  const { texts, isRestored, key, write, replace, discard, clearSent } = useReportDraft()
  const [isChecked, setIsChecked] = useState(false)
  const [reported, setReported] = useState<Bug>()
  const cooldown = useCooldown()
  const { mutateAsync, isPending, error, reset } = useReportBug()

  const errors = bugTextErrors(texts)

  /** False when a field is wrong. */
  async function submit(): Promise<boolean> {
    if (isPending) return true
    if (cooldown.left > 0) {
      toastWarning(messages.report.cooldown)
      return true
    }
    if (Object.keys(errors).length > 0) {
      setIsChecked(true)
      if (hasEmptyText(texts)) toastWarning(messages.report.emptyFields)
      return false
    }
    try {
      const sent = key()
      setReported(await mutateAsync({ texts, key: sent }))
      clearSent(sent)
      setIsChecked(false)
      cooldown.start(reportCooldownSeconds)
      dismissAllToasts()
      toastSuccess(messages.report.success)
    } catch (failure) {
      fail(failure)
    }
    return true
  }

  function fail(failure: unknown) {
    if (failure instanceof CallError && failure.code === 'too-many-requests') {
      reset()
      cooldown.start(Math.max(1, failure.retryAfterSeconds ?? reportCooldownSeconds))
      toastWarning(messages.report.cooldown)
    } else toastFailure(messages.report.failed, referenceOf(failure))
  }

  const field = (name: BugTextName) => ({
    value: texts[name],
    error: isChecked && errors[name],
    onChange: (text: string) => write(name, text),
  })
  return {
    texts,
    replace,
    fields: { title: field('title'), description: field('description'), stepsToReproduce: field('stepsToReproduce') },
    isRestored: isRestored && !isPending && !error,
    discard: () => {
      discard()
      setIsChecked(false)
    },
    submit,
    isSending: isPending,
    secondsToWait: cooldown.left,
    reported,
    failure: isPending ? null : error,
  }
}

/** Reports a bug. The same `key` again gives the bug of the first time. */
function useReportBug() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ texts, key }: { texts: BugTexts; key: string }) =>
      (await call(reportBug, { body: texts, headers: { 'idempotency-key': key } })).result,
    onSuccess: (bug) => keepBug(client, bug),
  })
}
