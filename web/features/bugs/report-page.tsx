import { Button, TextInput } from '@mantine/core'
import { maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { messages } from '#web/lib/messages.ts'
import { Form, FormActions } from '#web/ui/form.tsx'
import { SendShortcut } from '#web/ui/kbd.tsx'
import { Page } from '#web/ui/page.tsx'
import { ReportOutcome } from './report-outcome.tsx'
import { LimitCount, TextArea } from './text-area.tsx'
import { useReportForm } from './use-report-form.ts'
import './report-page.css'

/** Reports a new bug. */
export function ReportPage() {
  const { fields, submit, isSending, secondsToWait, reported, failure } = useReportForm()
  return (
    <Page
      title="Report a bug"
      width="text"
      description="Say what happens, what should happen instead, and how to see it."
    >
      <Form label="Report a bug" onSubmit={submit}>
        <div>
          <TextInput
            label="Title"
            description="One line that somebody with the same problem would recognise"
            autoComplete="off"
            {...fields.title}
            onChange={(event) => fields.title.onChange(event.currentTarget.value)}
          />
          <LimitCount length={fields.title.value.length} limit={maxTitleLength} />
        </div>
        <TextArea
          label="Description"
          description="What you saw, what you expected, and where: version, device, error messages"
          rows={6}
          limit={maxBodyLength}
          {...fields.description}
        />
        <TextArea
          label="Steps to Reproduce"
          description="Numbered lines become a list"
          placeholder={'1. Open …\n2. Press …'}
          rows={5}
          limit={maxBodyLength}
          {...fields.stepsToReproduce}
        />
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
