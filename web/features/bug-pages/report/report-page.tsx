import { useEffect, useRef, useState } from 'react'
import { BugTextFields } from '#web/features/bugs/public.ts'
import { SimilarBugs } from '#web/features/similar/public.ts'
import { messages } from '#web/lib/messages.ts'
import { useSession } from '#web/lib/session/session.ts'
import { DraftRestored } from '#web/ui/notices/draft-restored.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ReportOutcome } from './report-outcome.tsx'
import { useReportForm } from './use-report-form.ts'
import './report-page.css'

// Most people see one product, and need none of it.
const LateProductChoice = lazyPart(async () => (await import('./product-choice.tsx')).ProductChoice)

// Neither do those whose products ask nothing of their own.
const LateReportForms = lazyPart(async () => (await import('./report-forms.ts')).ReportForms)
const LateTemplateChoice = lazyPart(async () => (await import('./template-choice.tsx')).TemplateChoice)
const LateReportFields = lazyPart(async () => (await import('./report-fields.tsx')).ReportFields)

const LatePartChoice = lazyPart(async () => (await import('./part-choice.tsx')).PartChoice)

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
      isDense
    >
      <div className={seesBugs ? 'report-columns' : undefined}>
        <Form label="Report a bug" onSubmit={submit}>
          {form.products.length > 1 && (
            <LateProductChoice
              plain={null}
              coming={<Skeleton height="58px" />}
              part={{
                products: form.products,
                value: form.product,
                disabled: isSending,
                onChoose: form.choose,
              }}
            />
          )}
          {form.hasForms && <LateReportForms plain={null} part={{ product: form.product, onRead: form.setForms }} />}
          {form.templates.length > 1 && (
            <LateTemplateChoice
              plain={null}
              coming={<Skeleton height="58px" />}
              part={{
                templates: form.templates,
                value: form.template,
                disabled: isSending,
                onChoose: form.chooseTemplate,
              }}
            />
          )}
          <DraftRestored isShown={isRestored} onDiscard={discard} />
          {form.custom.first.length > 0 && (
            <LateReportFields plain={null} part={{ ...form.custom, fields: form.custom.first, disabled: isSending }} />
          )}
          <BugTextFields
            fields={fields}
            readOnly={isSending}
            underTitle={seesBugs && <WayToSimilar count={similarCount} />}
          />
          {form.custom.others.length > 0 && (
            <LateReportFields plain={null} part={{ ...form.custom, fields: form.custom.others, disabled: isSending }} />
          )}
          {form.mayBePrivate && (
            <Checkbox
              label="Private"
              description={
                form.isPrivate
                  ? 'Seen only by you, its assignee, people who are added, and who may see all private bugs'
                  : `Seen by everybody who can see ${form.productName ?? 'bugs'}`
              }
              checked={form.isPrivate}
              disabled={isSending}
              onChange={form.setPrivate}
            />
          )}
          {form.productWithParts !== undefined && (
            <LatePartChoice
              plain={null}
              coming={<Skeleton height="58px" />}
              part={{
                productId: form.productWithParts,
                value: form.parts,
                disabled: isSending,
                onChoose: form.chooseParts,
              }}
            />
          )}
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
