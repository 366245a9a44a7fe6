import { Button } from '@mantine/core'
import { messages } from '#web/lib/messages.ts'
import { DraftRestored } from '#web/ui/draft-restored.tsx'
import { Form, FormActions } from '#web/ui/form.tsx'
import { SendShortcut } from '#web/ui/kbd.tsx'
import { Page } from '#web/ui/page.tsx'
import { BugTextFields } from './bug-text-fields.tsx'
import { ReportOutcome } from './report-outcome.tsx'
import { useReportForm } from './use-report-form.ts'
import './report-page.css'

/** Reports a new bug. */
export function ReportPage() {
  const { fields, isRestored, discard, submit, isSending, secondsToWait, reported, failure } = useReportForm()
  return (
    <Page
      title="Report a bug"
      width="text"
      description="Say what happens, what should happen instead, and how to see it."
    >
      <Form label="Report a bug" onSubmit={submit}>
        <DraftRestored isShown={isRestored} onDiscard={discard} />
        <BugTextFields fields={fields} readOnly={isSending} />
        <ReportOutcome failure={failure} reported={reported} />
        <FormActions>
          {/* Not disabled while it counts: pressing it then says why nothing happens. */}
          <Button
            type="submit"
            className="report-button"
            loading={isSending}
            data-waiting={secondsToWait > 0 || undefined}
          >
            {secondsToWait > 0 ? messages.report.wait(secondsToWait) : 'Report'}
          </Button>
          <SendShortcut verb="to report" />
        </FormActions>
      </Form>
    </Page>
  )
}
