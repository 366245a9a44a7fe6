import { useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { maxBodyLength, maxTitleLength, reportCooldownSeconds } from '#shared/bugs/words.ts'
import { CallError } from '#web/lib/call-error.ts'
import { messages } from '#web/lib/messages.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toast.ts'
import { useCooldown } from './cooldown.ts'
import { textError } from './field-errors.ts'
import { useDraft } from './use-draft.ts'
import { useReportBug } from './use-report-bug.ts'

/** The report form: its texts, what is wrong with them, and the way from sending to the next report. */
export function useReportForm() {
  const [title, setTitle] = useDraft('report title')
  const [description, setDescription] = useDraft('report description')
  const [stepsToReproduce, setStepsToReproduce] = useDraft('report steps')
  const [isChecked, setIsChecked] = useState(false)
  const [reported, setReported] = useState<Bug>()
  const cooldown = useCooldown()
  const { mutateAsync, isPending, error, reset } = useReportBug()

  const texts = { title, description, stepsToReproduce }
  const errors = {
    title: textError(title, maxTitleLength, 'Title'),
    description: textError(description, maxBodyLength, 'Description'),
    stepsToReproduce: textError(stepsToReproduce, maxBodyLength, 'Steps to Reproduce'),
  }

  function clear() {
    setTitle('')
    setDescription('')
    setStepsToReproduce('')
    setIsChecked(false)
  }

  /** False when a field is wrong. */
  async function submit(): Promise<boolean> {
    if (isPending) return true
    if (cooldown.left > 0) {
      toastWarning(messages.report.cooldown)
      return true
    }
    if (Object.values(errors).some((problem) => problem !== undefined)) {
      setIsChecked(true)
      if (Object.values(texts).some((text) => text.trim() === '')) toastWarning(messages.report.emptyFields)
      return false
    }
    try {
      setReported(await mutateAsync(texts))
      clear()
      cooldown.start(reportCooldownSeconds)
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
    } else toastError(messages.report.failed)
  }

  return {
    fields: {
      title: { value: title, onChange: setTitle, error: isChecked && errors.title },
      description: { value: description, onChange: setDescription, error: isChecked && errors.description },
      stepsToReproduce: {
        value: stepsToReproduce,
        onChange: setStepsToReproduce,
        error: isChecked && errors.stepsToReproduce,
      },
    },
    submit,
    isSending: isPending,
    secondsToWait: cooldown.left,
    reported,
    failure: isPending ? null : error,
  }
}
