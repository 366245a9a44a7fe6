import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endReporterLink, type ReporterView, setReportMail } from '#shared/reporter-links/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { reportQuery } from './report-query.ts'

/** Shows what the holder of a link decides about it: whether they are mailed, and that it ends. */
export function LinkSettings({ token, isMailed, onEnded }: { token: string; isMailed: boolean; onEnded: () => void }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { queryKey } = reportQuery(token)
  const onError = (failure: Error) => {
    if (failure instanceof CallError && failure.code === 'not-found') onEnded()
  }
  /** What was chosen and is being kept: the box shows it in the same moment, and the old one again if that fails. */
  const [chosen, setChosen] = useState<boolean>()
  const mail = useMutation({
    mutationFn: (wanted: boolean) => call(setReportMail, { params: { token }, body: { isMailed: wanted } }),
    onSuccess: (reply) => {
      client.setQueryData<ReporterView>(queryKey, (report) => report && { ...report, isMailed: reply.isMailed })
    },
    onError,
    onSettled: () => setChosen(undefined),
  })
  const ending = useMutation({
    mutationFn: () => call(endReporterLink, { params: { token } }),
    onSuccess: onEnded,
    onError,
  })
  return (
    <section className="report-link-settings" aria-labelledby="report-link">
      <h2 id="report-link">Mails and this link</h2>
      <Checkbox
        label="Mail me answers and changes of the status"
        description="To the address to which this link was sent."
        checked={chosen ?? isMailed}
        onChange={(wanted) => {
          if (chosen !== undefined) return
          setChosen(wanted)
          mail.mutate(wanted)
        }}
      />
      {mail.error && !mail.isPending && <FailureNotice title="Nothing was changed" {...explainError(mail.error)} />}
      <p className="muted">
        The link to this page is yours: whoever has it can read the report and answer in your name.
      </p>
      <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
        End this link
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="End the link to your report?"
          confirm="End the link"
          isDanger
          isPending={ending.isPending}
          notice={
            ending.error &&
            !ending.isPending && <FailureNotice title="The link was not ended" {...explainError(ending.error)} />
          }
          onConfirm={() => ending.mutate()}
          onCancel={() => setIsAsking(false)}
        >
          Nobody can open this page by it any more, you neither. The report stays with the team, who can send you a new
          link.
        </ConfirmDialog>
      )}
    </section>
  )
}
