import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { BugTextFields } from '#web/features/bugs/public.ts'
import { SimilarBugs } from '#web/features/similar/public.ts'
import { messages } from '#web/lib/messages.ts'
import { useSession } from '#web/lib/session/session.ts'
import { DraftRestored } from '#web/ui/notices/draft-restored.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import { ReportOutcome } from './report-outcome.tsx'
import { useReportForm } from './use-report-form.ts'
import './report-page.css'

/** Reports a new bug. Beside the form stand bugs that may be about the same, for those who may see bugs. */
export function ReportPage() {
  const form = useReportForm()
  const { texts, replace, fields, isRestored, discard, submit, isSending, secondsToWait, reported, failure } = form
  const seesBugs = useSession().has('canViewData')
  const [similarCount, setSimilarCount] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  // The button now counts down, which is nothing to be read out; where the new bug is, is.
  useEffect(() => {
    if (reported && document.activeElement === button.current) outcome.current?.focus()
  }, [reported])
  return (
    <Page
      title="Report a bug"
      width={seesBugs ? 'wide' : 'text'}
      description="Say what happens, what should happen instead, and how to see it."
    >
      <div className={seesBugs ? 'report-columns' : undefined}>
        <Form label="Report a bug" onSubmit={submit}>
          <DraftRestored isShown={isRestored} onDiscard={discard} />
          <BugTextFields
            fields={fields}
            readOnly={isSending}
            underTitle={seesBugs && <WayToSimilar count={similarCount} />}
          />
          <ReportOutcome ref={outcome} failure={failure} reported={reported} />
          <FormActions>
            {/* Not disabled while it counts: pressing it then says why nothing happens. */}
            <Button
              ref={button}
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
        {seesBugs && (
          <aside className="report-similar" aria-label="Before you report">
            <SimilarBugs texts={texts} onDiscard={discard} onBringBack={replace} onCount={setSimilarCount} />
          </aside>
        )}
      </div>
    </Page>
  )
}

/** Where the similar bugs stand far below the title, a line under it tells of them. Its room is kept, so that nothing moves. */
function WayToSimilar({ count }: { count: number }) {
  const go = () => document.getElementById('similar-bugs-heading')?.focus()
  return (
    <p className="report-way-to-similar">
      {count > 0 && (
        <QuietButton onClick={go}>{count === 1 ? '1 similar bug' : `${count} similar bugs`} below</QuietButton>
      )}
    </p>
  )
}
